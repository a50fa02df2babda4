"""Commands on money over time: a shift, a bankroll, several wagers together."""
