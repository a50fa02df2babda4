"""What every terminal command shares: the console, drawn tables, JSON and error messages."""
