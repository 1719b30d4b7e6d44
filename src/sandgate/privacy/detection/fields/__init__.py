"""What a field holds: as its name and its neighbours promise, and whether its value keeps it."""
