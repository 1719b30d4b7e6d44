"""The tools a command works with: captured ones, or the remembered ones and those of servers that are asked now."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from sandgate.catalog import Catalogue, Index, Store, captured
from sandgate.catalog.learned.observations import Observations
from sandgate.config import Config, PolicyOptions, load
from sandgate.errors import ConfigError
from sandgate.model import Tool

from .asking import ask
from .display import plural, progress, warn
from .options import config_of

Needed = Callable[[Catalogue], Collection[str]]
"""Which servers a command needs, from what is known before any is asked."""

SEARCH = "`sandgate search`"
"""What a person finds tools with."""


@dataclass(frozen=True, kw_only=True)
class Known:
    catalogue: Catalogue
    unavailable: Mapping[str, str]
    """Servers that were asked and did not answer, with the reason."""
    policy: PolicyOptions
    """What the settings say of which tools may be called."""

    def hides(self, tool: Tool) -> bool:
        """Whether no program may call a tool, whatever the arguments: nobody need find it."""
        return (tool.server, tool.name) in self._hidden

    @cached_property
    def _hidden(self) -> frozenset[tuple[str, str]]:
        if self.policy == PolicyOptions():
            return frozenset()
        from sandgate.policy.risk import weigh_call  # where nothing is ruled, nobody need wait for it
        from sandgate.policy.settings import rules_of

        rules, names = rules_of(self.policy), self.catalogue.names
        return frozenset(
            (tool.server, tool.name)
            for tool in self.catalogue.tools
            if rules.hides(names(tool), changes=weigh_call(tool, {}).changes_data)
        )

    def indexed(self) -> Index:
        """What searches look into, made now if it was not kept."""
        tools = len(self.catalogue.tools)
        with progress(f"Indexing {plural(tools, 'tool')}", tools) as advance:
            return self.catalogue.index(advance)


def known_tools(arguments: argparse.Namespace, needed: Needed) -> Known:
    """The catalogue of `--catalogue`, else of the configured servers. Asks needed servers that were never listed."""
    if arguments.catalogue:
        listings = captured(arguments.catalogue)
        catalogue = Catalogue(listings, listings, search=SEARCH)
        return Known(catalogue=catalogue, unavailable={}, policy=load(arguments.config).policy)
    config = config_of(arguments)
    if not config.servers:
        raise ConfigError("no server is ready; `sandgate servers` says where Sandgate looked and what it found")
    catalogue = remembered(config)
    wanted = needed(catalogue)
    answers = ask(config, [server for server in catalogue.unlisted if server in wanted])
    unavailable = {answer.server: answer.error for answer in answers if answer.error}
    for reason in unavailable.values():
        warn(reason)
    known = remembered(config) if answers else catalogue
    return Known(catalogue=known, unavailable=unavailable, policy=config.policy)


def store_of(config: Config) -> Store:
    return Store(config.state_dir / "catalogue")


def remembered(config: Config) -> Catalogue:
    """What is known without starting anything."""
    store = store_of(config)
    found = {spec.name: store.load(spec) for spec in config.servers}
    listings = {name: memory.listing for name, memory in found.items() if memory}
    catalogue = Catalogue(found, listings, kept=store.folder / "search", search=SEARCH)
    observations = Observations(config.state_dir / "observed")
    for spec in config.servers if config.catalogue.learn else ():
        catalogue.observe(spec.name, observations.load(spec))
    return catalogue
