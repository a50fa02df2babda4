"""The version of this release, which every record and report names."""

VERSION = "0.2.0"
