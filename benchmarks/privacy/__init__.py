"""Personal data: how much is found, how often by mistake, and how fast."""
