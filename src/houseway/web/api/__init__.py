"""The programs' interface: everything that the screens do, as JSON."""
