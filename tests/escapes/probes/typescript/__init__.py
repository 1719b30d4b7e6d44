"""Attacks in TypeScript, by what they reach for: what somebody who has Deno in hand would write."""

from __future__ import annotations

from ..probe import Probe
from . import files, gateway, kernel, network, persistence, processes, resources, results, secrets, sessions

GROUPS: dict[str, tuple[Probe, ...]] = {
    "files": files.PROBES,
    "network": network.PROBES,
    "processes": processes.PROBES,
    "kernel": kernel.PROBES,
    "resources": resources.PROBES,
    "gateway": gateway.PROBES,
    "results": results.PROBES,
    "secrets": secrets.PROBES,
    "persistence": persistence.PROBES,
    "sessions": sessions.PROBES,
}
