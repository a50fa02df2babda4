"""Accounts: who may come in, their sessions, the keys of devices, and what waits for a second person.

None of it is in the journal: people and passwords may be changed and forgotten, and the journal forgets nothing.
"""
