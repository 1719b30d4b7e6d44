"""One MCP server in front of all the others."""

__version__ = "0.1.0"
