"""Run code shut in. Kept empty: the launcher imports this package with nothing but the standard library."""
