"""TableVision in the browser: the display of a table, its page and its live amounts."""
