"""Four MCP servers with made-up data, so that the demo needs no account and no network."""

from importlib import import_module

from sandgate.collecting import importing

with importing():
    import_module("mcp.server")  # each of them is a process of its own, which begins with this
