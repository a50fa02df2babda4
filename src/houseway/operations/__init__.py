"""What a room needs around it: who is told of alarms, and copies that are made, kept and tried by a schedule."""
