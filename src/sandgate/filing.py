"""The files of a session, for a model: read in part, written, listed. Inside the sandbox they are `workspace/`."""

from __future__ import annotations

import base64
import binascii
import time
from functools import partial

import anyio.to_thread

from .errors import BadArguments
from .output import count, dumped, first_lines, fits, preview
from .privacy.boundary import Boundary, Sessions
from .workspace import Workspaces
from .workspace.names import shown
from .workspace.reading import Excerpt, Part, read

MOST_LISTED = 200
RESERVE = 60


class Filing:
    """What `write_workspace_file`, `read_workspace_file` and `list_workspace_files` do."""

    def __init__(self, workspaces: Workspaces, sessions: Sessions, tokens: int) -> None:
        self._workspaces, self._sessions, self._tokens = workspaces, sessions, tokens

    async def write(
        self, session: str, path: str, content: str, *, is_base64: bool = False, append: bool = False
    ) -> str:
        """Raises BadArguments, or SandgateError where it does not fit; then nothing has changed."""
        data = _bytes(content) if is_base64 else content.encode("utf-8", "replace")
        write = partial(self._workspaces.of(session).write, path, data, append=append)
        stored = await anyio.to_thread.run_sync(write)
        return f"{shown(stored.path)}: {_sized(stored.size)}"

    async def read(self, session: str, path: str, part: Part, max_tokens: int | None = None) -> str:
        """As much as the budget allows, and how to read on."""
        self._workspaces.of(session)  # a name that cannot be a session's is to leave nothing behind
        boundary = await self._sessions.boundary(session)
        read = partial(self._read, session, path, part, max_tokens or self._tokens, boundary)
        text = await anyio.to_thread.run_sync(read)
        await self._sessions.save(session)
        return text

    async def list(self, session: str, folder: str = "") -> str:
        found = await anyio.to_thread.run_sync(self._workspaces.of(session).list, folder)
        if not found:
            return f"session {session}: no files"
        lines: list[str] = []
        for one in found[:MOST_LISTED]:
            when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(one.modified))
            path = shown(one.path)
            lines.append(f"{path}/" if one.folder else f"{path}  {_sized(one.size)}  {when}")
        if len(found) > MOST_LISTED:
            lines.append(f"[{len(found) - MOST_LISTED:,} more; ask for a folder]")
        boundary = await self._sessions.boundary(session)
        files = boundary.text("\n".join(lines))
        # who asks knows the session: it is theirs, or they named it; a name of ours looks like a key
        return f"session {session}: {_sized(sum(one.size for one in found))}\n{files}"

    def _read(self, session: str, path: str, part: Part, budget: int, boundary: Boundary) -> str:
        with self._workspaces.of(session).open(path) as file:
            found = read(file, part)
        if isinstance(found, Excerpt):
            return _fitted(boundary.part(*found), part, budget)
        if not isinstance(found, str):
            told = found.told(boundary.value)
            if isinstance(told, str):
                return _fitted(told, part, budget)
            text = dumped(told)
            if fits(text, budget):
                return text
            shown = preview(told, budget - RESERVE) or "[too large to show even in part]"
            return f"{shown}\n[in part: all of it has {count(text):,} tokens; go on with a longer json_path]"
        return _fitted(boundary.text(found), part, budget)


def _fitted(text: str, part: Part, budget: int) -> str:
    """Whole lines, and which come next."""
    if fits(text, budget):
        return text
    lines = text.removesuffix("\n").split("\n")
    kept = first_lines(lines, budget - RESERVE)
    if not kept:
        characters = max(1, budget - RESERVE)
        return f"{text[:characters]}… [a line of {len(lines[0]):,} characters; ask for bytes, or a json_path]"
    if part.bytes:
        return "\n".join([*kept, f"[in part: {len(lines):,} lines in all; ask for fewer bytes]"])
    first, asked = part.of_lines
    last = first + len(kept) - 1
    told = f"[lines {first:,} to {last:,}; go on with lines='{last + 1}-{asked or ''}']"
    return "\n".join([*kept, told])


def _sized(size: int) -> str:
    return f"{size:,} {'byte' if size == 1 else 'bytes'}"


def _bytes(content: str) -> bytes:
    try:
        return base64.b64decode("".join(content.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadArguments(f"content is no base64: {error}") from error
