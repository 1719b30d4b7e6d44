"""Texts that the model itself has hidden or turned back, `sanitize_pii` and `restore_pii`; and what we say to it."""

from __future__ import annotations

import secrets
from collections import Counter

import anyio.to_thread

from .audit import Journal
from .errors import Denied
from .policy.rules import Rules
from .privacy.boundary import LONG, Boundary, Crossed, Sessions
from .workspace.names import SESSION, session_of

RESTORE = "sandgate.restore_pii"
"""What rules and records call it."""


class Sanitizer:
    """Two doors of a session's vault. What is turned back is always on record."""

    def __init__(self, sessions: Sessions, rules: Rules, journal: Journal) -> None:
        self._sessions, self._rules, self._journal = sessions, rules, journal

    async def sanitize(self, text: str, session: str | None) -> str:
        """The text with tokens in place of personal data. Tokens that it holds already are no tokens of ours."""
        boundary = await self._boundary(session)
        if len(text) < LONG:
            hidden = boundary.protected(text)
        else:
            hidden = await anyio.to_thread.run_sync(boundary.protected, text)
        await self._sessions.save(session)
        return hidden

    async def told(self, text: str, session: str | None) -> str:
        """Words of ours for the model: an error or a question may quote a file, a server or what a program sends. What
        cannot name a session is none: this may be the error that says so.
        """
        session = session if session and SESSION.fullmatch(session) else None
        boundary = await self._sessions.boundary(session)
        told = await anyio.to_thread.run_sync(boundary.text, text) if len(text) >= LONG else boundary.text(text)
        await self._sessions.save(session)
        return told

    async def restore(self, text: str, session: str | None) -> str:
        """The text with the values of this session's tokens. Raises Denied where no rule or profile allows it."""
        verdict = self._rules.decide([RESTORE], {"text": text}, changes=lambda: True, counts=None)
        if not verdict.allowed:
            cure = f'allow it with a rule: tools = ["{RESTORE}"], action = "allow"'
            raise Denied(f"values cannot be turned back here: {verdict.by} does not allow it; {cure}")
        counts: Counter[str] = Counter()
        restored = await (await self._boundary(session)).restored(text, counts)
        await self._sessions.save(session)  # this is a use of it as well
        crossed = [Crossed(RESTORE, kind, "restored", count) for kind, count in counts.items()]
        await self._journal.record_crossed(secrets.token_hex(8), crossed)
        return restored

    async def _boundary(self, session: str | None) -> Boundary:
        """Raises BadArguments for what can name no session of a client's: those of the command line are called so."""
        return await self._sessions.boundary(session_of(session) if session else None)
