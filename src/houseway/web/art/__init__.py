"""Cards, chips and felts, drawn by our own hand as SVG: pure functions that give the same text for the same table."""
