"""The vocabulary of games: editions with their wagers, paytables, pays and clauses, and the steps of a procedure."""
