"""Every setting, read once into one frozen object. `load` is the only door; `reference` describes the options."""

from __future__ import annotations

from sandgate.config.options import (
    CLIENT_NAMES,
    AlertOptions,
    CatalogueOptions,
    ClientName,
    CommandOptions,
    Config,
    Found,
    HttpOptions,
    ImportOptions,
    NetworkOptions,
    OutputOptions,
    PolicyOptions,
    PrivacyOptions,
    PrivacyRuleOptions,
    RecogniserOptions,
    RuleOptions,
    SandboxOptions,
    State,
    ValidationOptions,
)
from sandgate.config.reading import load

__all__ = [
    "CLIENT_NAMES",
    "AlertOptions",
    "CatalogueOptions",
    "ClientName",
    "CommandOptions",
    "Config",
    "Found",
    "HttpOptions",
    "ImportOptions",
    "NetworkOptions",
    "OutputOptions",
    "PolicyOptions",
    "PrivacyOptions",
    "PrivacyRuleOptions",
    "RecogniserOptions",
    "RuleOptions",
    "SandboxOptions",
    "State",
    "ValidationOptions",
    "load",
]
