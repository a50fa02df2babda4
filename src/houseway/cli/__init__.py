"""The terminal: thin commands over the public API. `main` is what the ``houseway`` command runs."""
