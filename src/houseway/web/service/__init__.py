"""What every handler works with: the gate it stands behind, what it is given, pages, visits, health and measures."""
