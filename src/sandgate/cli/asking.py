"""Ask servers what tools they have, and remember what they say."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from pathlib import Path

from sandgate.config import Config
from sandgate.config.concealing import address
from sandgate.errors import ConfigError, SandgateError

from .display import plural, progress, short

AT_ONCE = 8
"""A person is waiting, so more than in the background."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    server: str
    seconds: float
    tools: int = 0
    error: str = ""


def ask(config: Config, servers: Collection[str]) -> list[Answer]:
    """Start the named servers, list their tools, remember them, stop the servers. In the order of `servers`."""
    import anyio

    if not servers:
        return []
    _make(config.state_dir)
    with progress(f"Asking {plural(len(servers), 'server')}", len(servers)) as advance:
        return anyio.run(_ask, config, servers, advance)


def _make(state: Path) -> None:
    try:
        state.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise ConfigError(
            f"{short(state)} cannot be made: {error.strerror or error}; `sandgate doctor` says more"
        ) from error


async def _ask(config: Config, servers: Collection[str], advance: Callable[[], None]) -> list[Answer]:
    import anyio

    from sandgate.app import open_gateway  # the SDK takes half a second; whoever asks nobody need not wait for it

    by_itself_never = replace(config.catalogue, refresh_after_hours=math.inf)
    answers: dict[str, Answer] = {}
    urls = {spec.name: spec.url for spec in config.servers if spec.url}
    turns = anyio.Semaphore(AT_ONCE)
    async with open_gateway(replace(config, catalogue=by_itself_never)) as gateway, anyio.create_task_group() as tasks:
        discovery = gateway.discovery

        async def one(server: str) -> None:
            async with turns:
                started = time.perf_counter()
                try:
                    await discovery.refresh(server)
                    listing = discovery.catalogue.listing(server)
                    tools, error = len(listing.tools) if listing else 0, ""
                except SandgateError as failure:
                    tools, error = 0, _without_address(str(failure), urls.get(server))
                seconds = time.perf_counter() - started
            answers[server] = Answer(server=server, seconds=seconds, tools=tools, error=error)
            advance()

        for server in servers:
            tasks.start_soon(one, server)
    return [answers[server] for server in servers]


def _without_address(error: str, url: str | None) -> str:
    """An address may hold a key, and errors like to quote it."""
    return error.replace(url, address(url)) if url else error
