"""The addresses of the API, a module for each part of the page."""
