"""What every command shares: drawing on the screen, and what goes out and comes in."""
