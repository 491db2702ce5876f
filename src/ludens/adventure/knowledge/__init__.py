"""What the offline company knows of English and of text games: tables, and how they are read."""
