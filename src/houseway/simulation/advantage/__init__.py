"""Players who count, share cards or see some, simulated."""
