"""From the settings to the parts of policy."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Protocol, cast

from sandgate.config import Config, PolicyOptions, naming_file
from sandgate.errors import BadArguments, ConfigError

from .alerts import Alerts
from .approval import Way
from .board import Board
from .egress import NetworkPolicy, policy_of
from .gatekeeper import Always
from .review import Reviewer
from .risk.programs import ToolOf
from .rules import READ_ONLY, Rule, Rules
from .validation import Level
from .validation.rules import chosen
from .webhook import Webhook

MOST_CHANGES = 20


def rules_of(options: PolicyOptions) -> Rules:
    return Rules([Rule(**asdict(rule)) for rule in options.rules], options.profile)


def always_of(config: Config) -> Always:
    """What a person has allowed once and for all."""
    return Always(config.state_dir / "approvals" / "always.json")


def ways_of(config: Config) -> list[Way]:
    """The ways to a person that do not depend on a client."""
    hook = config.policy.approval_webhook
    return [Board(config.state_dir / "approvals"), *([Webhook(hook)] if hook else [])]


def network_of(config: Config) -> NetworkPolicy | None:
    """What programs may reach; None is nothing at all."""
    options = config.network
    if not options.allow:
        return None
    lists = {"allow": list(options.allow), "allow_private": list(options.allow_private)}
    closed = f"policy.profile is {READ_ONLY}" if config.policy.profile == READ_ONLY else ""
    with naming_file(config):
        return replace(policy_of({**asdict(options), **lists}), closed=closed)


def reviewer_of(config: Config, tool_of: ToolOf, installed: Collection[str]) -> Reviewer:
    """Raises ConfigError for a rule or level that does not exist."""
    options = config.validation
    return Reviewer(tool_of, enabled=options.enabled, levels=levels_of(config), packages=installed)


def levels_of(config: Config) -> Mapping[str, Level]:
    """What was chosen for the rules of validation. Where there is a network, using it is nothing to be told of."""
    given = cast("Mapping[str, Level]", config.validation.rules)
    usual: dict[str, Level] = {"network": "off"} if config.network.allow else {}
    with naming_file(config):
        try:
            return chosen({**usual, **given})
        except BadArguments as error:
            raise ConfigError(f"validation.rules: {error} `sandgate policy checks` lists them") from error


class Changed(Protocol):
    """A tool that is not what it was."""

    @property
    def server(self) -> str: ...
    @property
    def tool(self) -> str: ...
    @property
    def kind(self) -> str: ...


def tell_changes(alerts: Alerts, changes: Sequence[Changed]) -> None:
    """A description that changes after it was trusted is a known attack."""
    for change in changes[:MOST_CHANGES]:
        name = f"{change.server}.{change.tool}"
        alerts.tell("tool_changed", f"{name}: {change.kind} is not what it was", tool=name)
    if more := len(changes[MOST_CHANGES:]):
        alerts.tell("tool_changed", f"{changes[0].server}: {more} more changes")
