"""The self-test of containers: the attacks of the process sandbox, as far as they mean the same in a container."""

from __future__ import annotations

from ..process import selftest
from .backend import DockerBackend

OWN_FILES = frozenset(
    (
        "a file of the host cannot even be seen",
        "a file of the host cannot be read",
        "folders of the host cannot be listed",
    )
)
"""An image may have an `/etc` of its own, and Podman makes one: nothing in there is the host's."""
HELD = len(selftest.tried_at("bwrap")) - len(OWN_FILES)


async def failing(backend: DockerBackend) -> list[str]:
    """What does not hold of what a container promises. Raises SandboxError where the program did not run at all."""
    return [name for name in await selftest.failing(backend, "bwrap") if name not in OWN_FILES]
