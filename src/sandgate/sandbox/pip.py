"""pip in an environment of its own: it chooses versions and installs wheels; its failures become one sentence.

It inherits the person's environment, so that their index, proxies and certificates count. It runs no code of a package:
wheels are unpacked, and nothing is built from source.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from ..config.requirements import canonical
from ..errors import SandboxError
from .locked import HERE, Lock, Pin

OnProgress = Callable[[str], None]
WHEELS_ONLY = "Only wheels are taken, because building from source would run foreign code outside the sandbox"
PUBLIC_UMASK = 0o022
"""A stricter one would hide the packages from the programs' own ids."""
VENV_BYTES = 32 * 2**20
_COLLECTING = re.compile(r"(?:Collecting|Processing) (?:\S*/)?([\w.-]+?)(?:-\d|[<>=~!;\[\s])")
_UNREACHABLE = re.compile(
    "Max retries exceeded|connection error|Connection aborted|timed out|ProxyError|confirming the ssl certificate"
)
_REFUSED = re.compile("40[13] (?:Client )?Error")


class Pip:
    """A pip for one build. All its files are in the folder it is given, which whoever gave it removes."""

    def __init__(self, base: str, folder: Path, on_progress: OnProgress) -> None:
        self._folder, self._on_progress = folder, on_progress
        self._python = str(folder / "venv" / "bin" / "python")
        on_progress("Preparing pip")
        code, said = self._start([base, "-I", "-m", "venv", str(folder / "venv")])
        if code:
            raise _no_venv(said, folder)

    def choose(self, requirements: tuple[str, ...], known: Mapping[str, str]) -> list[Pin]:
        """A version of every package that is needed, with the hash of its file; those of `known` are kept."""
        self._on_progress("Choosing versions")
        wanted, kept, report = self._folder / "wanted", self._folder / "known", self._folder / "report.json"
        wanted.write_text("\n".join(requirements), encoding="utf-8")
        kept.write_text("\n".join(f"{name}=={version}" for name, version in known.items()), encoding="utf-8")
        options = ["--dry-run", "--ignore-installed", "--only-binary", ":all:", "--report", str(report)]
        self._pip("install", *options, "-r", str(wanted), "-c", str(kept))
        return sorted(_pin(entry) for entry in json.loads(report.read_text(encoding="utf-8"))["install"])

    def install(self, lock: Lock, target: Path) -> None:
        """Exactly the files that the lock has for this machine."""
        locked = self._folder / "locked"
        locked.write_text("\n".join(map(str, lock.here)), encoding="utf-8")
        options = ["--require-hashes", "--no-deps", "--only-binary", ":all:", "--no-compile", "--no-user"]
        self._pip("install", *options, "--target", str(target), "-r", str(locked))

    def compile(self, target: Path, seen_at: str) -> None:
        """Bytecode that names the files as programs will see them: the host's own paths are nobody's business."""
        self._on_progress("Compiling")
        words = ["-I", "-m", "compileall", "-qq", "-j", "0", "-s", str(target), "-p", seen_at, str(target)]
        self._start([self._python, *words])  # some packages hold files that are no Python of this version

    def _pip(self, *words: str) -> None:
        log = self._folder / "pip.log"
        log.unlink(missing_ok=True)
        options = ["--no-input", "--disable-pip-version-check", "--log", str(log)]
        code, said = self._start([self._python, "-I", "-m", "pip", *words, *options])
        if code:
            logged = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
            raise self._failure(said, logged)

    def _start(self, command: list[str]) -> tuple[int, str]:
        """Run to the end, telling which package is at hand. Its exit code and all it said."""
        said: list[str] = []
        with subprocess.Popen(
            command,
            cwd=self._folder,  # where no file can be taken for a package
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            umask=PUBLIC_UMASK,
        ) as process:
            assert process.stdout
            try:
                for line in process.stdout:
                    said.append(line)
                    if found := _COLLECTING.match(line):
                        self._on_progress(f"Fetching {found[1]}")
                    elif line.startswith("Installing collected"):
                        self._on_progress("Installing")
            except BaseException:
                process.kill()
                raise
        return process.returncode, "".join(said)

    def _failure(self, said: str, logged: str) -> SandboxError:
        if "No space left on device" in said:
            return disk_full()
        if "DO NOT MATCH THE HASHES" in said:
            return _other_files(said)
        if "ResolutionImpossible" in said:
            return _conflict(said)
        if _UNREACHABLE.search(logged):
            return SandboxError("the package index cannot be reached; check the network, the proxy and pip's settings")
        if _REFUSED.search(logged):
            return SandboxError("the package index asks for a login; set it up as for pip (`pip config`, ~/.netrc)")
        if found := re.search(r"No matching distribution found for ([^\s;(]+)", said):
            return self._missing(found[1], said)
        return SandboxError(f"pip failed: {_last_error(said)}")

    def _missing(self, requirement: str, said: str) -> SandboxError:
        name = re.split(r"[\[<>=!~]", requirement)[0]
        there = re.search(r"from versions: ([^)]+)\)", said)
        versions = there[1].split(", ") if there else []
        machine = f"Python {sysconfig.get_python_version()} on {sysconfig.get_platform()}"
        if versions and versions != ["none"]:
            span = versions[0] if len(versions) == 1 else f"{versions[0]} to {versions[-1]}"
            return SandboxError(f"no wheel for {machine} satisfies {requirement}; there are {span}. {WHEELS_ONLY}")
        code, _ = self._start([self._python, "-I", "-m", "pip", "index", "versions", name])
        if code:
            return SandboxError(f"there is no package {name} in the index; check the spelling in sandbox.packages")
        return SandboxError(f"{name} has no wheel for {machine}. {WHEELS_ONLY}")


def disk_full() -> SandboxError:
    return SandboxError("the disk is full: make room, or set another state_dir or TMPDIR; nothing was changed")


def _no_venv(said: str, folder: Path) -> SandboxError:
    if shutil.disk_usage(folder).free < VENV_BYTES:  # venv keeps the reason to itself
        return disk_full()
    if re.search("ensurepip is not available|No module named '?(?:venv|ensurepip)", said):
        package = f"python{sysconfig.get_python_version()}-venv"
        return SandboxError(f"this Python cannot make an environment; install its venv module (Debian: {package})")
    return SandboxError(f"this Python cannot make an environment: {_last_error(said)}")


def _pin(entry: Mapping[str, Any]) -> Pin:
    name, version = canonical(entry["metadata"]["name"]), entry["metadata"]["version"]
    digest = _sha256(entry["download_info"])
    if not digest:
        raise SandboxError(f"the package index gives no sha256 of {name} {version}, so it cannot be locked")
    return Pin(name, version, HERE, (f"sha256:{digest}",))


def _sha256(source: Mapping[str, Any]) -> str | None:
    """Of the file pip chose. Before 23.1 it was told in another place, and of local files not at all."""
    about: Mapping[str, Any] = source.get("archive_info", {})
    if told := about.get("hashes", {}).get("sha256") or str(about.get("hash", "")).partition("sha256=")[2]:
        return told
    url = urlsplit(str(source["url"]))
    return hashlib.sha256(Path(unquote(url.path)).read_bytes()).hexdigest() if url.scheme == "file" else None


def _other_files(said: str) -> SandboxError:
    names = ", ".join(sorted(set(re.findall(r"^ {4}([\w.-]+==[^\s;]+)", said, re.MULTILINE)))) or "a package"
    return SandboxError(
        f"{names}: the index has other files than the lock names. Nothing was installed. If you trust them, "
        "`sandgate sandbox build --upgrade` makes a new lock"
    )


def _conflict(said: str) -> SandboxError:
    causes = re.search(r"The conflict is caused by:\n((?: {4}.*\n)+)", said)
    reasons = ", ".join(line.strip() for line in causes[1].splitlines()) if causes else "their versions conflict"
    return SandboxError(
        f"the packages cannot be installed together ({reasons}); change their versions in sandbox.packages, or let "
        "`sandgate sandbox build --upgrade` choose others than the lock has"
    )


def _last_error(said: str) -> str:
    """The last line that looks like a reason, without addresses: they may hold a password."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return re.sub(r"\S+://\S+", "…", (errors or lines or ["it did not say why"])[-1])
