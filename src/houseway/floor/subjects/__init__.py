"""All of a command together: its record, who may give it, its streams, its decision, its entries' folds, its reply."""
