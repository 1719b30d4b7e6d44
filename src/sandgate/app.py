"""The composition root: build the parts, open them in order, close them in reverse. Nothing else knows all of them."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import anyio
import anyio.to_thread

from .audit import Journal
from .catalog import Store
from .catalog.learned.learning import Learning
from .catalog.learned.observations import Observations
from .catalog.store import key_of
from .config import Config, NetworkOptions, PolicyOptions, load
from .discovery import Discovery
from .errors import ConfigError
from .finder import Finder
from .gateway import Gateway
from .hub import Hub
from .hub.oauth import auth_for
from .hub.tokens import TokenStore
from .policy.approval import Desk, Way
from .policy.board import Board
from .policy.egress import policy_of
from .policy.gatekeeper import Always, Gatekeeper
from .policy.rules import Rule, Rules
from .policy.webhook import Webhook
from .sandbox import packages
from .sandbox.box import Backend, Sandbox
from .sandbox.process.backend import ProcessBackend
from .sandbox.process.levels import strongest


@asynccontextmanager
async def open_gateway(
    config: Config | Path | str | None = None, *, backend: Backend | None = None
) -> AsyncGenerator[Gateway, None]:
    """A gateway ready for programs. On leaving, every server and sandbox it started has ended.

    `config` is a Config, the path of a `sandgate.toml`, or None to look in the usual places.
    """
    if not isinstance(config, Config):
        config = load(Path(config) if config is not None else None)
    state = config.state_dir
    unusable = {found.name: found.reason for found in config.found if found.state in ("incomplete", "disabled")}
    store = Store(state / "catalogue")
    discovery = Discovery(config.servers, store, tree_of(config), client_source(), unusable)
    observations, learns = Observations(state / "observed"), config.catalogue.learn
    learning = Learning(discovery.catalogue, observations, config.servers, discovery.tree, enabled=learns)
    eras = await anyio.to_thread.run_sync(discovery.recall)
    await anyio.to_thread.run_sync(learning.recall)
    _make_folders(state, discovery.tree / "servers")
    way_out = policy_of(_network(config.network)) if config.network.allow else None
    sandbox = await _sandbox(config, discovery.tree / "servers", backend, networked=way_out is not None)
    journal = Journal(state / "journal.db")
    try:
        auth = auth_for(TokenStore(state / "oauth"))
        hub = Hub(config.servers, eras=eras, auth=auth, on_tools_changed=discovery.changed)
        desk = Desk(ways_of(config), config.policy.approval_seconds)
        async with desk, sandbox, hub, discovery, learning:
            discovery.start(hub, config.catalogue)
            rules = rules_of(config.policy)
            gatekeeper = Gatekeeper(rules, desk, Always(state / "approvals" / "always.json"))
            finder = Finder(
                discovery, journal.used_together, rules, config.output.tokens, config.catalogue.wait_seconds
            )
            yield Gateway(
                config,
                sandbox=sandbox,
                hub=hub,
                discovery=discovery,
                finder=finder,
                learning=learning,
                gatekeeper=gatekeeper,
                way_out=way_out,
                journal=journal,
            )
    finally:
        await journal.close()


def _make_folders(state: Path, servers: Path) -> None:
    try:
        state.mkdir(parents=True, exist_ok=True, mode=0o700)
        servers.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            f"state_dir {state} cannot be written: {error.strerror}. Set another in sandgate.toml"
        ) from error


async def _sandbox(config: Config, servers: Path, backend: Backend | None, *, networked: bool) -> Sandbox:
    """The sandbox of the settings; `backend` stands in for its walls."""
    options = config.sandbox
    installed = None if backend else await anyio.to_thread.run_sync(packages.required, config)
    make = partial(ProcessBackend, servers, packages=installed, preload=options.preload)

    async def stand() -> Backend:
        if backend:
            return backend
        walls = await strongest(make, options.minimum_level)  # tested without a way out, which then is opened
        walls.network = networked
        return walls

    return Sandbox(stand, config.limits, options.spares, options.concurrent_runs)


def _network(options: NetworkOptions) -> dict[str, object]:
    lists = {"allow": list(options.allow), "allow_private": list(options.allow_private)}
    return {**asdict(options), **lists}


def ways_of(config: Config) -> list[Way]:
    """The ways to a person that do not depend on a client."""
    hook = config.policy.approval_webhook
    return [Board(config.state_dir / "approvals"), *([Webhook(hook)] if hook else [])]


def rules_of(options: PolicyOptions) -> Rules:
    return Rules([Rule(**asdict(rule)) for rule in options.rules], options.profile)


def tree_of(config: Config) -> Path:
    """Where the wrappers of this set of servers are kept: another set has another tree."""
    keys = sorted(key_of(spec) for spec in config.servers)
    return config.state_dir / "trees" / sha256("\n".join(keys).encode()).hexdigest()[:16]


def client_source() -> str:
    """The text every tree of wrappers stands on."""
    return files("sandgate.sandbox.guest").joinpath("client.py").read_text(encoding="utf-8")
