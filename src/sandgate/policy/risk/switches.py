"""Arguments that make a change worse: force, everything, production, public, many, money, recipients."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, cast

from sandgate.model import JsonObject, Tool
from sandgate.policy.risk.evidence import Evidence
from sandgate.policy.risk.levels import changes, plain, shown
from sandgate.policy.risk.tools import Nature
from sandgate.policy.risk.words import parts, wordset

BULK = 100
MANY_PEOPLE = 10
_LARGE_SUM = 10_000
_FORCE = frozenset(
    ("force", "forced", "overwrite", "skip_checks", "no_verify", "ignore_errors", "bypass", "hard", "override")
)
_WHOLE = frozenset(
    ("recursive", "all", "cascade", "delete_all", "everything", "purge", "permanent", "permanently", "wipe")
)
_CONFIRM = frozenset(("confirm", "confirmed", "confirmation", "yes", "auto_approve", "assume_yes"))
_REHEARSE = frozenset(
    ("dry_run", "dryrun", "preview", "preview_only", "validate_only", "simulate", "what_if", "check_only")
)
_PLACES = wordset("branch cluster database deployment env environment namespace project ref stage target tier")
_PRODUCTION = frozenset(("prod", "production", "live", "prd"))
_TRUNKS = frozenset(("main", "master", "trunk"))
_OPEN = frozenset(
    ("public", "public-read", "public-read-write", "anyone", "everyone", "world", "anonymous", "internet", "allusers")
)
_OPENING = wordset("visibility acl access type role scope sharing audience permission permissions principal")
_POWERS = wordset("owner admin administrator root superuser sysadmin maintainer superadmin accountadmin organizer")
_POWER = wordset("role roles permission permissions access_level access privilege privileges level")
_FILTERS = wordset("filter where query condition conditions match selector criteria q")
_WILD = frozenset(("*", "%", ".*", "**", "_all", "all"))
_WILD_KEYS = wordset("id ids name names index indices pattern key keys selector filter resource action principal users")
SUMS = wordset("amount total price sum value quantity cents")
_MONEY = wordset("charge checkout invoice money order pay payment payout purchase refund trade transfer withdraw")
PEOPLE = wordset("to cc bcc recipient recipients attendees emails invitees phone_numbers participants members users")
_REACHING = wordset("broadcast email event forward invite mail message notify post send share sms")
_CROWDS = re.compile(r"^[@#<!]*(?:channel|here|everyone|all|team|company|announcements?|general)>?$", re.I)
_ADDRESS = re.compile(r"[^\s<>,;\"']+@([\w.-]+\.\w+)")


def look(evidence: Evidence, tool: Tool, field: str, key: str, value: Any, ends: bool) -> None:
    """One argument, by itself."""
    last = key.rpartition("_")[2]
    if value is True:
        _flag(evidence, tool, field, key, last, ends)
    elif value is False and key in ("private", "is_private"):
        evidence.floors.append(("high", f"`{field}` is false: everybody may see it"))
    elif isinstance(value, str):
        _word(evidence, field, last, value.strip().lower(), ends)
    elif isinstance(value, list):
        _many(evidence, field, cast("list[Any]", value))
    if not value and value is not False and value != 0 and last in _FILTERS and ends:
        evidence.floors.append(("critical", f"`{field}` is empty: nothing limits what goes"))


def _flag(evidence: Evidence, tool: Tool, field: str, key: str, last: str, ends: bool) -> None:
    if key in _REHEARSE and field in tool.parameters:  # a server ignores what it does not know
        evidence.rehearsal = f"`{field}` is true: only a rehearsal, if the server keeps its word"
    elif key in _FORCE or last == "force":
        evidence.floors.append(("high", f"`{field}` is true"))
    elif key in _WHOLE:
        evidence.floors.append(("critical" if ends else "high", f"`{field}` is true"))
        evidence.final |= ends
    elif key in ("public", "is_public", "published", "publicly_accessible", "anonymous", "publish"):
        evidence.floors.append(("high", f"`{field}` is true: everybody may see it"))
    elif key in ("admin", "is_admin", "superuser", "site_admin"):
        evidence.floors.append(("high", f"`{field}` is true: gives the highest rights"))
    elif key in _CONFIRM:
        evidence.notes.append(f"`{field}` is true: the server's own question is already answered")


def _word(evidence: Evidence, field: str, last: str, value: str, ends: bool) -> None:
    words = frozenset(parts(value)) if len(value) < 100 and last in _PLACES else frozenset[str]()
    if not words.isdisjoint(_PRODUCTION):
        evidence.raises.append(f"`{field}` is {shown(value)}: production")
    elif last in ("branch", "ref", "base", "target") and value.removeprefix("refs/heads/") in _TRUNKS:
        evidence.notes.append(f"`{field}` is {value}, the branch everybody works from")
    if last in _OPENING and value in _OPEN:
        evidence.floors.append(("high", f"`{field}` is {value}: everybody may see or use it"))
    if last in _POWER and value in _POWERS:
        evidence.floors.append(("high", f"`{field}` is {value}: gives high rights"))
    if value in _WILD and last in _WILD_KEYS:
        evidence.floors.append(("critical" if ends else "high", f"`{field}` is {value}: matches everything"))


def _many(evidence: Evidence, field: str, values: list[Any]) -> None:
    if len(values) >= BULK:
        evidence.raises.append(f"`{field}` has {len(values)} entries")
    elif len(values) >= MANY_PEOPLE:
        evidence.notes.append(f"`{field}` has {len(values)} entries")


# ------------------------------------------------------------------ several arguments together


def look_together(evidence: Evidence, known: Nature, arguments: JsonObject) -> None:
    if known.deed is None or known.deed.kind in ("read", "make"):
        return
    _money(evidence, known, arguments)
    _people(evidence, known, arguments)
    _policy(evidence, arguments)


def _money(evidence: Evidence, known: Nature, arguments: JsonObject) -> None:
    moving = known.deed is not None and known.deed.kind == "pay"
    for name, value in arguments.items():
        sum_of = _number(value) if parts(plain(name))[-1:] and parts(plain(name))[-1] in SUMS else None
        if sum_of is None or not (moving or (not _MONEY.isdisjoint(known.words) and "amount" in parts(plain(name)))):
            continue
        currency = shown(arguments.get("currency") or "", 8)
        evidence.adds.append(
            changes("high", f"`{name}` is {shown(value, 20)} {currency}".rstrip() + ": moves money", False)
        )
        if abs(sum_of) >= _LARGE_SUM:
            evidence.floors.append(("critical", f"`{name}` is a large sum"))


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _people(evidence: Evidence, known: Nature, arguments: JsonObject) -> None:
    if known.deed is None or not (known.deed.kind in ("send", "grant") or not _REACHING.isdisjoint(known.words)):
        return
    people = list(_recipients(arguments))
    if len(people) >= MANY_PEOPLE:
        evidence.floors.append(("high", f"goes to {len(people)} recipients"))
    for name in ("channel", "channel_id", "to", "recipients", "text", "audience"):
        value = arguments.get(name)
        if isinstance(value, str) and _CROWDS.match(value.strip()):
            evidence.floors.append(("high", f"`{name}` is {shown(value)}: many people at once"))
    sender = next(
        (d for key in ("from", "sender", "user_google_email", "from_email") for d in _domains(arguments.get(key))), ""
    )
    outside = sorted({domain for person in people for domain in _domains(person)} - {sender}) if sender else []
    if outside:
        evidence.notes.append(f"goes outside of {shown(sender)}: {shown(', '.join(outside))}")


def _recipients(arguments: JsonObject) -> Iterator[str]:
    for name, value in arguments.items():
        if "_".join(parts(plain(name))) in PEOPLE:
            values = cast("list[Any]", value) if isinstance(value, list) else re.split(r"[,;]", plain(value)[:100_000])
            yield from (text for entry in values if (text := plain(entry)[:500].strip()))


def _domains(value: Any) -> list[str]:
    return [domain.lower() for domain in _ADDRESS.findall(value[:500])] if isinstance(value, str) else []


def _policy(evidence: Evidence, arguments: JsonObject) -> None:
    """A policy document of a cloud that opens everything."""
    for name, value in arguments.items():
        if "policy" in plain(name).lower() and re.search(
            r"[\"']?(?:Principal|Action)[\"']?\s*:\s*(?:[\"']\*[\"']|\{[^}]{0,200}:\s*[\"']\*[\"'])",
            plain(value)[:20_000],
        ):
            evidence.floors.append(("critical", f"`{name}` allows everything or everybody"))
