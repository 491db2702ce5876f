"""A corpus: the text of a book or of several, its chapters, passages and speech, and its index."""
