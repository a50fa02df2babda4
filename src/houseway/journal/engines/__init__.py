"""The two engines that keep a journal, SQLite and PostgreSQL, and what both promise."""
