"""From the settings to the cache."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from sandgate.catalog.store import key_of
from sandgate.config import CacheOptions, Config
from sandgate.hub.environment import environment
from sandgate.model import ServerSpec

from .asking import Cache, NoCache
from .shelf import Shelf
from .terms import Terms


def cache_of(config: Config) -> Cache:
    if not keeps_anything(config.cache):
        return NoCache()
    from sandgate.privacy.sealing import MasterKey  # ciphers take a while to load; who keeps nothing need not wait

    from .sealed import SealedCache

    places = {spec.name: place_of(spec) for spec in config.servers}
    master = MasterKey(config.state_dir / "vault" / "vault.key")
    return SealedCache(shelf_of(config), master, Terms(config.cache, places))


def keeps_anything(options: CacheOptions) -> bool:
    return options.read_only or bool(options.tools) or any(rule.seconds for rule in options.rules)


def shelf_of(config: Config) -> Shelf:
    return Shelf(config.state_dir / "cache", config.cache.size_mb)


def place_of(spec: ServerSpec) -> str:
    """What tells a server from another of the same name. Secrets enter only as part of a hash."""
    started = (str(Path.cwd()), sorted(environment(spec).items())) if spec.transport == "stdio" else ()
    return sha256(json.dumps((key_of(spec), spec.oauth_client_id, spec.oauth_scope, started)).encode()).hexdigest()
