"""Deno's language server, spoken to in its protocol: headers, an empty line, JSON. What comes back is hostile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import orjson
from anyio.abc import ByteStream

from ...model import JsonObject
from ..protocol import Worker
from .watching import Change

LARGEST_MESSAGE = 8 * 2**20
CHUNK = 64 * 1024


class LanguageServer:
    """One server, and the text of one program in it, which changes."""

    def __init__(self, worker: Worker) -> None:
        self.worker, self.checked = worker, 0
        self._channel: ByteStream = worker.channel
        self._folder = f"file://{worker.home}"
        self._program = f"{self._folder}/program.ts"
        self._settings: JsonObject = {"enable": True, "lint": True, "config": f"{self._folder}/guest/deno.json"}
        self._held = bytearray()
        self._last = 0

    async def greet(self) -> None:
        asked: JsonObject = {"textDocument": {"diagnostic": {}}, "workspace": {"configuration": True}}
        told: JsonObject = {
            "processId": None,
            "rootUri": self._folder,
            "capabilities": asked,
            "initializationOptions": self._settings,
        }
        await self._ask("initialize", told)
        await self._send({"method": "initialized", "params": {}})

    async def forget(self, changes: Sequence[Change]) -> None:
        """What it has read of these files is no longer so."""
        told = [{"uri": f"{self._folder}/{path}", "type": kind} for path, kind in changes]
        await self._send({"method": "workspace/didChangeWatchedFiles", "params": {"changes": told}})

    async def diagnostics(self, code: str) -> list[JsonObject]:
        await self._show(code)
        answer = await self._ask("textDocument/diagnostic", {"textDocument": {"uri": self._program}})
        return [cast("JsonObject", one) for one in _list(answer.get("items")) if isinstance(one, dict)]

    async def formatted(self, code: str) -> str:
        """The same program, as the formatter writes it. What it leaves as it is stays so."""
        options = {"tabSize": 2, "insertSpaces": True}
        edits = await self._asked(
            "textDocument/formatting", {"textDocument": {"uri": self._program}, "options": options}
        )
        lines = _whole(code).split("\n")
        for edit in reversed(_list(edits)):
            lines = _edited(lines, edit)
        return "\n".join(lines)

    async def _show(self, code: str) -> None:
        self.checked += 1
        document: JsonObject = {"uri": self._program, "version": self.checked}
        if self.checked == 1:
            opened = {**document, "languageId": "typescript", "text": _whole(code)}
            await self._send({"method": "textDocument/didOpen", "params": {"textDocument": opened}})
        else:
            changed = {"textDocument": document, "contentChanges": [{"text": _whole(code)}]}
            await self._send({"method": "textDocument/didChange", "params": changed})

    async def _ask(self, method: str, params: JsonObject) -> JsonObject:
        result = await self._asked(method, params)
        return cast("JsonObject", result) if isinstance(result, dict) else {}

    async def _asked(self, method: str, params: JsonObject) -> object:
        self._last += 1
        await self._send({"id": self._last, "method": method, "params": params})
        while True:
            said = await self._receive()
            if said.get("id") == self._last and "method" not in said:
                return cast("object", said.get("result"))
            if "id" in said:  # it asks for its settings, which it has been told
                await self._send({"id": said["id"], "result": self._answer(said)})

    def _answer(self, question: JsonObject) -> list[JsonObject] | None:
        match question:
            case {"method": "workspace/configuration", "params": {"items": items}}:
                return [self._settings] * len(_list(items))
            case _:
                return None

    async def _send(self, message: JsonObject) -> None:
        body = orjson.dumps({"jsonrpc": "2.0", **message})
        await self._channel.send(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    async def _receive(self) -> JsonObject:
        """Raises ValueError for what is no message."""
        while (end := self._held.find(b"\r\n\r\n")) < 0:
            await self._more()
        lines = bytes(self._held[:end]).split(b"\r\n")
        size = next(int(line.split(b":")[1]) for line in lines if line.lower().startswith(b"content-length:"))
        if size > LARGEST_MESSAGE:
            raise ValueError(f"a message of {size:,} bytes")
        start = end + 4
        while len(self._held) < start + size:
            await self._more()
        body = bytes(self._held[start : start + size])
        del self._held[: start + size]
        found: Any = orjson.loads(body)
        if not isinstance(found, dict):
            raise ValueError("a message that is no object")
        return cast("JsonObject", found)

    async def _more(self) -> None:
        if len(self._held) > 2 * LARGEST_MESSAGE:
            raise ValueError("a message without an end")
        self._held += await self._channel.receive(CHUNK)


def _whole(code: str) -> str:
    """With an end to its last line, so that edits are of lines; and without orders to the linter to look away."""
    return f"{code}\n".replace("deno-lint-ignore", "deno-lint_ignore")


def _edited(lines: list[str], edit: object) -> list[str]:
    """Raises ValueError for what is no edit. Columns count as JavaScript counts, so whole lines are all we take."""
    match edit:
        case {
            "range": {"start": {"line": int(first), "character": 0}, "end": {"line": int(last), "character": 0}},
            "newText": str(text),
        } if 0 <= first <= last:
            return [*lines[:first], *text.removesuffix("\n").split("\n"), *lines[last:]]
        case _:
            raise ValueError("an edit that is not of lines")


def _list(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []
