"""Four MCP servers with made-up data, so that the demo needs no account and no network."""
