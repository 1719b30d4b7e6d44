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
GVISOR = "docker/runsc"
OF_ITS_OWN_KERNEL = frozenset(
    (
        "other processes' memory cannot be read",
        "devices cannot be opened",
        "no signal to those outside",
    )
)
"""gVisor knows no Landlock: a program can see our first process, which knows no secret, and end it and so itself. The
devices are gVisor's own."""


def held(backend: DockerBackend) -> int:
    """How many attacks are tried that must fail."""
    return len(selftest.tried_at("bwrap")) - len(_meaningless(backend))


async def failing(backend: DockerBackend) -> list[str]:
    """What does not hold of what a container promises. Raises SandboxError where the program did not run at all."""
    return [name for name in await selftest.failing(backend, "bwrap") if name not in _meaningless(backend)]


def _meaningless(backend: DockerBackend) -> frozenset[str]:
    return OWN_FILES | OF_ITS_OWN_KERNEL if backend.name == GVISOR else OWN_FILES
