"""Where the audit is and how it is kept, from the settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path

from sandgate.config import Config

from .database import Database, Lite, Synchronous
from .keeping import ArgumentsKept, Keeping
from .keys import key_at, key_if_any
from .ledger import Ledger
from .spool import left_behind, recover

DATABASE = "journal.db"


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """An audit that has not been opened."""

    open: Callable[[], Database]
    """A new connection, for writing or reading; tables are made and brought up to date."""
    key: Callable[[], bytes]
    refuse: bool = True
    """Whether nothing runs that cannot be written down."""
    spools: Path | None = None
    """The folder for what is not in the database yet. Without it, everybody waits for the database."""
    keep_days: float | None = None
    keeping: Keeping = field(default_factory=Keeping)


def in_file(path: Path, synchronous: Synchronous = "normal", key_file: Path | None = None) -> Store:
    """An audit in a file of SQLite's, with its key beside it."""
    key = key_file or path.with_name("audit.key")
    spools = path.parent if synchronous == "normal" else None
    return Store(open=lambda: Lite(path, synchronous), key=cache(lambda: key_at(key)), spools=spools)


def store_of(config: Config) -> Store:
    options, path = config.audit, config.state_dir / DATABASE
    return Store(
        open=(lambda: _great(options.url or "")) if options.url else lambda: Lite(path, options.synchronous),
        key=cache(lambda: key_at(_key_file(config))),
        # a database elsewhere, or a disk that must have it, is asked for before anything is answered
        spools=config.state_dir if options.url is None and options.synchronous == "normal" else None,
        refuse=options.when_unwritable == "refuse",
        keep_days=options.keep_days,
        keeping=Keeping(options.code, _arguments(config)),
    )


def opened_for_reading(config: Config) -> Database | None:
    """The audit as it is, for commands; None where nothing has been written yet. Raises SandgateError."""
    if config.audit.url:
        return _brought_up_to_date(partial(_great, config.audit.url))
    path = config.state_dir / DATABASE
    if not path.exists():
        return None
    if left_behind(config.state_dir):
        _recover(store_of(config), config.state_dir)
    return _brought_up_to_date(partial(Lite, path))


def _brought_up_to_date(opened: Callable[..., Database]) -> Database:
    """For reading; one of an older version gets its new tables first."""
    database = opened(only=True)
    if database.up_to_date:
        return database
    database.close()
    opened().close()
    return opened(only=True)


def _recover(store: Store, folder: Path) -> None:
    ledger = Ledger(store.open, store.key)
    try:
        recover(folder, ledger)
    finally:
        ledger.close()


def key_for_reading(config: Config) -> bytes | None:
    return key_if_any(_key_file(config))


def _key_file(config: Config) -> Path:
    return config.state_dir / config.audit.key_file


def _arguments(config: Config) -> ArgumentsKept:
    """Where programs see personal values, what they see is no protected form: only hashes are kept."""
    modes = {config.privacy.mode, *(rule.mode for rule in config.privacy.rules)}
    return "hashed" if config.audit.arguments == "protected" and "output" in modes else config.audit.arguments


def _great(url: str, *, only: bool = False) -> Database:
    from .postgres import Great  # an extra, and 60 ms that only its users wait for

    return Great(url, only=only)
