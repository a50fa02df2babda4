"""The back office: what its forms ask for and send, what needs attention, and the records as pages."""
