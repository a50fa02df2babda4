"""What a table should win in a shift, from the game's figures and its compiled rounds."""
