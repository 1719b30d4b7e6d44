"""Attacks on the sandbox, one small program each, by what they reach for."""

from __future__ import annotations

from . import files, gateway, kernel, network, persistence, processes, resources, results, secrets, sessions
from .probe import Probe

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
PROBES = tuple(probe for group in GROUPS.values() for probe in group)
