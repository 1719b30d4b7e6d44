"""A small catalogue for searches: a few servers of ordinary tools."""

from __future__ import annotations

from sandgate.catalog import Catalogue
from sandgate.model import Listing, Tool


def tool(server: str, name: str, description: str, **more: object) -> Tool:
    read_only = bool(more.pop("read_only", False))
    properties = {key: {"type": "string", "description": str(said)} for key, said in more.items()}
    return Tool(
        server=server,
        name=name,
        description=description,
        input_schema={"type": "object", "properties": properties},
        output_schema={"type": "object", "properties": {"id": {}}} if name.startswith("create") else None,
        annotations={"readOnlyHint": read_only},
    )


TOOLS = {
    "github": (
        tool("github", "create_issue", "Create a new issue in a repository.", owner="account", title="of the issue"),
        tool("github", "listPullRequests", "List open pull requests.", read_only=True),
        tool("github", "merge_pull_request", "Merge a pull request into its base branch."),
        tool("github", "delete_branch", "Remove a branch that is no longer needed."),
    ),
    "slack": (
        tool("slack", "post_message", "Post a message to a channel.", channel="where", text="what"),
        tool("slack", "get_users", "Get the members of the workspace with their profiles.", read_only=True),
    ),
    "drive": (
        tool("drive", "read_file", "Read the contents of a file.", read_only=True, path="of the file"),
        tool("drive", "upload-file", "Upload a file to a folder."),
        tool("drive", "create_folder", "Create a folder."),
    ),
    "weather": (tool("weather", "forecast", "Temperature and rain for the next days at a place.", read_only=True),),
    "postgres": (tool("postgres", "query", "Run a SQL query against the database.", read_only=True, sql="text"),),
}


def shop() -> Catalogue:
    listings = {server: Listing(tools=tools) for server, tools in TOOLS.items()}
    return Catalogue(listings, listings)
