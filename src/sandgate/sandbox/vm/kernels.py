"""Where a virtual machine's kernel comes from: a file that is named, this machine's own, or Debian's package.

Of its modules only those are taken that a machine of ours needs, in the order they must be loaded.
"""

from __future__ import annotations

import gzip
import lzma
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ...errors import SandboxError

WANTED = ("virtio_pci", "virtio_console")
BOOT, MODULES = Path("/boot"), Path("/lib/modules")
PACKAGE = "linux-image-cloud-amd64"
FETCH_SECONDS = 300
CURE = "`apt install linux-image-cloud-amd64`, or name one: `sandgate sandbox build --vm --kernel /path/to/vmlinuz`"
DEPENDS = re.compile(rb"\0depends=([^\0]*)\0")
NUMBERS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Kernel:
    image: Path
    modules: Path | None
    """The folder with its modules; None where it is said to need none."""


def found(named: Path | None, fetched: Path) -> Kernel:
    """The kernel to use. What is fetched is kept in a folder of ours. Raises SandboxError, with what to do."""
    if named is not None:
        return _named(named)
    if own := _newest():
        return own
    return _fetched(fetched)


def modules_of(kernel: Kernel) -> list[bytes]:
    """What its modules say, each after those it needs. Raises SandboxError where one is missing."""
    if kernel.modules is None:
        return []
    files = {_name(path): path for path in sorted(kernel.modules.rglob("*.ko*"))}
    built_in = _built_in(kernel.modules)
    taken: dict[str, bytes] = {}

    def take(name: str) -> None:
        if name in taken or name in built_in:
            return
        if name not in files:
            raise SandboxError(f"the kernel {kernel.image} has no module {name}, which a virtual machine needs")
        content = _content(files[name])
        said = DEPENDS.search(content)
        for needed in filter(None, said[1].decode("ascii", "replace").split(",")) if said else ():
            take(needed.replace("-", "_"))
        taken[name] = content

    for name in WANTED:
        take(name)
    return [*taken.values()]


def _named(image: Path) -> Kernel:
    if not os.access(image, os.R_OK):
        raise SandboxError(f"the kernel {image} cannot be read: name a file that can")
    release = image.name.removeprefix("vmlinuz-")
    places = (image.parent.parent / "lib/modules" / release, MODULES / release, image.parent / "modules")
    return Kernel(image, next((place for place in places if place.is_dir()), None))


def _newest() -> Kernel | None:
    """This machine's own, the newest that can be read and has its modules."""
    for image in sorted(BOOT.glob("vmlinuz-*"), key=_age, reverse=True):
        modules = MODULES / image.name.removeprefix("vmlinuz-")
        if os.access(image, os.R_OK) and modules.is_dir():
            return Kernel(image, modules)
    return None


def _age(image: Path) -> list[int]:
    return [int(number) for number in NUMBERS.findall(image.name)]


def _fetched(folder: Path) -> Kernel:
    """Debian's kernel for virtual machines, downloaded and unpacked but not installed: that needs no rights."""
    if images := sorted(folder.glob("*/boot/vmlinuz-*"), key=_age):
        return _named(images[-1])
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        raise SandboxError(f"there is no kernel for virtual machines in {BOOT} that can be read: {CURE}")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix="part-") as scratch:
        package = _needed_by(PACKAGE)
        _ran("apt-get", "download", package, folder=Path(scratch))
        (archive,) = Path(scratch).glob("*.deb")
        _ran("dpkg-deb", "-x", str(archive), "unpacked", folder=Path(scratch))
        with suppress(OSError):  # somebody else was faster
            (Path(scratch) / "unpacked").rename(folder / package)
    return _named(max((folder / package / "boot").glob("vmlinuz-*"), key=_age))


def _needed_by(package: str) -> str:
    """The package behind the one that always means the newest."""
    told = _ran("apt-cache", "depends", package)
    for line in told.splitlines():
        kind, _, name = line.strip().partition(": ")
        if kind == "Depends" and name.startswith("linux-image-"):
            return name
    raise SandboxError(f"there is no kernel for virtual machines, and no package {package} to take it from: {CURE}")


def _ran(*words: str, folder: Path | None = None) -> str:
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True, timeout=FETCH_SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        said = str(getattr(error, "stderr", "") or error).strip().splitlines()[-1:]
        raise SandboxError(
            f"there is no kernel for virtual machines, and none could be fetched by `{' '.join(words[:3])}`: "
            f"{' '.join(said)}. Use {CURE}"
        ) from error
    return done.stdout


def _name(path: Path) -> str:
    return path.name.partition(".ko")[0].replace("-", "_")


def _built_in(modules: Path) -> set[str]:
    try:
        lines = (modules / "modules.builtin").read_text(encoding="utf-8").splitlines()
    except OSError:
        return set()
    return {_name(Path(line)) for line in lines}


def _content(path: Path) -> bytes:
    """A module as the kernel takes it, whatever it is packed with."""
    match path.suffix:
        case ".ko":
            return path.read_bytes()
        case ".xz":
            return lzma.decompress(path.read_bytes())
        case ".gz":
            return gzip.decompress(path.read_bytes())
        case _:
            return b"".join(_unpacked(path))


def _unpacked(path: Path) -> Iterator[bytes]:
    if path.suffix != ".zst" or shutil.which("zstd") is None:
        raise SandboxError(f"the module {path} cannot be unpacked: `apt install zstd`")
    yield subprocess.run(["zstd", "-dcq", str(path)], capture_output=True, check=True).stdout
