"""The release, in one place: it goes into every record."""

VERSION = "0.2.0"
