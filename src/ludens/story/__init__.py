"""A game inside the world of a book, refereed against its text."""
