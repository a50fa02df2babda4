"""What people see of a table: the felt, views, words of the game, what open cards make, what is posted."""
