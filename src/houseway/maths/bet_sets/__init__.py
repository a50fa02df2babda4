"""Several wagers of one seat together: what they win in the same round, and how they hang together."""
