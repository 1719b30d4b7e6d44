"""What is used of the microsandbox package, and where it is found. Nothing of it is loaded before it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

from .... import extras
from ....errors import SandboxError

if TYPE_CHECKING:
    from microsandbox import ImageDetail, ImageHandle, ImageSource, MountConfig, Network, PullPolicy, SandboxStatus

MISSING = f"microsandbox is not installed: {extras.command('microsandbox')}"


class Event(Protocol):
    """Something that a process in a machine did."""

    @property
    def event_type(self) -> str: ...
    @property
    def data(self) -> bytes | None: ...
    @property
    def code(self) -> int | None: ...


class Process(Protocol):
    """A process in a machine."""

    async def recv(self) -> Event | None: ...


class Machine(Protocol):
    async def exec_stream(
        self,
        cmd: str,
        args: list[str] | None = None,
        *,
        cwd: str | None = None,
        user: str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Process: ...
    async def kill(self, timeout: float | None = None) -> None: ...
    async def destroy(self, *, force: bool = False, timeout: float | None = None) -> None: ...


class Listed(Protocol):
    """A machine as the list has it, whoever started it."""

    @property
    def status(self) -> SandboxStatus: ...
    @property
    def created_at(self) -> float | None: ...
    def config(self) -> dict[str, object]: ...
    async def destroy(self, *, force: bool = False, timeout: float | None = None) -> None: ...


class Page(Protocol):
    @property
    def sandboxes(self) -> Sequence[Listed]: ...
    @property
    def next_cursor(self) -> str | None: ...


class Machines(Protocol):
    """`microsandbox.Sandbox`, as a class."""

    async def create(
        self,
        name: str,
        *,
        image: ImageSource,
        memory: int,
        cpus: int,
        max_memory: int,
        max_cpus: int,
        hostname: str,
        user: str,
        workdir: str,
        ephemeral: bool,
        labels: Mapping[str, str],
        pull_policy: PullPolicy,
        volumes: Mapping[str, MountConfig],
        vsock: Mapping[str, int],
        network: Network,
    ) -> Machine: ...
    async def list_with(self, *, cursor: str | None = None, labels: Mapping[str, str] | None = None) -> Page: ...


class Images(Protocol):
    """`microsandbox.Image`, as a class."""

    async def inspect(self, reference: str) -> ImageDetail: ...
    async def load(self, input_path: str, *, tag: str | None = None) -> list[ImageHandle]: ...


@dataclass(frozen=True, slots=True)
class Sdk:
    machines: Machines
    images: Images


def is_installed() -> bool:
    return find_spec("microsandbox") is not None


def loaded() -> Sdk:
    """Raises SandboxError where it is not installed, or not for this machine."""
    try:
        import microsandbox
    except ImportError as error:
        if not is_installed():
            raise SandboxError(MISSING) from error
        raise SandboxError(f"microsandbox cannot be used: {error}") from error
    return Sdk(microsandbox.Sandbox, microsandbox.Image)
