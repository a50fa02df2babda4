"""Commands on money over time: a shift, a bankroll, a progressive, several wagers together."""
