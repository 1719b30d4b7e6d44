"""Downstream MCP servers: start them when first called, keep them alive, call their tools."""

from .results import blocks_of, characters
from .router import Hub

__all__ = ["Hub", "blocks_of", "characters"]
