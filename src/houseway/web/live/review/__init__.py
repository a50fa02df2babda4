"""Play looked back on: rounds step by step as a seat saw them, graded, and what a session came to."""
