"""Exact analysis that knows no game: results, strategies, compiled helpers, the blackjack family."""
