"""What a text of SQL does: reads, changes rows, changes tables, reaches files or programs of the server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, pairwise

from sandgate.policy.risk.levels import NOTHING, Risk, Undoable, Weighed, changes, reads, shown, together
from sandgate.policy.risk.sql_functions import weigh_function
from sandgate.policy.risk.sql_looks import KNOWN, READS, Certainty, is_sql
from sandgate.policy.risk.sql_phrases import Tokens, after, after_any, closing, find, keyword, named, remainder, said
from sandgate.policy.risk.sql_tokens import LONGEST, Token, readings
from sandgate.policy.risk.words import wordset

_MOST_STATEMENTS = 200
_DEEPEST = 4
_TOO_MUCH = changes("medium", "is too long or too deep to be read to its end")
_END = Token("sign", "")

_BLOCKS = frozenset(("begin", "then", "else", "loop", "do", "as", "if", "while"))
_TRIVIAL = (("1", "=", "1"), ("true",), ("1",), ("0", "=", "0"), ("1", "<", ">", "0"), ("1", ">", "0"))


def weigh_sql(text: str, certainty: Certainty = "field", depth: int = 0) -> Weighed | None:
    """The worst of its readings, or `None` where this is not SQL. Reasons lack their subject: "is DROP TABLE x"."""
    found = [weighed for reading in readings(text) if (weighed := _weigh_tokens(reading.tokens, certainty, depth))]
    if not found:
        return None
    rest = [_TOO_MUCH] if len(text) > LONGEST else []
    return together((max(found, key=_badness), *rest))


def _badness(weighed: Weighed) -> tuple[int, bool]:
    return ("low", "medium", "high", "critical").index(weighed.risk), weighed.changes_data


def _weigh_tokens(tokens: Tokens, certainty: Certainty, depth: int) -> Weighed | None:
    statements = list(islice(_statements(tokens), _MOST_STATEMENTS + 1))
    looked_at = statements[:1] if certainty == "none" else statements  # "a; DROP TABLE x" drops in some servers
    if not any(is_sql(_bare(statement), certainty) for statement in looked_at):
        return None
    rest = [_TOO_MUCH] if len(statements) > _MOST_STATEMENTS else []
    return together((*(_weigh_statement(statement, depth) for statement in statements), *rest))


# ------------------------------------------------------------------ statements


def _statements(tokens: Tokens) -> Iterator[Tokens]:
    """Parts between semicolons, and where SQL Server would see a new statement without one."""
    start = 0
    for at, token in enumerate(tokens):
        if token.kind == "sign" and token.text == ";":
            if at > start:
                yield tokens[start:at]
            start = at + 1
        elif at > start and token.kind == "word" and _begins_anew(tokens, start, at):
            yield tokens[start:at]
            start = at
    if start < len(tokens):
        yield tokens[start:]


_NOT_BEFORE = frozenset(("(", "analyze", "explain", ".", "before", "after", "instead", "or", "on", "verbose"))
_NAMING = frozenset(("explain", "with", "grant", "revoke", "create", "alter", "deny", "prepare", "copy"))
"""Statements that name others without carrying them out there: only inside a block of theirs is one carried out."""
_FOLLOWED: dict[str, frozenset[str]] = {
    "delete": frozenset(("from",)),
    "drop": frozenset(("table", "database", "schema")),
    "truncate": frozenset(("table",)),
    "insert": frozenset(("into",)),
}


def _begins_anew(tokens: Tokens, start: int, at: int) -> bool:
    word, following, head = tokens[at].text, keyword(tokens, at + 1), keyword(tokens, start)
    before = tokens[at - 1].text
    if before in _NOT_BEFORE or head == "merge":
        return False
    if head in _NAMING:
        return before in _BLOCKS and word in ("delete", "drop", "truncate", "exec")
    if word in ("exec", "execute"):
        return following not in ("", "on")
    if word == "update":
        return keyword(tokens, at + 2) == "set" and before not in ("for", "key", "do")
    return following in _FOLLOWED.get(word, ())


def _weigh_statement(tokens: Tokens, depth: int) -> Weighed:
    tokens = _bare(tokens)
    word = keyword(tokens, 0)
    if not tokens:
        return NOTHING
    if depth > _DEEPEST:
        return _TOO_MUCH
    if weigh := _HEADS.get(word):
        return together((weigh(tokens, depth), _functions(tokens)))
    if word in READS:
        return _functions(tokens)
    if word in _PLAIN:
        risk, undoable = _PLAIN[word]
        return changes(risk, f"is {word.upper()} {remainder(tokens, 1)}".rstrip(), undoable)
    return changes("medium", f"begins with {shown(tokens[0].text, 20)!r}, which is not known to only read")


def _bare(tokens: Tokens) -> Tokens:
    """Without brackets around it, and without a block's BEGIN in front of another statement."""
    while tokens and tokens[0].text == "(" and tokens[0].kind == "sign":
        tokens = tokens[1:]
    while len(tokens) > 1 and keyword(tokens, 0) in _BLOCKS - {"do", "if", "while"} and keyword(tokens, 1) in KNOWN:
        tokens = tokens[1:]
    return tokens


def _functions(tokens: Tokens) -> Weighed:
    found = [
        weighed
        for token, following in pairwise(tokens)
        if following.text == "(" and token.kind in ("word", "name") and (weighed := weigh_function(token.text.lower()))
    ]
    return together(found)


def _select(tokens: Tokens, depth: int) -> Weighed:
    into = find(tokens, "into")
    if into is None:
        return NOTHING
    target = tokens[into + 1] if into + 1 < len(tokens) else _END
    if target.text in ("outfile", "dumpfile"):
        return changes("high", f"writes a file on the database server: {said(tokens, into + 2)}", False)
    if target.text in ("@", ":", "#", "") or keyword(tokens, into + 1) in ("temp", "temporary", "unlogged"):
        return NOTHING
    return changes("medium", f"is SELECT INTO: makes table {named(tokens, into + 1)}", True)


def _with(tokens: Tokens, depth: int) -> Weighed:
    """Each bracket after AS may change data, and so may the statement behind them."""
    found: list[Weighed] = []
    at = 1
    while at < len(tokens):
        if tokens[at].text == "(" and tokens[at].kind == "sign":
            close = closing(tokens, at)
            if keyword(tokens, at - 1) in ("as", "materialized"):
                found.append(_weigh_statement(tokens[at + 1 : close], depth + 1))
            at = close + 1
        elif keyword(tokens, at) in ("select", "insert", "update", "delete", "merge", "replace", "values", "table"):
            found.extend(_weigh_statement(part, depth + 1) for part in _statements(tokens[at:]))
            break
        else:
            at += 1
    return together(found)


def _explain(tokens: Tokens, depth: int) -> Weighed:
    at, carried_out = 1, False
    if len(tokens) > 1 and tokens[1].text == "(":
        close = closing(tokens, 1)
        options = [token.text for token in tokens[1:close]]
        carried_out = "analyze" in options and options[options.index("analyze") + 1 :][:1] not in (["false"], ["off"])
        at = close + 1
    while keyword(tokens, at) in ("analyze", "verbose", "extended", "formatted", "query", "plan", "for"):
        carried_out |= keyword(tokens, at) == "analyze"
        at += 1
    if not carried_out:
        return NOTHING
    inner = _weigh_statement(tokens[at:], depth + 1)
    if not inner.changes_data:
        return inner
    return together(
        (inner, changes(inner.risk, "carries it out: EXPLAIN ANALYZE runs what it explains", inner.undoable))
    )


# ------------------------------------------------------------------ rows


def _insert(tokens: Tokens, depth: int) -> Weighed:
    name = named(tokens, after(tokens, "into", "overwrite", "table") or 1)
    if find(tokens, "overwrite") is not None:
        return changes("high", f"is INSERT OVERWRITE: replaces what is in {name}", False)
    return changes("medium", f"is {keyword(tokens, 0).upper()} into {name}", True)


def _merge(tokens: Tokens, depth: int) -> Weighed:
    name = named(tokens, after(tokens, "into") or 1)
    deletes = any(token.kind == "word" and token.text == "delete" for token in tokens)
    return changes("high" if deletes else "medium", f"is MERGE into {name}{' with DELETE' if deletes else ''}", False)


def _update(tokens: Tokens, depth: int) -> Weighed:
    return _rows(
        "UPDATE", named(tokens, after_any(tokens, 1, ("or", "ignore", "low_priority", "only", "rollback"))), tokens
    )


def _delete(tokens: Tokens, depth: int) -> Weighed:
    return _rows("DELETE", named(tokens, after_any(tokens, after(tokens, "from") or 1, ("only",))), tokens)


def _rows(deed: str, name: str, tokens: Tokens) -> Weighed:
    where = find(tokens, "where")
    undoable: Undoable = False if deed == "DELETE" else None
    if where is None:
        if any(find(tokens, word) is not None for word in ("limit", "top", "join", "using")):
            return changes("high", f"is {deed} without WHERE in {name}", False)
        return changes("critical", f"is {deed} without WHERE: all rows of {name}", False)
    if _always_true(tokens[where + 1 :]):
        return changes("critical", f"is {deed} with a WHERE that is always true: all rows of {name}", False)
    return changes("high" if deed == "DELETE" else "medium", f"is {deed} of some rows of {name}", undoable)


def _always_true(condition: Tokens) -> bool:
    texts = [token.text for token in condition if token.text not in ("(", ")")]
    ends = next((at for at, text in enumerate(texts) if text in ("returning", "limit", "order")), len(texts))
    texts = texts[:ends]
    halves = _split(texts, "or")
    return any(tuple(half) in _TRIVIAL or (len(half) == 3 and half[1] == "=" and half[0] == half[2]) for half in halves)


def _split(texts: list[str], word: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for text in texts:
        if text == word:
            parts.append([])
        else:
            parts[-1].append(text)
    return parts


# ------------------------------------------------------------------ tables, users, settings


def _drop(tokens: Tokens, depth: int) -> Weighed:
    at = after_any(tokens, 1, ("temporary", "temp", "materialized", "foreign", "external"))
    kind = keyword(tokens, at)
    name = named(tokens, after_any(tokens, at + 1, ("if", "exists", "concurrently")))
    final = kind in ("table", "database", "schema", "tablespace", "keyspace", "collection", "catalog", "warehouse")
    return changes("critical" if final else "high", f"is DROP {kind.upper()} {name}".rstrip(), False)


def _truncate(tokens: Tokens, depth: int) -> Weighed:
    return changes(
        "critical", f"is TRUNCATE: all rows of {named(tokens, after_any(tokens, 1, ('table', 'only')))}", False
    )


def _alter(tokens: Tokens, depth: int) -> Weighed:
    kind = keyword(tokens, 1)
    name = named(tokens, after_any(tokens, 2, ("if", "exists", "only")))
    drops = find(tokens, "drop") is not None
    final = kind == "system" or (drops and keyword(tokens, (find(tokens, "drop") or 0) + 1) not in ("default", "not"))
    said = f"is ALTER {kind.upper()} {name}" + (" with DROP" if drops else "")
    return changes("critical" if final else "high", said, False if drops else None)


def _create(tokens: Tokens, depth: int) -> Weighed:
    replaces = keyword(tokens, 1) == "or"
    at = after_any(tokens, 3 if replaces else 1, ("unique", "materialized", "global", "local", "unlogged", "external"))
    kind = keyword(tokens, at)
    if kind in ("temp", "temporary"):
        return NOTHING
    name = named(tokens, after_any(tokens, at + 1, ("if", "not", "exists", "concurrently")))
    if kind in ("user", "role", "login"):
        return changes("high", f"is CREATE {kind.upper()} {name}: somebody new may come in", True)
    if kind in ("function", "procedure", "trigger", "extension", "server", "event", "rule", "language", "aggregate"):
        return changes("high", f"is CREATE {kind.upper()} {name}: code that the database runs later", True)
    if replaces and kind == "table":
        return changes("critical", f"is CREATE OR REPLACE TABLE {name}: what is in it is lost", False)
    if not kind or kind not in _CREATED:
        return _graph(tokens, depth) if len(tokens) > 1 and tokens[1].text == "(" else _created(kind, name)
    return _created(kind, name)


_CREATED = wordset("table view index database schema sequence type domain policy publication subscription")


def _created(kind: str, name: str) -> Weighed:
    return changes("medium", f"is CREATE {kind.upper()} {name}".rstrip(), True)


def _grant(tokens: Tokens, depth: int) -> Weighed:
    words = {token.text for token in tokens if token.kind == "word"}
    wide = not words.isdisjoint(("all", "public", "superuser", "sysadmin", "accountadmin", "admin"))
    return changes("critical" if wide else "high", f"is GRANT {remainder(tokens, 1)}", True)


def _set(tokens: Tokens, depth: int) -> Weighed:
    if keyword(tokens, 1) in ("global", "persist", "persist_only") or "global" in said(tokens, 1).lower():
        return changes("high", f"is SET {remainder(tokens, 1)}: a setting of the whole server", None)
    if keyword(tokens, 1) in ("role", "password") or "authorization" in remainder(tokens, 1).lower():
        return changes(
            "high", f"is SET {keyword(tokens, 1).upper()}: acts as somebody else or changes a password", None
        )
    return NOTHING


# ------------------------------------------------------------------ files, programs, code


def _copy(tokens: Tokens, depth: int) -> Weighed:
    if (program := find(tokens, "program")) is not None:
        return changes("critical", f"is COPY … PROGRAM: runs {said(tokens, program + 1)} on the server", False)
    if keyword(tokens, 1) == "into":
        return changes("high", f"is COPY INTO {remainder(tokens, 2)}: moves data in bulk", None)
    inner = _weigh_statement(tokens[2 : closing(tokens, 1)], depth + 1) if said(tokens, 1) == "(" else NOTHING
    to = find(tokens, "to")
    if to is None:
        return together((inner, changes("medium", f"is COPY into {named(tokens, 1)}", True)))
    if keyword(tokens, to + 1) == "stdout":
        return inner
    return together((inner, changes("high", f"writes a file on the database server: {said(tokens, to + 1)}", False)))


def _pragma(tokens: Tokens, depth: int) -> Weighed:
    names = [token.text for token in tokens[1:4] if token.kind != "sign"]
    name = names[1] if len(tokens) > 2 and tokens[2].text == "." and len(names) > 1 else (names or [""])[0]
    value = any(token.text in ("=", "(") for token in tokens[2:])
    if not value or name.endswith(("_info", "_list", "_xinfo", "_check")):
        return NOTHING
    return changes("high" if name == "writable_schema" else "medium", f"is PRAGMA {remainder(tokens, 1)}", None)


def _vacuum(tokens: Tokens, depth: int) -> Weighed:
    if (into := find(tokens, "into")) is not None:
        return changes("high", f"writes a copy of the database to {said(tokens, into + 1)}", True)
    return changes("medium", "is VACUUM: rewrites tables, which may hold others up", True)


def _do(tokens: Tokens, depth: int) -> Weighed:
    inner = [w for token in tokens if token.kind == "string" and (w := weigh_sql(token.text, "field", depth + 1))]
    return together((changes("high", "is DO: code that runs on the server", None), *inner))


def _call(tokens: Tokens, depth: int) -> Weighed:
    if find(tokens, "yield") is not None or (keyword(tokens, 1) in ("db", "dbms") and len(tokens) > 2):
        return _graph(tokens, depth)
    texts = [token.text for token in tokens if token.kind == "string"]
    inner = [w for text in texts if (w := weigh_sql(text, "none", depth + 1))]
    name = named(tokens, 1)
    known = weigh_function(name.rpartition(".")[2].lower())
    if tokens[1:2] and tokens[1].text == "(" and not inner:
        return changes("high", "carries out a text that is put together", None)
    return together((known or changes("medium", f"calls the procedure {name}", None), *inner))


def _load(tokens: Tokens, depth: int) -> Weighed:
    if keyword(tokens, 1) in ("data", "xml"):
        return changes("high", f"is LOAD DATA: reads a file into {named(tokens, after(tokens, 'table') or 2)}", None)
    return changes("critical", f"is LOAD {remainder(tokens, 1)}: native code into the server", False)


def _attach(tokens: Tokens, depth: int) -> Weighed:
    at = after_any(tokens, 1, ("database",))
    return changes("high", f"is ATTACH: opens another database, {said(tokens, at)}", None)


def _from(tokens: Tokens, depth: int) -> Weighed:
    return reads()


# ------------------------------------------------------------------ graphs (Cypher)


def _graph(tokens: Tokens, depth: int) -> Weighed:
    words = [token.text for token in tokens if token.kind == "word"]
    if "delete" in words:
        every = "where" not in words and not any(token.text == "{" for token in tokens)
        if every:
            return changes("critical", "is a graph query with DELETE and no condition", False)
        return changes("high", "is a graph query with DELETE", False)
    if "drop" in words:
        return changes("high", "is a graph query with DROP", False)
    found = [word for word in ("create", "merge", "set", "remove", "load") if word in words]
    return changes("medium", f"is a graph query with {found[0].upper()}", None) if found else NOTHING


_Weigher = Callable[[Tokens, int], Weighed]
_HEADS: dict[str, _Weigher] = {
    "select": _select, "with": _with, "explain": _explain, "insert": _insert, "replace": _insert, "upsert": _insert,
    "merge": _merge, "update": _update, "delete": _delete, "drop": _drop, "truncate": _truncate, "alter": _alter,
    "create": _create, "grant": _grant, "set": _set, "copy": _copy, "pragma": _pragma, "vacuum": _vacuum, "do": _do,
    "call": _call, "exec": _call, "execute": _call, "load": _load, "attach": _attach, "match": _graph,
    "optional": _graph, "unwind": _graph, "foreach": _graph, "from": _from,
}  # fmt: skip
_PLAIN: dict[str, tuple[Risk, Undoable]] = {
    "revoke": ("high", True), "deny": ("high", True), "rename": ("high", True), "kill": ("high", False),
    "shutdown": ("critical", False), "flush": ("medium", False), "purge": ("critical", False), "lock": ("medium", True),
    "notify": ("medium", False), "comment": ("medium", None), "refresh": ("medium", None), "import": ("high", None),
    "export": ("high", False), "unload": ("high", False), "backup": ("high", True), "restore": ("critical", False),
    "undrop": ("medium", True), "bulk": ("high", None), "install": ("high", None), "detach": ("medium", True),
    "analyze": ("low", True), "reindex": ("medium", True), "optimize": ("medium", True), "repair": ("medium", None),
    "checkpoint": ("medium", True), "cluster": ("medium", True), "reassign": ("high", None), "dbcc": ("high", None),
    "prepare": ("medium", None),
}  # fmt: skip
