"""Walks over documents and readings of text, beside a parser that reads the same bytes."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import orjson

from sandgate.privacy.detection import Detector, Scalar

from ..report import Figure
from .noise import read

RUNS = 5
WORDS = "queue worker service restart memory report index cache slow after before while deploy table query page"
Table = list[list[str]]


def rates(data: Path | None) -> Table:
    documents: list[tuple[str, Any, str]] = [
        ("clean: issues of a tracker", clean(4000), "20 MB/s"),
        ("dense: customers, `(415) 555-0100` in notes", dense(4000), "5 MB/s"),
        ("dense: customers, `415-555-0100` in notes", dense(4000, "415-555-{:04d}"), "5 MB/s"),
        ("dense: customers, `020 7946 0100` in notes", dense(4000, "020 7946 {:04d}"), "5 MB/s"),
    ]
    if data and (data / "catalogue").is_dir():
        real = [json.loads(text) for text in read(sorted((data / "catalogue").glob("*.json")))]
        documents.append(("real tool catalogues: prose, thousands of keys", real, "–"))
    head = ["document", "size", "walked", "× orjson.loads", "its text read by `find`", "goal of the walk"]
    return [head, *(_rated(*each) for each in documents)]


def _rated(name: str, document: Any, goal: str) -> list[str]:
    text = json.dumps(document)
    size = len(text) / 1e6
    walking = _best(partial(Detector().walk, document, _marked, _all_marked))
    parsing = _best(partial(orjson.loads, text))
    finding = _best(partial(Detector().find, text))
    return [
        name,
        f"{size:.1f} MB",
        f"{size / walking:.1f} MB/s",
        f"{walking / parsing:.0f}",
        f"{size / finding:.1f} MB/s",
        goal,
    ]


def ten_thousand_rows() -> Figure:
    """What privacy adds to a program that fetches many rows."""
    rows = table_of(10_000)
    text = orjson.dumps(rows)
    walking, parsing = _best(partial(Detector().walk, rows, _marked, _all_marked)), _best(partial(orjson.loads, text))
    return Figure(
        name="10,000 rows of id, name, email, amount and status",
        value=f"{1000 * walking:.0f} ms, {walking / parsing:.0f} × orjson.loads of the same {len(text) / 1e6:.1f} MB",
        meaning="Every name and every address is another one and is hidden. One core, processor time, "
        f"best of {RUNS}. The goal is well under 100 ms.",
    )


def table_of(count: int) -> Any:
    dice = random.Random(7)  # the same document in every run
    return [
        {
            "id": number,
            "name": f"{_syllables(dice)} {_syllables(dice)}",
            "email": f"user{number}@example.org",
            "amount": 12.5,
            "status": "open",
        }
        for number in range(count)
    ]


def _syllables(dice: random.Random) -> str:
    return "".join(dice.choices(("ba", "le", "mi", "ro", "nu", "ta", "ke"), k=3)).title()


def _marked(kind: str, value: Scalar) -> str:
    return f"[{kind}]"


def _all_marked(kind: str, texts: Sequence[str]) -> list[str]:
    """As results are walked: what a column holds is changed at once."""
    return [f"[{kind}]"] * len(texts)


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


def dense(count: int, phone: str = "(415) 555-{:04d}") -> Any:
    """Customers: nearly every field is personal. `phone` is the way numbers are written in notes."""
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
                "note": f"Call back on {phone.format(number % 10_000)} or write to alt{number}@example.net",
            }
            for number in range(count)
        ]
    }
