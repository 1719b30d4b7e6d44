"""What the name of a field says of its value, in many languages."""
