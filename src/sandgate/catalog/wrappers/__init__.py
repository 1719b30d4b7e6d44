"""Tools as typed functions: what schemas mean, and the same in Python and TypeScript."""
