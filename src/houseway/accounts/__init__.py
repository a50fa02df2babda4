"""Accounts: logins, sessions, device keys, and proposals that wait for a second person.

None of it is in the journal: people and passwords may be changed and forgotten, and the journal forgets nothing.
"""
