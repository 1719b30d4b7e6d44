"""How well personal data is found in labelled texts, beside Presidio, and in fields that have a name."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, cast

from sandgate.privacy.detection import DetectionOptions, Detector, Span

from ..report import Figure
from .labelled import KIND_OF, Row, kind_of, rows
from .scoring import STRUCTURED, Error, Found, Score, beyond, percent, scored

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


def by_kind(folder: Path, peers: Path | None = None) -> tuple[Table, Table]:
    """Precision and recall by kind, ours beside Presidio's; and each error of ours in structured kinds."""
    given = rows(folder)
    mine = scored(given, [_detector(row.get("region")).find(row["text"]) for row in given])
    answers = _presidio(peers, [row["text"] for row in given]) if peers else None
    theirs = scored(given, answers) if answers else None
    head = ["kind", "labels", "precision, as labelled", "recall, all labels", "F1", "hits", "missed", "false"]
    head += ["of these unlabelled", "precision, unlabelled counted", "out of scope", "recall, in scope"]
    table = [[*head, *(["Presidio: precision, as labelled", "recall, all labels", "F1"] if theirs else [])]]
    kinds = sorted(mine.kinds, key=lambda kind: (kind not in STRUCTURED, -mine.kinds[kind].labels))
    table.append(_line("**structured kinds together**", STRUCTURED, mine, theirs))
    return table + [_line(kind, (kind,), mine, theirs) for kind in kinds], _errors(mine)


def _errors(score: Score) -> Table:
    """One line for each kind, way and reason: how often, in which rows, and the forms of the values."""
    groups: dict[tuple[str, str, str], list[Error]] = {}
    for error in score.errors:
        if error.kind in STRUCTURED:
            groups.setdefault(error[:3], []).append(error)
    table = [["kind", "what", "why", "count", "rows", "forms"]]
    for group in sorted(groups, key=lambda group: (group[2] != "ours", group)):
        errors = groups[group]
        forms = dict.fromkeys(f"`{error.form.replace('|', '¦')}`" for error in errors)
        table.append([*group, str(len(errors)), ", ".join(error.row for error in errors), ", ".join(forms)])
    return table


def _line(name: str, kinds: tuple[str, ...], mine: Score, theirs: Score | None) -> list[str]:
    tally = mine.over(kinds)
    found = tally.hits + tally.beyond_hits
    counts = (found, tally.labels - found, tally.false, tally.unlabelled)
    line = [name, f"{tally.labels:,}", *map(percent, (tally.precision, tally.recall, tally.f1)), *map(str, counts)]
    line += [percent(tally.precision_checked), str(tally.beyond), percent(tally.recall_in_scope)]
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
