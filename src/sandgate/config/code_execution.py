"""The `mcpCodeExecution` block that may stand in a JSON settings file: what of it is in effect, and what is not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from sandgate.config.documents import Document, JsonTable, refuse_repeated
from sandgate.config.tables import Place, as_table, read_value, refuse_unknown
from sandgate.errors import ConfigError

BLOCK = "mcpCodeExecution"
_TYPES: dict[str, Any] = {
    "enabled": bool,
    "sandboxMode": Literal["process", "docker", "vm"],
    "securityLevel": str,
    "maxExecutionTime": float,
    "piiTokenization": bool,
    "auditLogging": bool,
}
_RESOURCES = {"memory": "memory_mb", "disk": "disk_mb", "cpu": None}
_MB_PER_UNIT = {"k": 1 / 1024, "m": 1, "g": 1024, "t": 1024 * 1024}


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeExecution:
    """What a block asks for."""

    file: str
    limits: dict[str, float] = field(default_factory=dict[str, float])
    options: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    """Of other tables: option and value, by table."""
    notices: tuple[str, ...] = ()


def find_block(document: Document, file: str) -> CodeExecution | None:
    """The block in a file, if there is one. It is written for us, so a mistake in it is a ConfigError in any file."""
    if BLOCK not in document:
        return None
    place = Place(file, BLOCK)
    if isinstance(document, JsonTable) and BLOCK in document.repeated:
        raise ConfigError(f"{place} is there twice; remove one")
    refuse_repeated(document[BLOCK], str(place))
    block = as_table(document[BLOCK], place)
    refuse_unknown(block, [*_TYPES, "resourceLimits"], place)
    values = {key: read_value(_TYPES[key], block[key], place / key, {}) for key in _TYPES if key in block}
    resources = as_table(block.get("resourceLimits", {}), place / "resourceLimits")
    limits = _limits(resources, place / "resourceLimits")
    if "maxExecutionTime" in values:
        limits["time_seconds"] = values["maxExecutionTime"] / 1000
    notices = tuple(_notices(values, resources, place))
    return CodeExecution(file=file, limits=limits, options=_options(values), notices=notices)


def _options(values: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    options: dict[str, dict[str, str]] = {}
    if mode := values.get("sandboxMode"):
        options["sandbox"] = {"backend": mode}
    if values.get("piiTokenization"):
        options["privacy"] = {"mode": "tokens"}
    return options


def _limits(resources: Mapping[str, Any], place: Place) -> dict[str, float]:
    refuse_unknown(resources, _RESOURCES, place)
    return {
        name: _megabytes(resources[key], place / key)
        for key, name in _RESOURCES.items()
        if name is not None and key in resources
    }


def _megabytes(value: object, place: Place) -> int:
    found = re.fullmatch(r"\s*(\d{1,9}(?:\.\d{1,9})?)\s*([kmgt])i?b?\s*", str(value), re.IGNORECASE)
    size = int(float(found[1]) * _MB_PER_UNIT[found[2].lower()]) if found else 0
    if size < 1:
        raise ConfigError(f'{place} must be a size such as "512MB" or "1GB", at least 1MB')
    return size


def _notices(values: Mapping[str, Any], resources: Mapping[str, Any], place: Place) -> list[str]:
    notices: list[str] = []

    def add(key: str, what: str) -> None:
        notices.append(f"{place / key} is not in effect: {what}")

    if values.get("enabled") is False:
        add("enabled", "Sandgate still runs code; to stop that, remove it from your client")
    if "securityLevel" in values:
        add("securityLevel", 'walls are chosen by the risk of each program, with sandbox.backend = "auto"')
    if values.get("auditLogging") is False:
        add("auditLogging", "what programs do is always written down; `[audit]` says how much and for how long")
    if "cpu" in resources:
        add("resourceLimits.cpu", "processor time is limited, not cores: limits.cpu_seconds")
    return notices
