"""Many runs at once and one after another: the right verdict for each, and nothing left of any."""
