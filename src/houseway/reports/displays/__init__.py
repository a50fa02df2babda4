"""What the displays of a table show, and the same as images and as a printed page."""
