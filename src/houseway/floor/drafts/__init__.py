"""Drafts of a configuration: what stands in one, how it differs from another, and the commands that it becomes."""
