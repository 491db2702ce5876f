"""The tale that comes with Ludens, written for it."""
