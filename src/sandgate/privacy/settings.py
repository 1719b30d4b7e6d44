"""From the settings to the guards of sessions."""

from __future__ import annotations

import re
from dataclasses import asdict

from sandgate.config import Config
from sandgate.errors import ConfigError

from .detection import KINDS, DetectionOptions, Detector, Recogniser
from .guard import Rule
from .store import VaultStore
from .vaults import Vaults

NAME = re.compile(r"[A-Z][A-Z_]{1,40}")


def vaults_of(config: Config) -> Vaults:
    rules = [Rule(**asdict(rule)) for rule in config.privacy.rules]
    return Vaults(detector_of(config), store_of(config), config.privacy.mode, rules)


def store_of(config: Config) -> VaultStore:
    return VaultStore(config.state_dir / "vault", config.privacy.keep_hours * 3600)


def detector_of(config: Config) -> Detector:
    """Raises ConfigError for a kind, a pattern or a name that cannot be."""
    options = config.privacy
    recognisers = tuple(_checked(Recogniser(**asdict(one))) for one in options.recognisers)
    known = {*KINDS, *(one.name for one in recognisers)}
    for kind in (*options.ignore, *options.include, *(kind for rule in options.rules for kind in rule.restore or ())):
        if kind not in known:
            raise ConfigError(f"privacy: there is no kind {kind!r}; there are: {', '.join(sorted(known))}")
    kinds = {**dict.fromkeys(options.include, True), **dict.fromkeys(options.ignore, False)}
    return Detector(
        DetectionOptions(regions=options.regions, kinds=kinds, recognisers=recognisers, names=options.names)
    )


def _checked(recogniser: Recogniser) -> Recogniser:
    place = f"privacy.recognisers: {recogniser.name or 'one without a name'}"
    if not NAME.fullmatch(recogniser.name) or recogniser.name in KINDS:
        raise ConfigError(f"{place}: a name is capital letters and `_`, and no kind of Sandgate's own")
    if not recogniser.pattern and not recogniser.keys:
        raise ConfigError(f"{place} has neither a pattern nor keys, so it would find nothing")
    try:
        if re.compile(recogniser.pattern).match("") and recogniser.pattern:
            raise ConfigError(f"{place}: the pattern fits an empty text; make it say more")
    except re.error as error:
        raise ConfigError(f"{place}: the pattern cannot be read: {error}") from error
    return recogniser
