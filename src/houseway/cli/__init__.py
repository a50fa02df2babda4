"""The terminal: the ``houseway`` command, in folders by subject. `main` lists every subcommand."""
