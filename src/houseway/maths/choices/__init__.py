"""What every choice is worth, hand by hand and cell by cell; a strategy of one's own, priced mistake by mistake."""
