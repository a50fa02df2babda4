"""TableVision in the browser."""
