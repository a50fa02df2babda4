"""The dealer's console: its frame, its page and its interface."""
