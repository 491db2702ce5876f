"""Who is in a book: names, speech and who said it."""
