"""The back office: what its forms ask for and send, what needs somebody, and the records as pages."""
