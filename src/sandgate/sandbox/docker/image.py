"""The image that containers start from: this machine's Python, Deno where it is installed, our own code, nothing else.
Or any other base.

Made without the network and without the engine's builder. The same input gives the same bytes: names in order, no
times, no owners; so the same digest.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Callable, Sequence
from hashlib import file_digest
from importlib.metadata import version
from pathlib import Path
from typing import Any

import anyio.to_thread

from ...errors import SandboxError
from ..process import root
from ..remote import contents
from ..remote.speech import PYTHON, Speech
from ..typescript import runtime
from .engine import Engine, EngineRefused

NAME = "sandgate-sandbox"
INSIDE = "docker"
"""The package whose first process runs in it."""
CODE_LABEL, PYTHON_LABEL, DENO_LABEL = "sandgate.code", "sandgate.python", "sandgate.deno"
EPOCH = "1970-01-01T00:00:00Z"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
BUILD = "run `sandgate sandbox build --docker`"
MISSING = f"the container engine has no image {{}}: {BUILD}"
OTHER_CODE = f"the image {{}} was made by another version of Sandgate: {BUILD} again"
OTHER_PYTHON = f"the packages for programs are for {{}}, and the image {{}} has {{}}: {BUILD} without --base"
OTHER_DENO = f"the image {{}} was made {{}} Deno: {BUILD} again"
OnProgress = Callable[[str], None]


async def usable(engine: Engine, name: str, *, has_packages: bool = False, speech: Speech = PYTHON) -> str:
    """The image's digest. Raises SandboxError, with what to do, where it cannot be used by this version."""
    try:
        about = await engine.ask("GET", f"/images/{name}/json")
    except EngineRefused as error:
        raise SandboxError(MISSING.format(name)) from error
    labels: dict[str, str] = about.get("Config", {}).get("Labels") or {}
    if labels.get(CODE_LABEL) != await anyio.to_thread.run_sync(contents.code_key, INSIDE):
        raise SandboxError(OTHER_CODE.format(name))
    if has_packages and labels.get(PYTHON_LABEL) != _python():
        raise SandboxError(OTHER_PYTHON.format(_python(), name, labels.get(PYTHON_LABEL) or "its own"))
    if speech.language == "typescript":
        has = labels.get(DENO_LABEL)
        if has != await anyio.to_thread.run_sync(runtime.key):
            raise SandboxError(OTHER_DENO.format(name, "with another" if has else "without"))
    return str(about["Id"])


async def build(engine: Engine, name: str = NAME, *, base: str = "", on_progress: OnProgress = lambda _: None) -> str:
    """Make the image and hand it to the engine. Its digest. Raises SandboxError."""
    with tempfile.TemporaryDirectory(prefix="sandgate-image-") as scratch:
        folder = Path(scratch)
        if base:
            on_progress(f"Fetching {base} from the engine")
            await _exported(engine, base, folder / "base.tar")
        on_progress("Putting the image together")
        archive = await anyio.to_thread.run_sync(archived, folder, name, base)
        on_progress("Handing it to the engine")
        with archive.open("rb") as file:
            said = await engine.ask("POST", "/images/load", file, quiet=True)
        if isinstance(said, dict) and "error" in said:
            raise SandboxError(f"the container engine did not take the image: {said['error']}")
    return await usable(engine, name)


async def _exported(engine: Engine, base: str, into: Path) -> None:
    try:
        with into.open("wb") as file:
            await engine.fetch(f"/images/{base}/get", file)
    except EngineRefused as error:
        raise SandboxError(f"{error}. Bring the image there first: `docker pull {base}`") from error


def archived(folder: Path, name: str, base: str = "", inside: str = INSIDE) -> Path:
    """An archive that engines load: layers, a description of the whole, and a list of both."""
    below, config = _base(folder) if base else ([], _local(inside))
    own = [_python_layer(folder)] if not base else []
    own += [*_deno(folder, config), _code(folder, inside, compiled=not base)]
    layers = [(layer, _digest(layer)) for layer in (*below, *own)]  # a base may have one twice
    config["rootfs"]["diff_ids"] += [f"sha256:{digest}" for _, digest in layers[len(below) :]]
    config["history"] = [{"created": EPOCH, "created_by": "sandgate"} for _ in layers]
    described = folder / "config.json"
    described.write_text(json.dumps(config, sort_keys=True), encoding="utf-8")
    return _saved(folder / "image.tar", name, described, layers)


def _code(folder: Path, inside: str, *, compiled: bool) -> Path:
    contents.put_code(folder / "code", inside, compiled=compiled)
    shutil.copytree(folder / f"code{contents.GUEST}", folder / f"code{root.HOME}/guest")
    return _layer(folder / "code", folder / "code.tar")


def _deno(folder: Path, config: dict[str, Any]) -> list[Path]:
    """A layer with it, where it is installed. A base must have what it links against."""
    if (deno := runtime.installed()) is None:
        return []
    contents.put_deno(folder / "deno", deno)
    config["config"]["Labels"][DENO_LABEL] = runtime.key(deno)
    return [_layer(folder / "deno", folder / "deno.tar")]


def _python_layer(folder: Path) -> Path:
    contents.put_python(folder / "python")
    return _layer(folder / "python", folder / "python.tar")


def _local(inside: str) -> dict[str, Any]:
    own = {
        "Env": [f"LD_LIBRARY_PATH={contents.LIBRARIES}", f"PATH={contents.PYTHON}/bin"],
        "Entrypoint": [f"{contents.PYTHON}/bin/python3", *contents.start(inside)],
        "Labels": {PYTHON_LABEL: _python()},
    }
    machine = os.uname().machine
    config: dict[str, Any] = {
        "os": "linux",
        "architecture": ARCHITECTURES.get(machine, machine),
        "rootfs": {"type": "layers", "diff_ids": []},
    }
    return {**config, "created": EPOCH, "config": _started(own, inside)}


def _base(folder: Path) -> tuple[list[Path], dict[str, Any]]:
    """What another image is made of, so that ours can be put on top."""
    inner = folder / "base"
    with tarfile.open(folder / "base.tar") as archive:
        archive.extractall(inner, filter="data")
    (folder / "base.tar").unlink()
    listed = json.loads((inner / "manifest.json").read_text(encoding="utf-8"))[0]
    config: dict[str, Any] = json.loads((inner / listed["Config"]).read_text(encoding="utf-8"))
    own: dict[str, Any] = config.get("config") or {}
    labels: dict[str, str] = {**(own.get("Labels") or {}), PYTHON_LABEL: ""}
    kept = {key: config[key] for key in ("os", "architecture", "variant", "rootfs") if key in config}
    start = _started(
        {"Env": own.get("Env") or [], "Entrypoint": ["python3", *contents.start(INSIDE)], "Labels": labels}, INSIDE
    )
    return [inner / layer for layer in listed["Layers"]], {**kept, "created": EPOCH, "config": start}


def _started(own: dict[str, Any], inside: str) -> dict[str, Any]:
    labels = {**own["Labels"], CODE_LABEL: contents.code_key(inside), "sandgate.version": version("sandgate")}
    return {**own, "Labels": labels, "User": "65534:65534", "WorkingDir": "/"}


def _layer(folder: Path, into: Path) -> Path:
    with tarfile.open(into, "w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(folder.rglob("*")):
            archive.add(path, str(path.relative_to(folder)), recursive=False, filter=_bare)
    shutil.rmtree(folder)
    return into


def _bare(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Nothing of who made it or when."""
    executable = entry.isdir() or entry.mode & 0o100
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o1777 if entry.name in contents.OPEN_TO_ALL else 0o755 if executable else 0o644
    entry.pax_headers = {}
    return entry


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return file_digest(content, "sha256").hexdigest()


def _saved(into: Path, name: str, config: Path, layers: Sequence[tuple[Path, str]]) -> Path:
    named = [(layer, f"{digest}/layer.tar") for layer, digest in layers]
    title = name if ":" in name.rpartition("/")[2] else f"{name}:latest"
    listed = [{"Config": f"{_digest(config)}.json", "RepoTags": [title], "Layers": [name for _, name in named]}]
    manifest = config.with_name("manifest.json")
    manifest.write_text(json.dumps(listed), encoding="utf-8")
    with tarfile.open(into, "w") as archive:
        for path, inside in (
            (config, listed[0]["Config"]),
            *named,
            (manifest, "manifest.json"),
        ):
            archive.add(path, str(inside), filter=_bare)
    return into


def _python() -> str:
    """What packages must be made for."""
    return f"{sys.implementation.cache_tag}-{os.uname().machine}"
