"""Play and money of tables: handle, drop, win, hold, by table, game, wager, position and hour."""
