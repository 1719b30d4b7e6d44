"""microsandbox as far as the driver uses it, without a processor that can: its machines are processes in bubblewrap.

What it is asked for has the forms of the real package. Our first process runs in it as it would in a machine: as root,
with the image's layout, and a socket of the host's behind the port that it calls.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import DEVNULL, PIPE
from typing import TYPE_CHECKING, Any, cast

import anyio
from anyio.abc import Process as HostProcess

import sandgate
from sandgate.sandbox.docker.image import CODE_LABEL
from sandgate.sandbox.process import root
from sandgate.sandbox.remote import contents
from sandgate.sandbox.typescript import runtime
from sandgate.sandbox.vm.micro import image

if TYPE_CHECKING:
    from microsandbox import ImageDetail, ImageHandle, ImageSource, MountConfig, Network, PullPolicy, SandboxStatus

CODE = Path(sandgate.__file__).parent
LIBRARIES = ("/usr", "/lib", "/lib64")
FOLDERS = (
    "/code",
    "/commands",
    "/python/libraries",
    "/run",
    "/sys",
    "/.msb",
    *(f"/{name}" for name in contents.FOLDERS[4:]),
)
BRIDGE = """
import runpy, socket, sys
class Bridged(socket.socket):
    def __init__(self, family=-1, *others, **named):
        super().__init__(socket.AF_UNIX if family == socket.AF_VSOCK else family, *others, **named)
    def connect(self, address):
        super().connect({ports}[address[1]] if address[0] == socket.VMADDR_CID_HOST else address)
socket.socket, own = Bridged, socket.socket
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""What the machine's device for such sockets does: hand a call to the host's socket."""


@dataclass(frozen=True, slots=True)
class Event:
    event_type: str
    data: bytes | None = None
    code: int | None = None


@dataclass(slots=True)
class Process:
    own: HostProcess

    async def recv(self) -> Event | None:
        assert self.own.stderr is not None
        try:
            return Event("stderr", await self.own.stderr.receive())
        except (anyio.EndOfStream, anyio.ClosedResourceError):
            return Event("exited", code=await self.own.wait())


@dataclass(slots=True, eq=False)
class Machine:
    """A machine that has been booted, and what it was asked to be like."""

    asked: dict[str, Any]
    gone: bool = False
    mute: bool = False
    stubborn: bool = False
    processes: list[HostProcess] = field(default_factory=list[HostProcess])
    created_at: float | None = 0.0

    @property
    def status(self) -> SandboxStatus:
        from microsandbox import SandboxStatus

        return SandboxStatus.RUNNING

    def config(self) -> dict[str, object]:
        return {"labels": {**self.asked["labels"]}}

    async def exec_stream(
        self,
        cmd: str,
        args: list[str] | None = None,
        *,
        cwd: str | None = None,
        user: str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Process:
        from microsandbox import ExecFailedError

        assert (user, cwd) == ("0:0", "/")
        if self.mute:
            raise ExecFailedError("nothing can be started in it")
        flags, words = (args or [])[:3], (args or [])[3:]
        command = [*self._walls(), cmd, *flags, "-c", BRIDGE.format(ports=self._ports), *words]
        own = await anyio.open_process(command, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, env=dict(env or {}))
        self.processes.append(own)
        return Process(own)

    async def kill(self, timeout: float | None = None) -> None:
        for process in self.processes:
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGKILL)
            await process.wait()
            await process.aclose()

    async def destroy(self, *, force: bool = False, timeout: float | None = None) -> None:
        from microsandbox import SandboxStopTimedOutError

        assert force
        if self.stubborn:
            raise SandboxStopTimedOutError("it does not end")
        await self.kill()
        self.gone = True

    @property
    def _ports(self) -> dict[int, str]:
        return {port: f"/line{port}/{Path(path).name}" for path, port in self.asked["vsock"].items()}

    def _walls(self) -> list[str]:
        home = Path(sys.base_prefix)
        shown = {"/code/sandgate": CODE, "/python/bin": home / "bin", "/python/lib": home / "lib"}
        shown |= {path: Path(path) for path in LIBRARIES if Path(path).exists()}
        shown["/sandgate/guest"] = CODE / "sandbox" / "typescript" / "guest"
        if deno := runtime.installed():
            shown[f"{root.COMMANDS}/deno"] = Path(deno)
        shown |= {f"/line{port}": Path(path).parent for path, port in self.asked["vsock"].items()}
        for path, mount in cast("Mapping[str, MountConfig]", self.asked["volumes"]).items():
            assert mount.readonly
            shown[path] = Path(str(mount.bind))
        words = ["bwrap", "--die-with-parent", "--unshare-pid", "--cap-add", "ALL", "--dev", "/dev", "--proc", "/proc"]
        words += [word for path in ("/tmp", *FOLDERS) for word in ("--dir", path)]
        return [*words, *(word for path, own in shown.items() for word in ("--ro-bind", str(own), path)), "--"]


@dataclass(slots=True)
class Page:
    sandboxes: Sequence[Machine]
    next_cursor: str | None = None


@dataclass(slots=True)
class Machines:
    made: list[Machine] = field(default_factory=list[Machine])
    refuses: str = ""
    """Why no machine boots."""
    held: anyio.Event | None = None
    """What a boot waits for."""
    mute: bool = False
    """Whether nothing can be started in its machines."""
    stubborn: bool = False
    """Whether they cannot be ended, as where the package itself fails."""
    booting: anyio.Event = field(default_factory=anyio.Event)

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
    ) -> Machine:
        from microsandbox import MicrosandboxError

        asked = {key: value for key, value in locals().items() if key not in ("self", "MicrosandboxError")}
        if self.refuses:
            raise MicrosandboxError(self.refuses)
        self.booting.set()
        if self.held:
            await self.held.wait()
        self.made.append(Machine(asked, mute=self.mute, stubborn=self.stubborn))
        return self.made[-1]

    async def list_with(self, *, cursor: str | None = None, labels: Mapping[str, str] | None = None) -> Page:
        """One on each page."""
        found = [one for one in self.made if not one.gone and (labels or {}).items() <= one.asked["labels"].items()]
        at = int(cursor or 0)
        return Page(found[at : at + 1], str(at + 1) if at + 1 < len(found) else None)


@dataclass(slots=True)
class Config:
    labels: dict[str, Any] | None


@dataclass(slots=True)
class Detail:
    config: Config


@dataclass(slots=True)
class Images:
    """One image is there, as this version of Sandgate makes it."""

    labels: dict[str, Any] = field(default_factory=lambda: {CODE_LABEL: contents.code_key(image.INSIDE)})

    async def inspect(self, reference: str) -> ImageDetail:
        from microsandbox import ImageNotFoundError

        if not self.labels:
            raise ImageNotFoundError(reference)
        return cast("ImageDetail", Detail(Config(self.labels)))  # of the real one no other can be made

    async def load(self, input_path: str, *, tag: str | None = None) -> list[ImageHandle]:
        raise NotImplementedError("images are given to the real package")
