"""Documents of what a designer makes in the Lab."""
