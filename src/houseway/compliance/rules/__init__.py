"""The rules that a configuration is held to, one function each, by subject."""
