"""How well personal data is found in labelled texts, beside Presidio, and in fields that have a name."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, cast

from sandgate.privacy.detection import DetectionOptions, Detector, Span

from ..report import Figure
from .labelled import KIND_OF, Row, kind_of, rows
from .scoring import STRUCTURED, Found, Score, beyond, percent, scored

PEERS = Path(__file__).parent.parent / "peers"
FIELDS = {
    "EMAIL": "contact_email",
    "PHONE": "phoneNumber",
    "CARD": "card_number",
    "IBAN": "iban",
    "SSN": "ssn",
    "IP": "client_ip",
    "MAC": "mac-address",
    "NINO": "nino",
    "LICENCE": "Drivers License",
    "PASSPORT": "passport_no",
    "BIRTHDAY": "dateOfBirth",
    "PERSON": "customer_name",
}
Table = list[list[str]]


def by_kind(folder: Path, peers: Path | None = None) -> Table:
    """Precision and recall by kind, ours beside Presidio's."""
    given = rows(folder)
    mine = scored(given, [_detector(row.get("region")).find(row["text"]) for row in given])
    answers = _presidio(peers, [row["text"] for row in given]) if peers else None
    theirs = scored(given, answers) if answers else None
    head = ["kind", "labels", "of these out of scope", "precision", "precision, checked", "recall, all labels"]
    head += ["recall, in scope", "F1", "hits", "missed", "false", "of these unlabelled"]
    table = [[*head, *(["Presidio: precision", "recall, all labels", "F1"] if theirs else [])]]
    kinds = sorted(mine.kinds, key=lambda kind: (kind not in STRUCTURED, -mine.kinds[kind].labels))
    table.append(_line("**structured kinds together**", STRUCTURED, mine, theirs))
    return table + [_line(kind, (kind,), mine, theirs) for kind in kinds]


def _line(name: str, kinds: tuple[str, ...], mine: Score, theirs: Score | None) -> list[str]:
    tally = mine.over(kinds)
    shares = (tally.precision, tally.precision_checked, tally.recall, tally.recall_in_scope, tally.f1)
    found = tally.hits + tally.beyond_hits
    counts = (found, tally.labels - found, tally.false, tally.unlabelled)
    line = [name, f"{tally.labels:,}", f"{tally.beyond}", *map(percent, shares), *map(str, counts)]
    if theirs:
        other = theirs.over(kinds)
        line += map(percent, (other.precision, other.recall, other.f1))
    return line


def named_fields(folder: Path) -> Figure:
    """The labelled values of the sets, each put into a record under a name; nothing else in it may change."""
    detector, asked, kept = Detector(), 0, 0
    for row in rows(folder):
        for label in row["spans"]:
            kind = kind_of(label)
            if kind in FIELDS and not (kind == "IP" and beyond(kind, row, label)):
                asked += 1
                kept += _is_hidden(detector, FIELDS[kind], kind, label["value"].strip())
    return Figure(
        name="fields known by name",
        value=f"{100 * kept / max(1, asked):.2f} % of {asked:,}",
        meaning="Each labelled value of the sets in a record, under a name such as phoneNumber. The values are not "
        "ours, the names are: it shows that values are accepted, not that foreign names are known. "
        "The goal is above 99 %.",
    )


def _is_hidden(detector: Detector, name: str, kind: str, value: str) -> bool:
    record = {"id": 4711, "status": "open", name: value, "url": "https://example.com/4"}
    answer = cast("Row", detector.walk(cast("Any", record), lambda kind, _: f"<{kind}>"))
    return answer == {**record, name: f"<{kind}>"}


def _detector(region: str | None, made: dict[str | None, Detector] = {}) -> Detector:  # noqa: B006 - one for each region
    if region not in made:
        made[region] = Detector(DetectionOptions(regions=(region,)) if region else None)
    return made[region]


def _presidio(environment: Path, texts: list[str]) -> list[Found] | None:
    """What Presidio finds; None where it is not installed."""
    python, script = environment.absolute() / "bin" / "python", PEERS / "run_presidio.py"
    if not python.exists():
        return None
    job = json.dumps({"texts": texts}) + "\n"
    done = subprocess.run([python, script], input=job, capture_output=True, text=True, check=False, cwd=script.parent)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) < 2 or "value" not in answers[-1]:
        return None
    kinds = [[Span(start, end, KIND_OF.get(kind, "")) for start, end, kind in spans] for spans in answers[-1]["value"]]
    return [[span for span in spans if span.kind] for spans in kinds]
