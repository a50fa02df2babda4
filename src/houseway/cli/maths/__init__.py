"""Terminal commands about the games: rules, paytables, exact figures, strategies, simulation, glossary."""
