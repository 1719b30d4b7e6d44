"""Every setting, read once into one frozen object. `load` is the only door; `reference` describes the options.

Parts that check their own settings do it within `naming_file`.
"""

from __future__ import annotations

from sandgate.config.options import (
    CLIENT_NAMES,
    AlertOptions,
    AuditOptions,
    CacheOptions,
    CacheRuleOptions,
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
from sandgate.config.reading import load, naming_file

__all__ = [
    "CLIENT_NAMES",
    "AlertOptions",
    "AuditOptions",
    "CacheOptions",
    "CacheRuleOptions",
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
    "naming_file",
]
