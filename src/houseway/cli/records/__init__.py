"""Terminal commands about records: check, audit, reports, backups, drills, display files."""
