"""Links that let in whoever has them: invitations, private calendars, files and notes that only the link protects."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from .looks import is_generated
from .marked import is_of_all_sorts, is_uuid, looks_random

_LINK = re.compile(
    r"/(?:invit(?:e|ation)s?|reset(?:[\-_]password)?|password[\-_/]reset|magic(?:[\-_/](?:link|login|sign-?in))?"
    r"|verif(?:y|ication)[\-/]e-?mail|auth/(?:e-?mail|magic|token)|(?:log|sign)-?in/(?:e-?mail|magic|link|token)|e-?mail-?(?:log|sign)-?in"
    r"|activate|(?:web)?hooks?/(?:in|incoming|catch|receive|inbound))/(?P<value>[\w\-]{16,200})"
    r"|/(?:log|sign)-?in-?with-?(?:e-?mail|link)\?(?:\w{1,20}=[^&\s]{0,80}&){0,4}state=(?P<state>[\w\-]{16,200})"
    r"|[?&](?:invitation|invite|reset|reset_password|password_reset|confirmation|magic|login|unlock)_?token="
    r"(?P<token>[\w\-]{16,200})(?![\w\-.])"
    r"|/rec(?:ording)?s?/(?:share|play|download)/(?P<record>[\w\-.]{30,300})"
)
_CALENDAR = re.compile(r"(?:https?|webcals?)://[^\s\"'<>\0/]{3,100}/[^\s\"'<>\0]{8,600}")
_IS_CALENDAR = re.compile(r"webcals?:|\.ics\b|/ical\b")
_PART = re.compile(r"(?<=[/=])(?:private-)?(?P<value>[\w\-~+]{16,400})(?=[/&?.]|$)")
_BEHIND_A_HASH = re.compile(
    r"(?:mega\.nz/(?:file|folder)/[\w\-]{6,12}#|/#/?send/[\w\-]{16,40}/|/\?[0-9a-f]{16}#|/download/[0-9a-f]{8,20}/?#)"
    r"(?P<value>[\w\-]{16,100})"
)
"""What is encrypted, and behind the hash the key to it: a server never sees that part."""


def links(text: str) -> Iterator[Span]:
    if "://" not in text:
        return
    for link in _LINK.finditer(text):
        place = next(name for name, found in link.groupdict().items() if found)
        value = link[place]
        lets_in = is_generated(value) or is_uuid(value)
        if place in ("token", "record"):
            lets_in = looks_random(value.partition(".")[0], 16)
        elif place == "value":
            lets_in = lets_in or is_of_all_sorts(value, fewest_digits=1)
        if lets_in:
            yield Span(*link.span(place), "SECRET")
    if "#" in text:
        yield from (Span(*link.span("value"), "SECRET") for link in _BEHIND_A_HASH.finditer(text))
    if ".ics" in text or "webcal" in text or "/ical" in text:
        yield from _calendars(text)


def _calendars(text: str) -> Iterator[Span]:
    """The last part that only a machine writes: those before it name the calendar."""
    for link in _CALENDAR.finditer(text):
        if not _IS_CALENDAR.search(link.group()):
            continue
        parts = [part for part in _PART.finditer(text, *link.span()) if is_generated(part["value"])]
        if parts:
            yield Span(*parts[-1].span("value"), "SECRET")
