"""The journal read at length: reports, the audit trail, checks."""
