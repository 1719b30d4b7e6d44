"""A model that follows a script, on loopback, and the proxy that sees whatever a client wants from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from .dialects import Body, Dialect, Say, Use


class ScriptedModel(ThreadingHTTPServer):
    """Takes one step of the script for each result that a conversation has, then says what the last result was."""

    daemon_threads = True

    def __init__(self, dialect: Dialect, script: Sequence[Use]) -> None:
        super().__init__(("127.0.0.1", 0), _Exchange)
        self.dialect, self.script = dialect, script
        self.asked: list[Body] = []
        """The requests of conversations in which Sandgate's tools were on offer, oldest first."""
        self.elsewhere: list[str] = []
        """Hosts that were asked for through the proxy. Nobody got there."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def step(self, body: Body) -> tuple[Use | Say, int]:
        if not self.dialect.offered(body):
            return Say("A title"), 0  # clients have a model name their conversations, and the like
        self.asked.append(body)
        results = self.dialect.results(body)
        if len(results) < len(self.script):
            return self.script[len(results)], len(results)
        return Say(f"The last tool said: {results[-1]}"), len(results)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is no news."""


class _Exchange(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ScriptedModel  # pyright: ignore[reportIncompatibleVariableOverride] - no other server uses it

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.server.dialect.path not in self.path or "count_tokens" in self.path:
            self._answer(404, "application/json", b"{}")
            return
        step, number = self.server.step(json.loads(sent))
        lines = [
            (f"event: {name}\n" if name else "") + f"data: {json.dumps(data)}\n\n"
            for name, data in self.server.dialect.events(step, number)
        ]
        self._answer(200, "text/event-stream", "".join(lines).encode())

    def do_GET(self) -> None:
        self._answer(404, "application/json", b"{}")

    def do_HEAD(self) -> None:
        self._answer(200, "application/json", b"")

    def do_CONNECT(self) -> None:
        self.server.elsewhere.append(self.path)
        self._answer(403, "text/plain", b"")

    def _answer(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: what was asked is in the server's lists."""


@contextmanager
def scripted_model(dialect: Dialect, *script: Use) -> Generator[ScriptedModel]:
    with ScriptedModel(dialect, script) as model:
        thread = Thread(target=model.serve_forever, name="scripted model")
        thread.start()
        try:
            yield model
        finally:
            model.shutdown()
            thread.join()
