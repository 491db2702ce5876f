"""Finding the passages of a corpus that speak of something, and saying why they were found."""
