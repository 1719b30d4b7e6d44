"""Everything that can be found in a text without knowing where it came from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from .checksums import passes
from .fields.promises import Promises
from .kinds import KINDS, DetectionOptions, Recognise, Recogniser, Span
from .layouts.cells import Row, named_numbers, personal
from .layouts.pairs import pairs
from .layouts.segments import segments
from .layouts.vcards import vcards
from .machines.addresses import ip_addresses, mac_addresses
from .naming.keys import NOT_OF_A_MACHINE
from .numbers.asked import asked
from .numbers.dictated import dictated
from .numbers.identities import (
    NationalIdentities,
    called_by_name,
    licences,
    medicare,
    nine_digits,
    ninos,
    social_security,
)
from .numbers.labelled import labelled
from .numbers.payments import cards, ibans
from .numbers.wallets import wallets
from .people.authors import authors
from .people.gathered import gathered
from .people.introduced import introduced
from .people.mail import emails, logins, spelt
from .people.model import name_recogniser
from .people.reachable import reachable
from .phones.countries import numbers_of_a_country
from .phones.dialled import (
    below_a_mailbox,
    below_a_name,
    beside_a_mailbox,
    beside_names,
    dialled,
    in_a_list,
    linked,
    out_of_a_country,
    signed,
)
from .phones.exchanges import exchanged
from .phones.numbers import abroad, american, bare, bracketed, domestic, in_brackets
from .phones.prepositions import reached_at
from .phones.repeated import repeated
from .places.continental import continental
from .places.english import announced, flats, streets
from .places.enveloped import enveloped
from .secrets.again import again
from .secrets.assigned import assigned
from .secrets.codes import codes
from .secrets.commands import commands
from .secrets.cues import announces
from .secrets.devices import devices
from .secrets.following import following, in_place_of, in_the_same_list
from .secrets.grouped import grouped
from .secrets.kept import sessions_kept
from .secrets.links import links
from .secrets.marked import beside_an_id, hooks, provider_keys, schemes
from .secrets.once import once
from .secrets.printed import printed
from .secrets.protocols import protocols
from .secrets.sealed import sealed
from .secrets.signing import signing
from .secrets.spares import spares
from .secrets.spoken import logins_in_words
from .secrets.stated import stated
from .secrets.told import told
from .secrets.typed import typed
from .secrets.variables import variables
from .writing.carried import carried
from .writing.folding import apart, folded
from .writing.glued import with_glued
from .writing.unseen import unseen

_ESCAPES = re.compile(r"\\(?:[nrtbf\"']|u(?!0040)[0-9a-fA-F]{4})")
# An at sign, a name with a value, an address of a machine, a long word behind a mark; or digits: five that stand close
# together, one inside a long word, one before two words with capitals, a day with its month and year. Prose with a
# small number in it has none of these. One set of characters in front, so that the search skips to them at full speed.
_SUSPECT = re.compile(
    r"[@=:_\-0-9](?:(?<=[@=])|(?<=:)[ \t\"':]|(?<=[_\-])[A-Za-z0-9]{16}|(?<=[_\-])[a-z]{0,12}[A-Z][\w\-]{12}"
    r"|(?<=[:\-])[A-Fa-f]{2}[:\-][A-Fa-f]{2}[:\-]"
    r"|(?<=[0-9])(?:(?=\S{7})|(?<=\S{8})"
    r"|(?:[^\w\n]{0,3}[0-9]){4}|[0-9]?[0-9]?(?:\.[0-9]{1,3}){3}|[0-9]{0,4}\w?,? [A-Z]\S* [A-Z0-9]"
    r"|(?:\.|er)? (?:de )?[^\W\d_]{3,9}\.? (?:de )?(?:19|20)[0-9]"
    r"|(?<=:[0-9])[0-9](?: ?[AaPp][Mm])?[ \t]*\r?\n\S"
    r"|[0-9]?(?:st|nd|rd|th),? (?:of )?[A-Z0-9]|[0-9]{0,4}\w{0,3},? (?:rue|avenue|boulevard|place|chemin|quai) ))"
)


_LONG = 200
_QUOTES = ('"', "'", "`")
_REST = re.compile(r"(?<=[\w+/\-.~%])[\w+/\-.~%]+={0,2}")
_MOMENT_OF_A_LOG = re.compile(r"\[\d{4}/\d{6}[.:]")
"""`[0706/120312:WARNING:…`: a day and a time, as Google's libraries write them."""
_GOES_ON = re.compile(r"-[a-z]+\d")
"""`0611-101500-abcd2009`: what something is called."""
_PLACE_IN_A_LOG = re.compile(r"(?:\bWAL|LSN|lsn|\bredo)\b[^\n\d]{0,24}\Z")
"""Before `08/48816993`, as Postgres counts how far it wrote."""
_DIGITS = re.compile(r"\d\d").search
_TYPED = re.compile(r"\b[A-Z]{4}-[A-Z]{4}\b").search
"""What somebody types in on another device: it may have no digit."""
_NUMBERS = frozenset(kind for kinds in NOT_OF_A_MACHINE.values() for kind in kinds)


class FlatScanner:
    """Runs the recognisers in the order in which they are believed: what one took, a later one does not get."""

    def __init__(self, options: DetectionOptions, promises: Promises) -> None:
        self._promises = promises
        self._unwanted = frozenset(kind for kind in {*KINDS, *options.kinds} if not options.wants(kind))
        self._added = tuple(added(each) for each in options.recognisers if each.pattern)
        self._surest = tuple(_surest())
        self._others = tuple(_others(options))
        self.looks_everywhere = bool(self._added or options.names)
        self.suspects = _always if self.looks_everywhere else _suspicion()
        self._names = name_recogniser(options.names) if options.names else None

    def __call__(self, text: str, known: Sequence[tuple[int, int]] = ()) -> list[Span]:
        """`known` are the parts whose names and values were read already."""
        if not self.suspects(text) and " at " not in text and "</" not in text:
            return []
        found = list(self._only(carried(text, self)))
        found.extend(self._only(unseen(text, self._as_written)))
        spans = with_glued(text, self._as_written(text, known, found), self._as_written)
        numbers = (text[span.start : span.end] for span in spans if span.kind == "PHONE")
        if more := list(repeated(text, numbers, spans)):
            spans = settle((*spans, *more))
        secrets = [text[span.start : span.end] for span in spans if span.kind == "SECRET"]
        if not secrets:
            return spans
        spans = [_from_its_beginning(text, _to_its_end(text, span)) for span in spans]
        more = (*following(text, spans), *in_place_of(text, spans), *in_the_same_list(text, spans))
        return settle((*spans, *more, *again(text, secrets, spans)))

    def _as_written(self, text: str, known: Sequence[tuple[int, int]] = (), surest: Iterable[Span] = ()) -> list[Span]:
        """`surest` are spans that nothing overrules."""
        found = list(surest)
        written = _ESCAPES.sub(_blank, text) if "\\" in text else text
        plain = folded(written)
        for recognise in self._added:  # their patterns may ask for the very signs that folding replaces
            found.extend(recognise(written))
            found.extend(recognise(plain) if plain is not written else ())
        for recognise in self._surest:
            found.extend(recognise(plain))
        if (alone := apart(plain)) != plain:
            for recognise in (*self._surest, social_security):
                found.extend(recognise(alone))
        certain = [*abroad(plain), *out_of_a_country(plain), *in_brackets(plain)]
        rest = _without(plain, (*found, *certain))
        rows: list[Row] = []
        if not known or known[0][1] - known[0][0] < 0.99 * len(text):
            rows = list(pairs(plain, known))
            found.extend(personal(plain, rows, self._promises, in_prose=True))
        found.extend(certain)
        for recognise in self._others:
            found.extend(recognise(rest))
        if rows and any(span.kind in _NUMBERS for span in found):
            of_machines = dict(named_numbers(plain, rows))
            found = [
                span
                for span in found
                if span.kind not in of_machines.get((span.start, span.end), ())
                or (span.kind == "CARD" and not plain[span.start : span.end].isdigit())  # nothing else has its groups
            ]
        if self._names:
            found.extend(self._names(plain))
        return settle(self._only(found)) if found else found

    def _only(self, spans: Iterable[Span]) -> Iterator[Span]:
        return (span for span in spans if span.kind not in self._unwanted)


def _to_its_end(text: str, span: Span) -> Span:
    """A long secret whose form was read no further: nothing of the same word stays."""
    if span.kind != "SECRET" or span.end - span.start < _LONG:
        return span
    rest = _REST.match(text, span.end)
    return Span(span.start, rest.end(), span.kind) if rest else span


def _from_its_beginning(text: str, span: Span) -> Span:
    """Keys may begin with a hyphen, as base64 for URLs has it; and what stands in quotes with any sign."""
    start, end, kind = span
    sign, before = text[start - 1 : start], text[start - 2 : start - 1]
    if kind != "SECRET" or start == 0 or sign.isalnum() or sign.isspace() or end - start < _LONG // 10:
        return span
    if sign in _QUOTES and text[end + 1 : end + 2] == sign and not text[end].isspace():
        return Span(start, end + 1, kind)  # `'…>'`: it ends with a sign that ends sentences as well
    quoted = before in _QUOTES and before == text[end : end + 1] and sign not in _QUOTES
    return Span(start - 1, end, kind) if quoted or (sign == "-" and (not before or before.isspace())) else span


def _always(text: str) -> bool:
    return True


def _suspicion() -> Callable[[str], bool]:
    """Tells whether a text could hold anything at all. It is asked for every text, so it looks nothing up."""
    search = _SUSPECT.search

    def suspects(text: str) -> bool:
        found = search(text if text.isascii() else folded(text))
        return (
            found is not None
            or "asswor" in text
            or "ASSWORD" in text
            or " pw " in text
            or "PassWord" in text
            or "assphr" in text
            or (_DIGITS(text) is not None and announces(text))
            or "PRIVATE KEY" in text
            or "AKIA" in text
            or "earer " in text
            or "snmp" in text
            or "asic " in text
            or " seven" in text
            or " eight" in text
            or "(at)" in text
            or "[at]" in text
            or " dot " in text
            or "：" in text
            or ("-" in text and " code" in text and _TYPED(text) is not None)
            or ("nvit" in text and " code " in text)
        )

    return suspects


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _without(text: str, spans: Iterable[Span]) -> str:
    """The text without what is certain: fewer digits to be looked at. No label reaches over a semicolon."""
    parts: list[str] = []
    place = 0
    for start, end, _ in sorted(spans):
        if end > place:
            start = max(start, place)
            parts += (text[place:start], ";" * (end - start))
            place = end
    parts.append(text[place:])
    return "".join(parts) if place else text


def _surest() -> Iterator[Recognise]:
    """Those that even the name of a field does not overrule."""
    yield from (
        sealed,
        hooks,
        beside_an_id,
        logins,
        provider_keys,
        schemes,
        emails,
        spelt,
        vcards,
        segments,
        ibans,
        wallets,
        cards,
        mac_addresses,
        ip_addresses,
        gathered,
    )


def _others(options: DetectionOptions) -> Iterator[Recognise]:
    yield from (devices, protocols, signing, links, grouped, typed, sessions_kept)
    yield from (
        assigned,
        stated,
        told,
        printed,
        once,
        spares,
        codes,
        labelled,
        asked,
        licences,
        social_security,
        nine_digits,
        dictated,
        ninos,
        medicare,
    )
    yield from (called_by_name, commands, variables, logins_in_words)
    yield NationalIdentities(options.regions)
    yield from (
        american,
        bracketed,
        bare,
        numbers_of_a_country,
        partial(_at_home, options.regions),
        reached_at,
        exchanged,
        linked,
        signed,
        below_a_mailbox,
        beside_a_mailbox,
        below_a_name,
        in_a_list,
        beside_names,
    )
    yield from (introduced, authors, reachable, enveloped, flats, streets, continental, announced)


def _at_home(regions: tuple[str, ...], text: str) -> Iterator[Span]:
    """A plan is slow to be asked: only for what no form tells."""
    told = [span for span in dialled(text) if not _is_of_a_machine(text, span)]
    yield from told
    yield from domestic(_without(text, told), regions)


def _is_of_a_machine(text: str, span: Span) -> bool:
    start = span.start
    if text.find("/", start, span.end) > 0 and _PLACE_IN_A_LOG.search(text, max(0, start - 40), start):
        return True
    return bool(_MOMENT_OF_A_LOG.match(text, max(0, start - 1)) or _GOES_ON.match(text, span.end))


def added(recogniser: Recogniser) -> Recognise:
    pattern = re.compile(recogniser.pattern)

    def recognise(text: str) -> Iterator[Span]:
        for found in pattern.finditer(text):
            if found.end() > found.start() and passes(recogniser.checksum, found.group()):
                yield Span(found.start(), found.end(), recogniser.name)

    return recognise


def settle(spans: Iterable[Span]) -> list[Span]:
    """Sorted and apart from each other; where two meet, the one that was named first stays."""
    offered = list(spans)
    taken = bytearray(max((span.end for span in offered), default=0))
    kept: list[Span] = []
    for span in offered:
        start, end, _ = span
        if taken.find(1, start, end) < 0:
            taken[start:end] = b"\1" * (end - start)
            kept.append(span)
    kept.sort()
    return kept
