"""Play in the terminal: the lobby, the drawn table, typed answers, replay of recorded rounds."""
