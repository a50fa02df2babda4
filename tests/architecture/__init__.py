"""The map of the house: its rooms as they import each other, and the journeys of docs/architecture.md."""
