"""Commands about the games themselves: rules, paytables, exact figures, strategies, simulation."""
