"""What the figures of the page are taken with: a long episode, and Chromium's trace."""
