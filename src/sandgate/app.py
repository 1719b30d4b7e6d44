"""The composition root: build the parts, open them in order, close them in reverse. Nothing else knows all of them."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import asdict, dataclass, fields
from functools import partial
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

import anyio
import anyio.to_thread

from .accounting import Accounts
from .audit import Journal, Who, os_user
from .audit.settings import store_of
from .cache.asking import Cache
from .cache.settings import cache_of
from .catalog import Catalogue, Store
from .catalog.learned.learning import Learning
from .catalog.learned.observations import Observations
from .catalog.store import key_of
from .config import Config, load, naming_file
from .crafting import fitting
from .discovery import Discovery
from .errors import ConfigError, SandgateError
from .finder import Finder
from .gateway import Gateway
from .hub.oauth import auth_for
from .hub.router import Hub
from .hub.tokens import TokenStore
from .model import JsonObject, Tool
from .policy.alerts import Alerts
from .policy.approval import Desk
from .policy.commands import AllowList
from .policy.gatekeeper import Gatekeeper
from .policy.policy import Policy
from .policy.rules import Rules
from .policy.settings import always_of, network_of, reviewer_of, rules_of, tell_changes, ways_of
from .privacy.boundary import NoSessions, Sessions
from .sandbox import packages
from .sandbox.box import Backend
from .sandbox.choosing import Sandboxes
from .sandbox.process import programs
from .sandbox.process.commands import Commands
from .sandbox.settings import sandboxes_of
from .sandbox.typescript.backend import installed
from .sanitizing import Sanitizer
from .skills import Skills
from .skills.settings import skills_of
from .tasks import Tasks
from .telemetry import Telemetry
from .workspace import Workspaces
from .workspace.settings import workspaces_of


@asynccontextmanager
async def open_gateway(
    config: Config | Path | str | None = None,
    *,
    backend: Backend | None = None,
    own_tokens: Mapping[str, int] = MappingProxyType({}),
    telemetry: Telemetry | None = None,
) -> AsyncGenerator[Gateway, None]:
    """A gateway ready for programs. On leaving, every server and sandbox it started has ended.

    `config` is a Config, the path of a `sandgate.toml`, or None to look in the usual places. `own_tokens` is what a
    model reads of us before it asks for anything, by kind.
    """
    if not isinstance(config, Config):
        config = load(Path(config) if config is not None else None)
    speaks = installed() is not None and backend is None and config.sandbox.backend != "monty"
    discovery, learning, hub = await _catalogued(config, typescript=speaks)
    skills, privacy, rules = skills_of(config, packages.importable(config)), _privacy(config), rules_of(config.policy)
    await anyio.to_thread.run_sync(skills.open)
    sandboxes = await _sandboxes(config, discovery, skills, backend, typescript=speaks)
    desk = Desk(ways_of(config), config.policy.approval_seconds)
    alerts = Alerts(config.alerts.webhook, config.alerts.repeated_failures)
    policy = _policy(config, discovery, rules, desk, alerts)
    async with (
        _records(config, own_tokens) as records, aclosing(privacy), alerts, desk, sandboxes, hub, discovery, learning
    ):  # fmt: skip
        discovery.start(hub, config.catalogue, partial(tell_changes, alerts))
        gateway = Gateway(
            config,
            sanitizer=Sanitizer(privacy, rules, records.journal),
            sandboxes=sandboxes,
            hub=hub,
            discovery=discovery,
            finder=_finder(config, discovery, records.journal, rules, skills),
            learning=learning,
            policy=policy,
            privacy=privacy,
            workspaces=records.workspaces,
            journal=records.journal,
            cache=records.cache,
            skills=skills,
            accounts=records.accounts,
            telemetry=telemetry,
        )
        async with Tasks(gateway, records.workspaces) as gateway.tasks:
            yield gateway


async def _catalogued(config: Config, *, typescript: bool) -> tuple[Discovery, Learning, Hub]:
    """The servers, and what is remembered of them."""
    state = config.state_dir
    unusable = {found.name: found.reason for found in config.found if found.state in ("incomplete", "disabled")}
    store, tree = Store(state / "catalogue"), tree_of(config)
    discovery = Discovery(config.servers, store, tree, client_source(), unusable, typescript=typescript)
    observations, learns = Observations(state / "observed"), config.catalogue.learn
    learning = Learning(discovery.catalogue, observations, config.servers, discovery.tree, enabled=learns)
    eras = await anyio.to_thread.run_sync(discovery.recall)
    await anyio.to_thread.run_sync(learning.recall)
    _make_folders(state, discovery.tree / "servers")
    auth = auth_for(TokenStore(state / "oauth"))
    return discovery, learning, Hub(config.servers, eras=eras, auth=auth, on_tools_changed=discovery.changed)


async def _sandboxes(
    config: Config, discovery: Discovery, skills: Skills, backend: Backend | None, *, typescript: bool
) -> Sandboxes:
    shown = {"servers": discovery.tree / "servers", "skills": skills.importable}
    commands = None if backend else await anyio.to_thread.run_sync(commands_of, config)
    spoken = discovery.typescript_tree / "servers" if typescript else None
    return sandboxes_of(config, shown, commands, backend, spoken)


@dataclass(frozen=True, slots=True)
class Records:
    """What stays when programs have ended."""

    journal: Journal
    accounts: Accounts
    cache: Cache
    workspaces: Workspaces


@asynccontextmanager
async def _records(config: Config, own_tokens: Mapping[str, int]) -> AsyncGenerator[Records]:
    journal, cache, workspaces = Journal(store_of(config)), cache_of(config), workspaces_of(config)
    accounts = Accounts(journal, own_tokens)
    await anyio.to_thread.run_sync(workspaces.sweep)
    try:
        with suppress(SandgateError):  # whoever runs a program will hear that it cannot be written
            await journal.rules_are(_rules(config), Who(user=os_user()))
        yield Records(journal, accounts, cache, workspaces)
    finally:
        await accounts.close()
        await journal.close()
        await cache.close()


def _policy(config: Config, discovery: Discovery, rules: Rules, desk: Desk, alerts: Alerts) -> Policy:
    reviewer = reviewer_of(config, partial(_tool_of, discovery.catalogue), packages.importable(config))
    gatekeeper = Gatekeeper(rules, desk, always_of(config))
    return Policy(gatekeeper, reviewer, alerts, network_of(config), AllowList(config.commands.allow))


def _finder(config: Config, discovery: Discovery, journal: Journal, rules: Rules, skills: Skills) -> Finder:
    tokens, seconds = config.output.tokens, config.catalogue.wait_seconds
    return Finder(discovery, journal.used_together, rules, tokens, seconds, partial(fitting, skills))


def _make_folders(state: Path, servers: Path) -> None:
    try:
        state.mkdir(parents=True, exist_ok=True, mode=0o700)
        servers.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            f"state_dir {state} cannot be written: {error.strerror}. Set another in sandgate.toml"
        ) from error


def commands_of(config: Config) -> Commands | None:
    """The programs behind the commands of the settings; None where there are none. Raises ConfigError."""
    options = config.commands
    if not options.allow:
        return None
    path, seconds, kilobytes = os.environ.get("PATH", os.defpath), options.time_seconds, options.output_kb
    with naming_file(config):
        allowed = AllowList(options.allow)
        commands = programs.found(allowed.programs, path, time_seconds=seconds, output_kb=kilobytes)
        allowed.refuse_shells(commands.files)
    return commands


def _privacy(config: Config) -> Sessions:
    modes = {config.privacy.mode, *(rule.mode for rule in config.privacy.rules if rule.mode)}
    if modes == {"off"}:
        return NoSessions()
    from .privacy.settings import vaults_of  # its patterns and ciphers take 60 ms; who does not use them need not wait

    return vaults_of(config)


def _rules(config: Config) -> JsonObject:
    """What programs may do, for the record; without the secrets among it."""
    parts = {name: getattr(config, name) for name in ("policy", "validation", "network", "commands")}
    return {
        name: {one.name: asdict(part)[one.name] for one in fields(part) if not one.metadata.get("secret")}
        for name, part in parts.items()
    }


def _tool_of(catalogue: Catalogue, server: str, tool: str) -> Tool | None:
    return catalogue.known(f"{server}.{tool}")


def tree_of(config: Config) -> Path:
    """Where the wrappers of this set of servers are kept: another set has another tree."""
    keys = sorted(key_of(spec) for spec in config.servers)
    return config.state_dir / "trees" / sha256("\n".join(keys).encode()).hexdigest()[:16]


def client_source() -> str:
    """The text every tree of wrappers stands on."""
    return files("sandgate.sandbox.guest").joinpath("client.py").read_text(encoding="utf-8")
