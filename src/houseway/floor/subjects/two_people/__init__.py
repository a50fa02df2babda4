"""What takes a second person afterwards."""
