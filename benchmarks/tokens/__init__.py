"""What tools cost in tokens: each tool by itself, and whole tasks with and without Sandgate."""

from .levels import sizes as sizes
