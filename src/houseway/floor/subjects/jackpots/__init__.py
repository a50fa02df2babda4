"""Commands about jackpots: their parameters, their money, their hits, and their end."""
