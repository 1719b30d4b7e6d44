"""The entry for the MCP registry: where Sandgate's packages are and how a client starts them."""

from __future__ import annotations

from typing import Any

SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
NAME = "io.github.sandgate/sandgate"
DESCRIPTION = "One MCP server in front of all the others: agents search tools and run code in a sandbox."
SETTINGS = {
    "name": "SANDGATE_CONFIG",
    "description": "A sandgate.toml; without it, the one in the current folder or in ~/.config/sandgate is read.",
    "format": "filepath",
    "isRequired": False,
}


def entry(version: str, *, name: str = NAME, bundle_url: str = "", bundle_digest: str = "") -> dict[str, Any]:
    """The content of server.json. The bundle is listed once it is known where it will be."""
    packages = [_on_pypi(version)]
    if bundle_url:
        packages.append(_bundle(version, bundle_url, bundle_digest))
    return {
        "$schema": SCHEMA,
        "name": name,
        "title": "Sandgate",
        "description": DESCRIPTION,
        "version": version,
        "packages": packages,
    }


def _on_pypi(version: str) -> dict[str, Any]:
    return {
        "registryType": "pypi",
        "identifier": "sandgate",
        "version": version,
        "runtimeHint": "uvx",
        "transport": {"type": "stdio"},
        "packageArguments": [{"type": "positional", "value": "serve"}],
        "environmentVariables": [SETTINGS],
    }


def _bundle(version: str, url: str, digest: str) -> dict[str, Any]:
    return {
        "registryType": "mcpb",
        "identifier": url,
        "version": version,
        "fileSha256": digest,
        "transport": {"type": "stdio"},
    }
