"""Many rounds, fast: compiled programs run in blocks on cores or a cluster."""
