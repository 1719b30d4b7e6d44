"""The packages that programs may import: an environment of their own, never the gateway's, built once and locked."""

from __future__ import annotations

import contextlib
import errno
import logging
import shutil
import sys
import tempfile
from collections.abc import Generator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Self

from ..config import Config
from ..config.requirements import requirements
from ..errors import ConfigError, SandboxError
from .locked import HERE, Lock
from .pip import OnProgress, Pip, disk_full

log = logging.getLogger("sandgate.sandbox")
SEEN_AT = "/sandgate/packages"
"""Where programs find it."""
UNFINISHED = ".building-"
NOT_BUILT = "the packages for programs ({}) are not built; run `sandgate sandbox build`"


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """What was asked for, and where it is once it is built.

    Its folder is named after the locked files: one that is in use never changes, and projects with the same share it.
    """

    requirements: tuple[str, ...]
    root: Path
    """Holds all environments."""
    kept: Path | None = None
    """The lock beside sandgate.toml, whether or not it exists."""
    python: str = getattr(sys, "_base_executable", sys.executable)

    @classmethod
    def of(cls, config: Config) -> Self | None:
        """None where programs have the standard library only, which is the default."""
        if not config.sandbox.packages:
            return None
        own = config.source if config.source and config.source.suffix.lower() == ".toml" else None
        return cls(
            requirements=requirements(config.sandbox.packages),
            root=config.state_dir / "packages",
            kept=own.with_suffix(".packages.lock") if own else None,
        )

    @property
    def lock(self) -> Lock | None:
        """The lock that counts: the one beside sandgate.toml, else the one of the last build, for these packages."""
        for file in (self.kept, self._remembered):
            found = Lock.read(file) if file else None
            if found and found.requirements == self.requirements:
                return found
        return None

    @property
    def folder(self) -> Path | None:
        """What is mounted in the sandbox; None until it is built as the lock says."""
        lock = self.lock
        built = self._home(lock) / "site" if lock and lock.here else None
        return built if built and built.is_dir() else None

    @property
    def exists(self) -> bool:
        return self.folder is not None

    def build(self, on_progress: OnProgress, *, upgrade: bool = False) -> Lock:
        """Fetch what is missing. Raises SandboxError or ConfigError; then nothing counts as built that was not before.

        `upgrade` chooses versions anew. Builds of several processes wait for each other.
        """
        try:
            with self._alone(on_progress), self._scratch() as scratch:
                lock = self._built(scratch, on_progress, upgrade=upgrade)
                lock.write(self._remembered)
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise disk_full() from error
            raise ConfigError(f"state_dir {self.root.parent} cannot be written: {error.strerror or error}") from error
        self._keep(lock)
        return lock

    @property
    def _remembered(self) -> Path:
        return self.root / f"{sha256(' '.join([HERE, *self.requirements]).encode()).hexdigest()[:16]}.lock"

    def _home(self, lock: Lock) -> Path:
        return self.root / lock.key

    def _built(self, scratch: Path, on_progress: OnProgress, *, upgrade: bool) -> Lock:
        known = None if upgrade else self.lock
        if known and known.here and self._home(known).is_dir():
            return known
        pip = Pip(self.python, scratch, on_progress)
        lock = known if known and known.here else self._chosen(pip, known)
        if not self._home(lock).is_dir():
            new = scratch / "new"
            pip.install(lock, new / "site")
            shutil.rmtree(new / "site" / "bin", ignore_errors=True)  # scripts that name the host's own Python
            pip.compile(new / "site", SEEN_AT)
            new.rename(self._home(lock))
        return lock

    def _chosen(self, pip: Pip, known: Lock | None) -> Lock:
        """A lock for this machine; what others have in theirs stays, and their versions count."""
        others = known.pins if known else ()
        pins = pip.choose(self.requirements, {pin.name: pin.version for pin in others})
        return Lock(self.requirements, tuple(sorted({*others, *pins})))

    @contextlib.contextmanager
    def _alone(self, on_progress: OnProgress) -> Generator[None]:
        """Let no other process build here meanwhile. The kernel undoes it when we end, however that is."""
        import fcntl  # which not every platform has that shows the settings

        for folder in (self.root.parent, self.root):  # logins are kept beside it: nobody else may look in
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with (self.root / ".building").open("w", encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                on_progress("Waiting for another build")
                fcntl.flock(file, fcntl.LOCK_EX)
            yield

    @contextlib.contextmanager
    def _scratch(self) -> Generator[Path]:
        """A folder that is gone in the end, as are those of builds that were killed."""
        for leftover in self.root.glob(f"{UNFINISHED}*"):
            shutil.rmtree(leftover, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=self.root, ignore_cleanup_errors=True) as folder:
            yield Path(folder).resolve()

    def _keep(self, lock: Lock) -> None:
        if self.kept is None:
            return
        try:
            if not self.kept.exists() or self.kept.read_bytes() != str(lock).encode():
                lock.write(self.kept)
        except OSError as error:
            log.warning("the lock %s cannot be written: %s", self.kept, error.strerror or error)


def importable(config: Config) -> frozenset[str]:
    """The modules that programs may import besides the standard library's."""
    environment = Environment.of(config)
    folder = environment.folder if environment else None
    return frozenset(entry.name.partition(".")[0] for entry in folder.iterdir()) if folder else frozenset()


def required(config: Config) -> Path | None:
    """The folder to mount for this configuration. Raises SandboxError where it is not built: never run without."""
    environment = Environment.of(config)
    if environment is None:
        return None
    if (folder := environment.folder) is None:
        raise SandboxError(NOT_BUILT.format(", ".join(environment.requirements)))
    return folder
