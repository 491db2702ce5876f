"""The Mafia table on the page."""
