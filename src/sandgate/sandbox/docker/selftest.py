"""The self-test of containers: the attacks of the process sandbox, as far as they mean the same in a container."""

from __future__ import annotations

from functools import partial

from ..process import selftest
from ..trying import Attacks, Tried
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


CURE = "update the engine and its runtime"


async def tried(backend: DockerBackend) -> Tried:
    """Also where there is no engine or no image: then it says so. The backend is closed."""
    number = len(selftest.tried_at("bwrap")) - len(_meaningless(backend))
    attacks = Attacks(failing=partial(failing, backend), number=number, limits=selftest.LIMITS, cure=CURE)
    return await attacks.tried(backend)


async def failing(backend: DockerBackend) -> list[str]:
    """What does not hold of what a container promises. Raises SandboxError where the program did not run at all."""
    return [name for name in await selftest.failing(backend, "bwrap") if name not in _meaningless(backend)]


def _meaningless(backend: DockerBackend) -> frozenset[str]:
    return OWN_FILES | OF_ITS_OWN_KERNEL if backend.name == GVISOR else OWN_FILES
