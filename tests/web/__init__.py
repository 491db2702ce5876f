"""Tests of the page and of its server; they share one browser."""
