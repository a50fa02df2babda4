"""Signing in, accounts of people, and keys of devices."""
