"""Reading files: each format becomes the same blocks, headings and paragraphs."""
