"""The server of the web app."""
