"""A secret that was found once is one wherever else it stands in the same text, also where nothing announces it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..kinds import Span

SHORTEST = 8
"""Characters. What is shorter, or digits alone, may stand somewhere by chance."""
_MOST = 64
"""Secrets that are looked for: a text with more of them is a list, and each stands in it as a secret."""


def _is_word(secret: str) -> bool:
    """`postgres` is a bad password, and elsewhere it is a database."""
    return secret.isalpha() and secret.islower()


def again(text: str, secrets: Iterable[str], known: Iterable[Span]) -> Iterator[Span]:
    """Each further place where one of these secrets stands as a word, apart from what is `known`."""
    wanted = {secret for secret in secrets if len(secret) >= SHORTEST and not secret.isdigit() and not _is_word(secret)}
    if not wanted or len(wanted) > _MOST:
        return
    taken = {span.start for span in known}
    for secret in wanted:
        place = text.find(secret)
        while place >= 0:
            end = place + len(secret)
            apart = not (text[place - 1 : place].isalnum() or text[end : end + 1].isalnum())
            if apart and place not in taken:
                yield Span(place, end, "SECRET")
            place = text.find(secret, end)
