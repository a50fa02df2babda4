"""Play that follows the count: stakes beside what the cards left in the shoe were worth."""
