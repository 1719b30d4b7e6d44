"""Settings that can be read, and with which nothing would run: what each part says of its own."""

from __future__ import annotations

from collections.abc import Iterator

from sandgate.config import CommandOptions, Config, NetworkOptions, PrivacyOptions, ValidationOptions
from sandgate.errors import ConfigError


def mistakes(config: Config) -> Iterator[ConfigError]:
    """The first of each part. A part is loaded only where the settings say something of it."""
    for said, ask in (
        (config.privacy != PrivacyOptions(), _privacy),
        (config.network != NetworkOptions(), _network),
        (config.validation != ValidationOptions(), _validation),
        (config.commands != CommandOptions(), _commands),
    ):
        try:
            if said:
                ask(config)
        except ConfigError as error:
            yield error


def _privacy(config: Config) -> None:
    from sandgate.privacy.settings import detector_of

    detector_of(config)


def _network(config: Config) -> None:
    from sandgate.policy.settings import network_of

    network_of(config)


def _validation(config: Config) -> None:
    from sandgate.policy.settings import levels_of

    levels_of(config)


def _commands(config: Config) -> None:
    from sandgate.app import commands_of

    commands_of(config)
