"""What the page shows of an adventure."""
