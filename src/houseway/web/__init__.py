"""The live floor in the browser: pages, displays, live feed and the programs' interface."""
