"""What a release consists of besides the wheel: the bundle for desktop clients and the entry for the MCP registry."""
