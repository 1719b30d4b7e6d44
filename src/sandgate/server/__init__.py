"""What the client sees: our tools, our replies, and the ways to reach us."""
