"""Alarms: what needs attention, kept in sight while the room runs, and told to those whom it concerns."""
