"""The guards of all sessions: opened when a program of theirs comes, written down before its answer goes."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakValueDictionary

import anyio
import anyio.to_thread

from .boundary import Boundary
from .detection import Detector
from .guard import Guard, Mode, Rule
from .store import VaultStore
from .vault import Vault

MOST_OPEN = 64
"""Sessions held in memory; the others are on disk."""


class Vaults:
    """One guard for each session. Programs of the same session share it while they run side by side."""

    def __init__(self, detector: Detector, store: VaultStore, mode: Mode, rules: Sequence[Rule] = ()) -> None:
        self._detector, self._store, self._rules = detector, store, rules
        self._mode: Mode = mode
        self._open: dict[str, Guard] = {}
        self._used: WeakValueDictionary[str, Guard] = WeakValueDictionary()
        """Those that a program holds as well: a second one beside it would give the same tokens to other values."""
        self._one_at_a_time = anyio.Lock()

    async def boundary(self, session: str | None) -> Guard:
        """Raises SandgateError where the vault cannot be read: a session must not go on with other tokens."""
        if self._store.numbers.few:
            await anyio.to_thread.run_sync(self._store.numbers.refill)
        if session is None:  # nobody can come back to it
            return self._guard(Vault(numbers=self._store.numbers))
        async with self._one_at_a_time:
            for name in [name for name, one in self._open.items() if self._store.has_forgotten(one.vault)]:
                del self._open[name]  # as on disk, unless a program still has it
            found = self._open.pop(session, None) or self._used.get(session)
            if found is None:
                found = self._guard(await anyio.to_thread.run_sync(self._store.open, session), session)
            self._open[session] = self._used[session] = found  # the last one used is the last one let go
            saved = [name for name, one in self._open.items() if not one.vault.has_news]
            for name in saved[: max(0, len(self._open) - MOST_OPEN)]:
                del self._open[name]
            return found

    async def save(self, session: str | None) -> None:
        """Raises SandgateError where it cannot be written."""
        guard = self._used.get(session) if session else None
        if session is None or guard is None or not self._store.waits_for(guard.vault):
            return
        async with self._one_at_a_time:
            await anyio.to_thread.run_sync(self._store.save, session, guard.vault)

    async def keep(self, session: str, boundary: Boundary) -> None:
        """Raises SandgateError where it cannot be written."""
        if isinstance(boundary, Guard):
            self._open[session] = self._used[session] = boundary
            await self.save(session)

    async def aclose(self) -> None:
        await anyio.to_thread.run_sync(self._store.close)

    def _guard(self, vault: Vault, session: str | None = None) -> Guard:
        guard = Guard(self._detector, vault, self._mode, self._rules)
        shows_values = guard.shows_values  # and not the guard: it would hold itself, and be let go late

        def know() -> None:
            if shows_values:
                vault.expose_all()

        def catch_up() -> None:
            if session:
                self._store.catch_up(session, vault)
                know()

        guard.catch_up = catch_up
        know()
        return guard
