"""From the settings to the guards of sessions."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict

import phonenumbers

from sandgate.config import Config, PrivacyOptions, naming_file
from sandgate.config.tables import nearest
from sandgate.errors import ConfigError

from .detection import KINDS, DetectionOptions, Detector, Recogniser
from .guard import Rule
from .store import VaultStore
from .vaults import Vaults

NAME = re.compile(r"[A-Z][A-Z_]{1,40}")
_TRIED = ("a", "A", "1", "-", " ", "a1", "A-", "1-", "a ", "a.")
_LONGEST_TRIED = 40
_LONG = 0.05
"""Seconds, for some forty characters that take a millionth of one."""


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
        _checked(Recogniser(**asdict(one)), f"privacy.recognisers (number {number})")
        for number, one in enumerate(options.recognisers, 1)
    )
    _check_kinds(options, sorted({*KINDS, *(one.name for one in recognisers)}))
    for number, rule in enumerate(options.rules, 1):
        _check_tools(rule.tools, f"privacy.rules (number {number})")
    kinds = {**dict.fromkeys(options.include, True), **dict.fromkeys(options.ignore, False)}
    return Detector(
        DetectionOptions(
            regions=tuple(map(_country, options.regions)), kinds=kinds, recognisers=recognisers, names=options.names
        )
    )


def _check_kinds(options: PrivacyOptions, known: Sequence[str]) -> None:
    restored = {f"privacy.rules (number {n}), restore": rule.restore or () for n, rule in enumerate(options.rules, 1)}
    named = {"privacy.ignore": options.ignore, "privacy.include": options.include, **restored}
    for key, kinds in named.items():
        for kind in kinds:
            if kind not in known:
                raise ConfigError(f"{key}: there is no kind {kind}; {nearest(kind, known)}")


def _check_tools(tools: Sequence[str], key: str) -> None:
    if not tools:
        raise ConfigError(f'{key} names no tools, so it would hold for nothing: tools = ["server.*"]')
    for pattern in tools:
        if "." not in pattern and "*" not in pattern:
            raise ConfigError(f"{key}: no tool is called {pattern}: `{pattern}.*` are all tools of a server")


def _country(region: str) -> str:
    country = region.upper()
    if country not in phonenumbers.SUPPORTED_REGIONS:
        cure = "did you mean GB?" if country == "UK" else "countries have two letters, such as US, GB or DE"
        raise ConfigError(f"privacy.regions: there is no country {region}; {cure}")
    return country


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
    if _explodes(recogniser.pattern):
        raise ConfigError(f"{place}: the pattern takes seconds for a short text: leave no repeat inside a repeat")
    return recogniser


def _explodes(pattern: str) -> bool:
    """Whether each further character doubles the work: a text of fifty would then stop everything for hours."""
    search = re.compile(pattern).search
    for letter in _TRIED:
        for count in range(8, _LONGEST_TRIED, 2):
            text = letter * count + "!"
            if _seconds(search, text) > _LONG and _seconds(search, text) > _LONG:  # a busy machine may be slow once
                return True
    return False


def _seconds(search: Callable[[str], object], text: str) -> float:
    started = time.process_time()
    search(text)
    return time.process_time() - started
