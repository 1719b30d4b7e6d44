"""Made-up people, companies and dates: the same on every machine and every run."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeVar

NOW = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)

T = TypeVar("T")

FIRST_NAMES = (
    "Adaeze", "Akira", "Amara", "Anouk", "Bastian", "Beatriz", "Callum", "Chiara", "Dagny", "Darius", "Elif", "Emeka",
    "Farah", "Fergus", "Gwen", "Hana", "Idris", "Ingrid", "Jonas", "Kavya", "Lachlan", "Leila", "Magnus", "Marisol",
    "Mateo", "Nadia", "Noor", "Oskar", "Paloma", "Priya", "Quentin", "Rosalind", "Samir", "Sinead", "Tariq", "Thandi",
    "Ulrike", "Viktor", "Wen", "Yara",
)  # fmt: skip
LAST_NAMES = (
    "Abara", "Almeida", "Bergstrom", "Bianchi", "Castellano", "Chandra", "Dahl", "Delacroix", "Eriksen", "Fairweather",
    "Farouk", "Gallagher", "Haddad", "Hartmann", "Ibarra", "Ishikawa", "Jankowski", "Kaplan", "Kovacs", "Lindqvist",
    "Lombardi", "Maduro", "Marchetti", "Nakamura", "Novak", "Okafor", "Oyelaran", "Petrov", "Pham", "Quiroga",
    "Rasmussen", "Rourke", "Sandoval", "Schreiber", "Takahashi", "Thornbury", "Underhill", "Vasquez", "Whitlock",
    "Zhou",
)  # fmt: skip
PLACES = (
    "Alder", "Beacon", "Birchwood", "Bluestone", "Calder", "Copperfield", "Driftwood", "Eastgate", "Elmridge",
    "Fallow", "Granite", "Hawthorn", "Ironbridge", "Juniper", "Kestrel", "Larkspur", "Meadow", "Northbank", "Oakhurst",
    "Pinecrest", "Quarry", "Redwater", "Saltmarsh", "Tamarack",
)  # fmt: skip
TRADES = ("Foods", "Freight", "Health", "Interiors", "Labs", "Logistics", "Media", "Outdoor", "Systems", "Textiles")
REGIONS = ("EMEA", "AMER", "APAC", "LATAM")
STAFF_SIZE = 14


class Dice:
    """A small seeded generator (splitmix64). The standard one may deal differently in another Python version."""

    def __init__(self, seed: str) -> None:
        self._state = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8])

    def below(self, limit: int) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        return (mixed ^ (mixed >> 31)) % limit

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def pick(self, choices: Sequence[T]) -> T:
        return choices[self.below(len(choices))]


@dataclass(frozen=True, slots=True)
class Person:
    first: str
    last: str
    email: str
    phone: str

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}"


def person(dice: Dice, number: int) -> Person:
    """Someone new; `number` keeps the address unique."""
    first, last = dice.pick(FIRST_NAMES), dice.pick(LAST_NAMES)
    domain = dice.pick(("example.com", "example.org"))
    return Person(first, last, f"{first}.{last}{number}@{domain}".lower(), phone(dice))


def phone(dice: Dice) -> str:
    """A number from the ranges kept free for fiction, American or British."""
    if dice.below(2):
        return f"+1-{dice.pick((202, 303, 415, 512, 617))}-555-01{dice.below(100):02}"
    return f"+44-20-7946-0{dice.below(1000):03}"


def company(dice: Dice) -> str:
    return f"{dice.pick(PLACES)} {dice.pick(TRADES)}"


def staff() -> list[Person]:
    """The people who work at the made-up shop; all four servers know them."""
    dice = Dice("staff")
    return [
        Person(first, last, f"{first}.{last}@example.com".lower(), phone(dice))
        for first, last in zip(FIRST_NAMES[1::3][:STAFF_SIZE], LAST_NAMES[::2][:STAFF_SIZE], strict=False)
    ]


def stamp(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def days_ago(dice: Dice, low: int, high: int) -> datetime:
    """A moment in working hours between `high` and `low` days before today."""
    day = NOW - timedelta(days=dice.between(low, high))
    return day.replace(hour=dice.between(7, 18), minute=dice.below(60), second=dice.below(60))
