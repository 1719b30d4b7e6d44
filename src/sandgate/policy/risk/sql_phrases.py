"""Looking at tokens of SQL: the keyword at a place, a keyword outside of brackets, a name of several parts."""

from __future__ import annotations

from collections.abc import Sequence

from sandgate.policy.risk.levels import shown
from sandgate.policy.risk.sql_tokens import Token

Tokens = Sequence[Token]


def keyword(tokens: Tokens, at: int) -> str:
    return tokens[at].text if 0 <= at < len(tokens) and tokens[at].kind == "word" else ""


def said(tokens: Tokens, at: int) -> str:
    return shown(tokens[at].text) if 0 <= at < len(tokens) else ""


def find(tokens: Tokens, word: str) -> int | None:
    """Where a keyword stands outside of brackets."""
    depth = 0
    for at, token in enumerate(tokens):
        if token.kind == "sign":
            depth += (token.text == "(") - (token.text == ")")
            if depth < 0:
                return None
        elif depth == 0 and token.kind == "word" and token.text == word:
            return at
    return None


def after(tokens: Tokens, *words: str) -> int | None:
    """The place behind the last of these keywords."""
    found = [at for word in words if (at := find(tokens, word)) is not None]
    return max(found) + 1 if found else None


def after_any(tokens: Tokens, at: int, words: tuple[str, ...]) -> int:
    while keyword(tokens, at) in words:
        at += 1
    return at


def closing(tokens: Tokens, at: int) -> int:
    depth = 0
    for place in range(at, len(tokens)):
        if tokens[place].kind == "sign":
            depth += (tokens[place].text == "(") - (tokens[place].text == ")")
            if depth == 0:
                return place
    return len(tokens)


def named(tokens: Tokens, at: int) -> str:
    """A name of several parts: `public.users`."""
    found: list[str] = []
    for token in tokens[at : at + 7]:
        if token.kind == "sign" and token.text not in ".[]@#?":
            break
        if found and token.kind != "sign" and found[-1] not in (".", "[", "@", "#"):
            break
        found.append(token.text)
    return shown("".join(found)) or "something"


def remainder(tokens: Tokens, at: int) -> str:
    return shown(" ".join(token.text for token in tokens[at : at + 12]))
