"""Commands that change or show the property: its tables, jackpots, people, meters."""
