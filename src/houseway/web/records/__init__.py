"""Reports, the audit trail and verification over the web: everything that reads the journal at length."""
