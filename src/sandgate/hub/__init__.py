"""Downstream MCP servers: start them when first called, keep them alive, call their tools."""
