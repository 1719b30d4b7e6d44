"""Programs in Monty, an interpreter of a subset of Python that has no way out: for machines without kernel walls."""
