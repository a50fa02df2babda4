"""Round records: written, read, described as a schema, played again."""
