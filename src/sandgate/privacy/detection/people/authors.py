"""Names of those who wrote what stands below or behind: `Jane Roe  9:12 AM` above a message, as chats are copied,
`Jane Roe added a comment - …` and `Internal note by Jane Roe, Dec 07, …` of trackers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..kinds import Span
from .names import is_an_office, is_full_name, is_known_name

_CAPITAL = r"[^\W\d_a-z][\w'’]{0,40}(?:[.\-][\w'’]{1,40}){0,2}\.?"
_NAME = rf"(?P<name>{_CAPITAL}(?: (?:{_CAPITAL}|van|von|de|den|der|del|da|di|la|le|ten|ter)){{1,5}})"
_CLOCK = r"[0-2]?\d:[0-5]\d(?: ?[AaPp]\.?[Mm]\.?)?"
_TALKED = re.compile(
    rf"^(?:\[(?:\d{{1,4}}[./\-]\d{{1,2}}[./\-]\d{{1,4}},? )?{_CLOCK}(?::\d\d)?\]"
    rf"|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}},? {_CLOCK} [–\-]) {_NAME}: (?=\S)",
    re.M,
)
"""`[11/03/2025 08:02] Jane Roe: …` and `11/03/2025, 08:02 - Jane Roe: …`, as messengers export a talk."""
_BELOW_A_TIME = re.compile(r":[0-5]\d(?: ?[AaPp]\.?[Mm]\.?)?[ \t]{0,4}\r?\n(?=[^\s\0])")
_SPOKE = re.compile(
    rf"[ \t>*_]{{0,6}}{_NAME}[*_]{{0,2}}(?: ?[—–\-|·,]|,)? {{1,4}}"
    rf"(?:(?:[Tt]oday|[Yy]esterday|[A-Z][a-z]{{2,5}}day) (?:at )?)?{_CLOCK}\Z"
)
"""All of a line, with a message right below it."""
_DAY = r"(?:\d{1,2}[./ \-](?:\d|[A-Z][a-z]{2})|[A-Z][a-z]{2,8}\.? \d|\d{4}-\d\d)"
_DID = re.compile(
    rf"^[ \t>*]{{0,6}}{_NAME}[*_]{{0,2}} (?:added an? (?:comment|attachment|worklog)|made changes|created (?:an )?issue"
    rf"|logged work|commented)(?: (?:on|at)| ?[—–\-|·,]) {{1,2}}{_DAY}",
    re.M,
)
_BY = re.compile(rf"\b(?:[Nn]ote|[Cc]omment|[Rr]eply|[Uu]pdate) by {_NAME}(?:,| on| ?[—–\-|·]) {_DAY}")
_DOINGS = (" added a", " made changes", " created ", " logged work", " commented")
_BYS = ("ote by ", "omment by ", "eply by ", "pdate by ")
_PROGRAM = re.compile(r"[A-Z][a-z]+[A-Z]")
_LONGEST = 160


def authors(text: str) -> Iterator[Span]:
    """Beside a time alone one given name has to be known, for plans and logs have such lines as well."""
    times = _BELOW_A_TIME.finditer(text) if ":" in text else ()
    ends = (time.start() + len(time.group().rstrip()) for time in times)
    yield from _of_a_talk(_SPOKE.match(text, _line_start(text, end), end) for end in ends)
    yield from _of_a_talk(_TALKED.finditer(text) if "]" in text or " - " in text or " – " in text else ())
    for hints, form in ((_DOINGS, _DID), (_BYS, _BY)):
        for found in form.finditer(text) if any(hint in text for hint in hints) else ():
            if _is_somebody(found["name"]):
                yield Span(*found.span("name"), "PERSON")


def _of_a_talk(lines: Iterable[re.Match[str] | None]) -> Iterator[Span]:
    """All who spoke, where one of them has a given name that is known: `Coffee Break 10:30` alone is a plan."""
    spoke = [line for line in lines if line]
    if any(is_known_name(line["name"]) for line in spoke):
        yield from (Span(*line.span("name"), "PERSON") for line in spoke if _is_somebody(line["name"]))


def _is_somebody(name: str) -> bool:
    """No office, and no program: `GitHub Actions`."""
    return is_known_name(name) or (is_full_name(name) and not is_an_office(name) and not _PROGRAM.match(name))


def _line_start(text: str, end: int) -> int:
    near = max(0, end - _LONGEST)
    return max(text.rfind("\n", near, end), text.rfind("\0", near, end), near - 1) + 1
