"""Pages of the reference about more than one part: the Python API, and everything that is told of what happens."""
