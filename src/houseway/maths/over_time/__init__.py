"""Money over time: what the house wins in n rounds, between what it should lie, and what stands out."""
