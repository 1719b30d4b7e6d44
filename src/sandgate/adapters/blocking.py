"""A gateway and its toolbox for programs that are not async: a loop of their own runs them in a thread."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from anyio.from_thread import start_blocking_portal

from sandgate.app import open_gateway
from sandgate.config import Config

from .toolbox import Toolbox


@contextmanager
def open_toolbox(config: Config | Path | str | None = None, *, session: str | None = None) -> Generator[Toolbox]:
    """Like `sandgate.open` with a `Toolbox` in it; `call_from_thread` and `wait_for` are how it is used."""
    with (
        start_blocking_portal(name="sandgate") as portal,
        portal.wrap_async_context_manager(open_gateway(config)) as gate,
        portal.wrap_async_context_manager(Toolbox(gate, session=session)) as box,
    ):
        yield box
