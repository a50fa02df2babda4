"""Playing in the terminal: the lobby, the table as it is drawn, answers as they are typed."""
