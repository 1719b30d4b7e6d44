"""From the settings to the guards of sessions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict

from sandgate.config import Config, PrivacyOptions, naming_file
from sandgate.config.tables import nearest
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
    with naming_file(config):
        return _detector_of(config.privacy)


def _detector_of(options: PrivacyOptions) -> Detector:
    recognisers = tuple(
        _checked(Recogniser(**asdict(one)), f"privacy.recognisers[{number}]")
        for number, one in enumerate(options.recognisers)
    )
    _check_kinds(options, sorted({*KINDS, *(one.name for one in recognisers)}))
    kinds = {**dict.fromkeys(options.include, True), **dict.fromkeys(options.ignore, False)}
    return Detector(
        DetectionOptions(regions=options.regions, kinds=kinds, recognisers=recognisers, names=options.names)
    )


def _check_kinds(options: PrivacyOptions, known: Sequence[str]) -> None:
    restored = {f"privacy.rules[{number}].restore": rule.restore or () for number, rule in enumerate(options.rules)}
    named = {"privacy.ignore": options.ignore, "privacy.include": options.include, **restored}
    for key, kinds in named.items():
        for kind in kinds:
            if kind not in known:
                raise ConfigError(f"{key}: there is no kind {kind}; {nearest(kind, known)}")


def _checked(recogniser: Recogniser, key: str) -> Recogniser:
    place = f"{key}: {recogniser.name or 'one without a name'}"
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
