"""The map of an adventure laid out for the page, once for the whole episode."""
