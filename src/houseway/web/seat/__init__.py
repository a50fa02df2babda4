"""The floor at a glance, and a seat at a table."""
