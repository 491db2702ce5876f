"""The game inside a book on the page."""
