"""One frozen struct for each kind of entry: of the property, of tables, of jackpots; and the edge that decodes them."""
