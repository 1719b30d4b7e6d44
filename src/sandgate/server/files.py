"""Requests about the files of a session: whose they are, and which of the three things is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandgate.errors import BadArguments
from sandgate.model import JsonObject
from sandgate.workspace.reading import Part

if TYPE_CHECKING:
    from sandgate.filing import Filing


async def filed(files: Filing, name: str, arguments: JsonObject, client: str | None) -> str:
    """Do it. `client` is the session of who asks, where it has one and names no other. Raises BadArguments."""
    given = dict(arguments)
    session = given.pop("session", None) or client
    if not session:
        raise BadArguments(f"{name} needs 'session': over HTTP nothing else says whose files these are")
    match name:
        case "write_workspace_file":
            path, content = given["path"], given["content"]
            is_base64, append = given.get("base64", False), given.get("append", False)
            return await files.write(session, path, content, is_base64=is_base64, append=append)
        case "read_workspace_file":
            path, most = given.pop("path"), given.pop("max_tokens", None)
            return await files.read(session, path, Part(**given), most)
        case _:
            return await files.list(session, given.get("folder", ""))
