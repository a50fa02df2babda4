"""Setting a room up on screens: the first run, and drafts of the configuration from the first word to their effect."""
