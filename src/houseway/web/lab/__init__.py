"""The Lab: a game's pays, options and rules changed in the browser, and its exact figures at once."""
