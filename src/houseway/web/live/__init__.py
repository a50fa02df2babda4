"""The running room: state as frames, the live feed, tables that deal by themselves, several servers."""
