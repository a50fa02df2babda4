"""Drawings of cards, chips and felts as SVG: pure functions that give the same text for the same table."""
