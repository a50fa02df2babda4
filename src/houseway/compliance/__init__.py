"""What may be so at a property: jurisdiction profiles, approvals, and checks of a configuration."""
