"""Whether a text is SQL at all: people also write sentences that begin with "select" or "delete"."""

from __future__ import annotations

from typing import Literal

from sandgate.policy.risk.sql_phrases import Tokens, find, keyword
from sandgate.policy.risk.words import wordset

Certainty = Literal["field", "tool", "none"]
"""What says that a text is SQL: the name of its field, the tool it goes to, or only its own looks."""

READS = wordset(
    "begin commit rollback savepoint release start end abort show describe desc explain values table help use set reset"
    " declare fetch close open print list unlock handler from summarize pivot unpivot go if else while return discard"
    " listen unlisten cache uncache assert then case loop leave raise get batch"
)
KNOWN = wordset(
    "select with insert replace upsert merge update delete drop truncate alter create grant revoke copy pragma attach"
    " detach vacuum analyze reindex optimize do call exec execute prepare load rename kill shutdown flush lock notify"
    " comment refresh import export unload backup restore undrop bulk install purge match optional unwind return"
    " checkpoint cluster reassign dbcc repair deny"
)


def is_sql(tokens: Tokens, certainty: Certainty) -> bool:
    """A sentence may begin like a statement: "update me on sales". Only a field of that name makes it SQL for sure."""
    word = keyword(tokens, 0)
    if certainty == "field":
        return word.isidentifier() and (len(tokens) > 1 or word in KNOWN or word in READS)
    if word in _SHAPED:
        return _well_formed(word, tokens) or (certainty == "tool" and find(tokens, "where") is not None)
    signs = any(token.kind == "sign" for token in tokens)
    return certainty == "tool" and (word in _SPOKEN_BY_TOOLS or (word in KNOWN and (signs or len(tokens) < 5)))


_SPOKEN_BY_TOOLS = wordset("show describe desc explain values begin commit rollback start savepoint set")
_SHAPED = wordset("delete insert drop truncate alter create explain update with select pragma grant revoke copy attach")
_SECOND: dict[str, str] = {
    "delete": "from",
    "insert": "into",
    "drop": "table database schema view index user role function trigger sequence type materialized",
    "truncate": "table",
    "alter": "table database schema user role view index system",
    "create": "table database schema view index user role function trigger or unique temp temporary",
    "explain": "select analyze delete update insert with",
}


def _well_formed(word: str, tokens: Tokens) -> bool:
    following = keyword(tokens, 1)
    if word in _SECOND:
        shaped = following in _SECOND[word].split()
        return shaped and (word not in ("drop", "delete") or _ends_after_name(tokens))
    if word == "update":
        return find(tokens, "set") is not None
    if word == "with":
        return find(tokens, "as") is not None and any(token.text == "(" for token in tokens)
    if word == "select":
        return find(tokens, "from") is not None or any(
            token.kind != "word" and token.text not in (".", "!", "?", "'") for token in tokens
        )
    return word in ("pragma", "grant", "revoke", "copy", "attach") and len(tokens) > 2


def _ends_after_name(tokens: Tokens) -> bool:
    """`DROP TABLE users` and not "drop table reservations for tonight"."""
    rest = [token for token in tokens[2:] if token.text not in ("if", "exists", ".", ",", "only")]
    return len(rest) < 2 or keyword(rest, 1) in _AFTER_NAMES or keyword(rest, 2) in ("where", "using")


_AFTER_NAMES = ("cascade", "restrict", "purge", "on", "where", "using", "as", "limit", "returning", "order", "")
