"""The room that runs: committed state as frames, the live feed, tables that go on by themselves, several servers."""
