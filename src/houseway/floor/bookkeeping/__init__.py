"""Money beside the jackpots' own: chips, what is due at the bank and since when, what stops for it."""
