"""How well personal data is found, how often by mistake, and how fast: `python -m benchmarks.privacy --data DIR`.

The labelled sets are public and not ours; they are read from a folder that is given, and nothing of them is kept.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import sysconfig
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, cast

from sandgate.privacy.detection import DetectionOptions, Detector, Scalar, Span
from sandgate.privacy.detection.network import is_ip

from .report import Figure

HERE = Path(__file__).parent
SETS = (
    "presidio_generated_large",
    "presidio_generated_small",
    "presidio_unit_tests",
    "redact_pii_tests",
    "scrubadub_tests",
    "noren_ground_truth",
    "phonenumbers_matcher_cases",
)
NAME_SETS = ("presidio_generated_large", "ner_wnut17_test", "ner_btc_h")
KIND_OF = {
    "EMAIL": "EMAIL",
    "EMAIL_ADDRESS": "EMAIL",
    "PHONE": "PHONE",
    "PHONE_NUMBER": "PHONE",
    "CREDIT_CARD": "CARD",
    "IBAN": "IBAN",
    "IBAN_CODE": "IBAN",
    "SSN": "SSN",
    "US_SSN": "SSN",
    "IP": "IP",
    "IP_ADDRESS": "IP",
    "MAC_ADDRESS": "MAC",
    "CRYPTO": "CRYPTO",
    "UK_NINO": "NINO",
    "NATIONAL_INSURANCE_NUMBER": "NINO",
    "UK_NHS": "NATIONAL_ID",
    "US_ITIN": "NATIONAL_ID",
    "US_MBI": "NATIONAL_ID",
    "US_NPI": "NATIONAL_ID",
    "TAX_REFERENCE_NUMBER": "NATIONAL_ID",
    "US_PASSPORT": "PASSPORT",
    "DRIVER_LICENSE": "LICENCE",
    "DRIVERS_LICENCE": "LICENCE",
    "US_DRIVER_LICENSE": "LICENCE",
    "US_BANK_NUMBER": "ACCOUNT",
    "ABA_ROUTING_NUMBER": "ACCOUNT",
    "DATE_OF_BIRTH": "BIRTHDAY",
    "ADDRESS": "ADDRESS",
    "PERSON": "PERSON",
    "ORG": "COMPANY",
    "PASSWORD": "SECRET",
}
"""Labels of the sets and of Presidio, in our words; labels that are missing here are not ours to find."""
STRUCTURED = ("EMAIL", "PHONE", "CARD", "IBAN", "SSN", "IP", "SECRET")
SUMMED = ("CARD", "IBAN", "CRYPTO", "IP", "MAC", "EMAIL")
"""Kinds whose form or sum is enough; the others need a word or a field beside the number."""
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
PRESENT = ("EMAIL", "IP", "MAC", "URL")
RUNS = 5
WORDS = "queue worker service restart memory report index cache slow after before while deploy table query page"
Row = dict[str, Any]
Found = list[Span]


@dataclass(slots=True)
class Tally:
    """What became of one kind. Labels beyond a form are decided by rule, found or not, and counted apart."""

    hits: int = 0
    misses: int = 0
    false: int = 0
    beyond_hits: int = 0
    beyond_misses: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    def count(self, *, hit: bool, beyond: bool) -> None:
        name = ("beyond_" if beyond else "") + ("hits" if hit else "misses")
        setattr(self, name, getattr(self, name) + 1)

    def __str__(self) -> str:
        everything = self.hits + self.beyond_hits
        labels = everything + self.misses + self.beyond_misses
        recall = _share(self.hits, self.hits + self.misses)
        precision = _share(everything, everything + self.false)
        of_all = _share(everything, labels)
        f1 = _percent(_f1(precision, of_all))
        return f"P {_percent(precision)}, R {_percent(recall)} ({_percent(of_all)} of all labels), F1 {f1}"


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"


def _f1(precision: float | None, recall: float | None) -> float | None:
    """Over all labels, those beyond a form included."""
    if precision is None or recall is None:
        return None
    return 2 * precision * recall / max(1e-9, precision + recall)


@dataclass(slots=True)
class Score:
    """Tallies by kind."""

    kinds: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))

    def over(self, kinds: Iterable[str]) -> Tally:
        return sum((self.kinds[kind] for kind in kinds), Tally())


def quality(data: Path, peers: Path | None = None) -> Iterator[Figure]:
    """Precision, recall and F1 by kind, ours beside Presidio's, on the sets of `data/pii`."""
    folder = data / "pii"
    if not folder.is_dir():
        meaning = "Name a folder that holds pii/*.jsonl with --data DIR."
        yield Figure(name="privacy: quality", value="not measured: no data", meaning=meaning)
        return
    rows = [row for name in SETS for row in _rows(folder / f"{name}.jsonl")]
    ours = [_detector(row.get("region")).find(row["text"]) for row in rows]
    presidio = _presidio(peers, [row["text"] for row in rows]) if peers else None
    yield from _compared(rows, ours, presidio)
    yield _named_fields(rows)
    yield from _names(folder)


def _compared(rows: list[Row], ours: list[Found], presidio: list[Found] | None) -> Iterator[Figure]:
    mine = scored(rows, ours)
    theirs = scored(rows, presidio) if presidio else None
    for kind in ("structured kinds together", *mine.kinds):
        kinds = STRUCTURED if kind not in mine.kinds else (kind,)
        tally = mine.over(kinds)
        beside = f" · Presidio {theirs.over(kinds)}" if theirs else ""
        meaning = (
            f"{tally.hits} hits, {tally.misses} misses, {tally.false} false. Beyond a form (a number with no word "
            f"beside it, a loopback address): {tally.beyond_hits} found, {tally.beyond_misses} not. "
            "We looked at these sets "
            "while writing."
        )
        yield Figure(name=f"privacy: {kind}", value=f"{tally}{beside}", meaning=meaning)


def scored(rows: list[Row], found: list[Found]) -> Score:
    """A label is hit by a span of its kind that meets it. A span that meets only labels of other kinds is false."""
    score = Score()
    for row, spans in zip(rows, found, strict=True):
        labels = [(label["start"], label["end"], _kind(label), label) for label in row["spans"]]
        for start, end, kind, label in labels:
            if kind is None:
                continue
            hit = any(span.kind == kind and span.start < end and start < span.end for span in spans)
            score.kinds[kind].count(hit=hit, beyond=_beyond(kind, row, label))
        for span in spans:
            met = [kind for start, end, kind, _ in labels if span.start < end and start < span.end]
            if span.kind not in met and None not in met and _judged(row, span.kind):
                score.kinds[span.kind].false += 1
    return score


def _kind(label: dict[str, Any]) -> str | None:
    return "SECRET" if label["type"].startswith("sec_") else KIND_OF.get(label["type"])


def _judged(row: Row, kind: str) -> bool:
    """Rows of unit tests are negative for what they test and nothing else."""
    tested = row.get("test_type")
    return tested is None or KIND_OF.get(tested) == kind


def _beyond(kind: str, row: Row, label: dict[str, Any]) -> bool:
    """Labels that no form can tell from other text. By rule, never by row."""
    if kind == "IP":
        return not is_ip(label["value"].partition("/")[0])
    return kind not in SUMMED and not any(map(str.isalpha, row["text"].replace(label["value"], "")))


def _named_fields(rows: list[Row]) -> Figure:
    """The labelled values of the sets, each put into a record under a name; nothing else in it may change."""
    detector, asked, kept = Detector(), 0, 0
    for row in rows:
        for label in row["spans"]:
            kind = _kind(label)
            if kind in FIELDS and not (kind == "IP" and _beyond(kind, row, label)):
                record = {
                    "id": 4711,
                    "status": "open",
                    FIELDS[kind]: label["value"].strip(),
                    "url": "https://example.com/4",
                }
                answer = cast("Row", detector.walk(cast("Any", record), lambda kind, _: f"<{kind}>"))
                asked += 1
                kept += answer == {**record, FIELDS[kind]: f"<{kind}>"}
    meaning = (
        "Each labelled value of the sets in a record, under a name such as phoneNumber. The values are not ours, "
        "the names are: it shows that values are accepted, not that foreign names are known. The goal is above 99 %."
    )
    return Figure(
        name="privacy: fields known by name", value=f"{100 * kept / max(1, asked):.2f} % of {asked}", meaning=meaning
    )


def _names(folder: Path) -> Iterator[Figure]:
    for name in NAME_SETS:
        rows = list(_rows(folder / f"{name}.jsonl"))
        tally = scored(rows, [Detector().find(row["text"]) for row in rows]).kinds["PERSON"]
        meaning = "Names in running text, without the extra: only those that a field or an address announces."
        yield Figure(name=f"privacy: names, {name}", value=str(tally), meaning=meaning)


def noise(data: Path | None) -> Iterator[Figure]:
    """What is found in code, logs and the like, by 1,000 lines."""
    for name, texts in _corpora(data).items():
        detector, lines, all_of_it, false = Detector(), 0, 0, 0
        for text in texts:
            lines += text.count("\n") + 1
            spans = detector.find(text)
            all_of_it += len(spans)
            false += sum(span.kind not in PRESENT and not _beside_an_address(text, span) for span in spans)
        value = f"{1000 * all_of_it / max(1, lines):.2f} in 1,000 of {lines:,} lines"
        meaning = (
            "Everything that was found. Without addresses of mailboxes (and the names before them) and of machines, "
            f"most of which do stand there, {1000 * false / max(1, lines):.2f}; versions read as addresses are "
            "among those. The goal is below 2."
        )
        yield Figure(name=f"privacy: found in {name}", value=value, meaning=meaning)


def _beside_an_address(text: str, span: Span) -> bool:
    return span.kind == "PERSON" and text[span.end : span.end + 3].lstrip('" ').startswith("<")


def _corpora(data: Path | None) -> dict[str, list[str]]:
    library = Path(sysconfig.get_paths()["stdlib"])
    sources = [path for path in library.rglob("*.py") if not {"test", "tests", "site-packages"} & set(path.parts)]
    logs = [path for path in Path("/var/log").rglob("*") if path.is_file() and path.suffix in (".log", "")]
    commands = (
        "ps aux",
        "df -h",
        "mount",
        "cat /proc/meminfo /proc/vmstat /proc/cpuinfo",
        "ls -laR /usr/share/zoneinfo",
        "git log --stat",
    )
    corpora = {"the source of Python's library": _texts(sources), "logs of the system": _texts(logs)}
    corpora["documentation of packages"] = _texts(path for path in Path("/usr/share/doc").rglob("*") if path.is_file())
    corpora["the output of commands"] = [_output(command) for command in commands]
    if data and (data / "catalogue").is_dir():
        corpora["real tool catalogues"] = [
            json.dumps(json.loads(text), indent=1) for text in _texts(sorted((data / "catalogue").glob("*.json")))
        ]
    return corpora


def _texts(paths: Iterable[Path]) -> list[str]:
    texts: list[str] = []
    for path in paths:
        try:
            texts.append(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            continue
    return texts


def _output(command: str) -> str:
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, errors="replace", check=False)
    return done.stdout


def speed(data: Path | None = None) -> Iterator[Figure]:
    """Walks over documents and readings of text, beside `json.loads` of the same bytes."""
    documents: list[tuple[str, Any, str]] = [("clean", clean(4000), "20 MB/s"), ("dense", dense(4000), "5 MB/s")]
    if data and (data / "catalogue").is_dir():
        real = [json.loads(text) for text in _texts(sorted((data / "catalogue").glob("*.json")))]
        documents.append(("real catalogues", real, "20 MB/s: prose and thousands of different keys"))
    for name, document, goal in documents:
        yield _rate(f"a walk over {name}", json.dumps(document), partial(Detector().walk, document, _marked), goal)
        text = json.dumps(document)
        yield _rate(f"reading {name} as text", text, partial(Detector().find, text), "none: text is read by `find`")


def _rate(name: str, text: str, work: Callable[[], object], goal: str) -> Figure:
    ours, reading = _best(work), _best(partial(json.loads, text))
    meaning = f"{len(text) / 1e6:.1f} MB of JSON, one core, processor time, best of {RUNS}. The goal is {goal}."
    value = f"{len(text) / 1e6 / ours:.1f} MB/s, {ours / reading:.1f} × json.loads"
    return Figure(name=f"privacy: {name}", value=value, meaning=meaning)


def _marked(kind: str, value: Scalar) -> str:
    return f"[{kind}]"


def _best(work: Callable[[], object]) -> float:
    times: list[float] = []
    for _ in range(RUNS):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def clean(count: int) -> Any:
    """Issues of a tracker: every text is another one, with numbers in it."""
    dice = random.Random(7)  # the same document in every run
    return {
        "total": count,
        "items": [
            {
                "id": 90_000_000 + number,
                "sha": f"{dice.getrandbits(160):040x}",
                "html_url": f"https://github.example/acme/widget/issues/{number}",
                "title": f"{_words(dice, 5)} #{number}",
                "state": dice.choice(("open", "closed")),
                "created_at": f"2024-0{dice.randint(1, 9)}-1{dice.randint(0, 9)}T10:{dice.randint(10, 59)}:00Z",
                "labels": [{"name": "bug", "color": "d73a4a"}],
                "comments": dice.randint(0, 40),
                "body": f"{_words(dice, 25)}, {dice.randint(2, 900)} times; {_words(dice, 9)}.",
            }
            for number in range(count)
        ],
    }


def _words(dice: random.Random, count: int) -> str:
    return " ".join(dice.choices(WORDS.split(), k=count))


def dense(count: int) -> Any:
    """Customers: nearly every field is personal."""
    dice = random.Random(7)  # the same document in every run
    given, family = ("Jane", "Omar", "Lucia", "Peter", "Mei"), ("Roe", "Haddad", "Ferrari", "Novak", "Chen")
    return {
        "customers": [
            {
                "id": number,
                "first_name": dice.choice(given),
                "last_name": dice.choice(family),
                "email": f"user{number}@example.org",
                "phone": f"+1 415-555-{number % 10_000:04d}",
                "card": "4111 1111 1111 1111",
                "address": {
                    "line1": f"{number} Oak Street",
                    "city": "Springfield",
                    "postal_code": f"{number % 99_999:05d}",
                },
                "dob": f"1980-01-{number % 28 + 1:02d}",
                "ip": f"10.{number % 250}.3.{number % 199 + 1}",
                "note": f"Call back on (415) 555-{number % 10_000:04d} or write to alt{number}@example.net",
            }
            for number in range(count)
        ]
    }


def _detector(region: str | None, made: dict[str | None, Detector] = {}) -> Detector:  # noqa: B006 - one for each region
    if region not in made:
        made[region] = Detector(DetectionOptions(regions=(region,)) if region else None)
    return made[region]


def _rows(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _presidio(environment: Path, texts: list[str]) -> list[Found] | None:
    """What Presidio finds; None where it is not installed."""
    python, script = environment.absolute() / "bin" / "python", HERE / "peers" / "run_presidio.py"
    if not python.exists():
        return None
    job = json.dumps({"texts": texts}) + "\n"
    done = subprocess.run([python, script], input=job, capture_output=True, text=True, check=False, cwd=script.parent)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) < 2 or "value" not in answers[-1]:
        return None
    kinds = [[Span(start, end, KIND_OF.get(kind, "")) for start, end, kind in spans] for spans in answers[-1]["value"]]
    return [[span for span in spans if span.kind] for spans in kinds]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.privacy", description=__doc__)
    parser.add_argument("--data", type=Path, help="a folder that holds pii/*.jsonl and catalogue/*.json")
    parser.add_argument("--peers", type=Path, help="the environment in which Presidio is installed")
    chosen = parser.parse_args()
    figures = [*speed(chosen.data), *noise(chosen.data), *(quality(chosen.data, chosen.peers) if chosen.data else ())]
    for figure in figures:
        sys.stdout.write(f"{figure.name}: {figure.value}\n    {figure.meaning}\n")


if __name__ == "__main__":
    main()
