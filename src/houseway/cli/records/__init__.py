"""Commands for those who keep and check records: audit, reports, backups, drills, display files."""
