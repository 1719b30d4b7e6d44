"""What a tool does before its arguments are known: by its name, its description, its fields and its server's claims."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from sandgate.model import Tool
from sandgate.policy.risk.levels import Risk, Undoable, Weighed, highest, plain, raised
from sandgate.policy.risk.verbs import Kind
from sandgate.policy.risk.words import Deed, deed_of_name, deed_of_sentence, parts, wordset

_KINDS: dict[Kind, tuple[Risk, bool, Undoable]] = {
    "read": ("low", False, True),
    "make": ("low", False, True),
    "create": ("medium", True, True),
    "change": ("medium", True, None),
    "act": ("medium", True, None),
    "send": ("medium", True, False),
    "run": ("high", True, None),
    "grant": ("high", True, True),
    "pay": ("high", True, False),
    "remove": ("high", True, None),
    "delete": ("high", True, False),
    "destroy": ("critical", True, False),
}
ENDS: frozenset[Kind] = frozenset(("remove", "delete", "destroy"))
_SAYS: dict[Kind, str] = {
    "create": "makes something new",
    "change": "changes something",
    "act": "sets something going",
    "send": "sends something to others",
    "run": "runs what it is given",
    "grant": "changes who may do what",
    "pay": "moves money",
    "remove": "takes something away",
    "delete": "deletes",
    "destroy": "destroys",
}
_OBEYING = wordset(
    "api call command console cypher database db exec execute fetch graphql http invoke manage perform proxy query"
    " request rest run shell sql statement tool"
)
_ACCESS = wordset(
    "acl acls collaborator collaborators credential credentials iam password passwords permission permissions policy"
    " role roles secret secrets token tokens visibility"
)
_SECRETS = wordset("credential credentials password passwords secret secrets")
_BITS = wordset(
    "assignee bookmark emoji favorite favourite filter follower highlight item label labels like link member mark"
    " reaction relation relationship star subscriber subscription tag tags vote watch watcher"
)
_EVERYTHING = frozenset(("all", "everything", "bulk", "batch", "mass", "many", "multiple"))
_FINAL = re.compile(
    r"(?:can(?:no|')t|can not) be (?:undone|reversed|recovered)|irreversibl|permanently (?:delet|remov|eras|destroy)"
)
_GENTLE = re.compile(r"\bto (?:the )?trash|recycle bin|soft[- ]delet|can be (?:restored|undone)")
_SUMS = frozenset(("amount", "currency", "total", "value", "cents"))
_MONEY = wordset("bank funds money payment payments balance wallet")
_CODE_FIELDS = wordset("code command script shell bash javascript python expression function")


@dataclass(frozen=True, slots=True)
class Nature:
    """What a tool does by itself, and whether its arguments decide rather than its name."""

    deed: Deed | None
    weighed: Weighed
    obeys: bool
    words: frozenset[str]
    """Of its server, its name and the beginning of its description."""


@lru_cache(4096)
def nature(tool: Tool) -> Nature:
    name, description = plain(tool.name), plain(tool.description)
    deed, words, final = _said(plain(tool.server), name, description[:1000])
    if deed and deed.word == "transfer" and _SUMS.isdisjoint(tool.parameters) and _MONEY.isdisjoint(words):
        deed = Deed("change", deed.word)
    weighed = by_deed(deed, name)
    if final is not None and weighed.changes_data:
        weighed = replace(weighed, risk=_by_words(weighed.risk, deed, final), undoable=not final)
    return Nature(deed, _claimed(tool, deed, weighed), _obeys(name), words)


def _said(server: str, name: str, description: str) -> tuple[Deed | None, frozenset[str], bool | None]:
    """The deed, the words around it, and whether it is said to be final or to be undoable."""
    lower = description.lower()
    final = True if _FINAL.search(lower) else False if _GENTLE.search(lower) else None
    words = frozenset((*parts(server), *parts(name), *parts(lower[:200]), *parts(lower[200:400])))
    return _deed(name, description), words, final


def _deed(name: str, description: str) -> Deed | None:
    """The name decides where it is clear; a description that opens with an end outweighs it."""
    named, told = deed_of_name(name), deed_of_sentence(description)
    if named is None or not named.sure:
        return told or named
    if told and told.kind in ENDS and named.kind in ("read", "make") and _opens_with(description, told):
        return told
    return told if named.kind == "run" and told and told.kind == "read" and told.word == named.word else named


def _opens_with(description: str, told: Deed) -> bool:
    first = parts(description.strip()[:40])[:1]
    return bool(first) and first[0].startswith(told.word[:4])


def by_deed(deed: Deed | None, name: str) -> Weighed:
    """How risky a deed is, with the words it stands among."""
    if deed is None:
        return Weighed("medium", True, None, ("nothing says what it does",))
    words = frozenset(parts(name))
    risk, changing, undoable = _KINDS[deed.kind]
    if deed.kind in ("read", "make"):
        return _read(words)
    if deed.kind == "remove" and (not _BITS.isdisjoint(words) or "from" in words):
        risk, undoable = "medium", True
    reasons = [f"it {_SAYS[deed.kind]} (`{deed.word}`)"]
    if deed.kind in ("create", "change") and not _ACCESS.isdisjoint(words):
        risk = "high"
        reasons.append("it is about who may do what")
    if deed.kind in ENDS and not _EVERYTHING.isdisjoint(words):
        risk = raised(risk)
        reasons.append("it takes many at once")
    return Weighed(risk, changing, undoable, tuple(reasons))


def _read(words: frozenset[str]) -> Weighed:
    if _SECRETS.isdisjoint(words):
        return Weighed("low", False, True)
    return Weighed("medium", False, True, ("reads passwords or keys",))


def _by_words(risk: Risk, deed: Deed | None, final: bool) -> Risk:
    if final:
        return highest((risk, "high")) if deed and deed.kind in (*ENDS, "change", "act") else risk
    return "medium" if risk == "high" and deed and deed.kind in ENDS else risk


def _obeys(name: str) -> bool:
    deed = deed_of_name(name)
    if deed is None or not deed.sure or deed.kind == "run" or deed.word in _OBEYING:
        return True
    return deed.kind in ("read", "send") and not _OBEYING.isdisjoint(parts(name))


def _claimed(tool: Tool, deed: Deed | None, weighed: Weighed) -> Weighed:
    """What the server claims counts against it at once, and for it only where nothing else speaks."""
    reads, destroys = tool.annotations.get("readOnlyHint"), tool.annotations.get("destructiveHint")
    if reads is True:
        return _claimed_read(tool, deed, weighed)
    if reads is False and not weighed.changes_data:
        weighed = Weighed(highest((weighed.risk, "medium")), True, None, ("the server says that it changes something",))
    if destroys is True:
        kind = deed.kind if deed else None
        risk: Risk = "high" if kind in (None, "change", "act", "run", "remove") else "medium"
        reason = "the server says that it may destroy"
        undoable = weighed.undoable if weighed.changes_data else None
        return Weighed(highest((weighed.risk, risk)), True, undoable, (*weighed.reasons, reason))
    return weighed


def _claimed_read(tool: Tool, deed: Deed | None, weighed: Weighed) -> Weighed:
    obeying = deed is not None and deed.kind == "run" and _CODE_FIELDS.isdisjoint(tool.parameters)
    if deed is None or not deed.sure or obeying:
        return Weighed("low", False, True)
    if not weighed.changes_data:
        return weighed
    reason = f"the server says that it only reads, but `{deed.word}` is in its name or description"
    mild = deed.kind in ("create", "change", "act", "send")
    return replace(weighed, risk="medium" if mild else weighed.risk, reasons=(*weighed.reasons, reason))
