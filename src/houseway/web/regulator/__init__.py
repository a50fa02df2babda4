"""The regulator's screens: what runs against what is approved, requirements, verification, exports."""
