"""The public sets of labelled texts, and their labels in our words. They are read from a folder; nothing is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
Row = dict[str, Any]


def rows(folder: Path, names: tuple[str, ...] = SETS) -> list[Row]:
    return [row for name in names for row in read(folder / f"{name}.jsonl")]


def read(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def kind_of(label: dict[str, Any]) -> str | None:
    return "SECRET" if label["type"].startswith("sec_") else KIND_OF.get(label["type"])
