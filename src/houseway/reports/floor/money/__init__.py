"""Money of jackpots and of the house: escrow, growth, and the ledger for the accountant."""
