"""Two people: what one proposes waits here until another signs for it in a session of their own."""
