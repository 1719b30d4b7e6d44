"""`python -m benchmarks.privacy --data DIR [--peers ENVIRONMENT] [--names PYTHON CHOICE] [--write PAGE]`."""

from __future__ import annotations

import argparse
from pathlib import Path

from .. import machine
from ..report import markdown
from .names import names, names_apart
from .noise import by_corpus
from .quality import by_kind, named_fields
from .scoring import SCOPE
from .speed import rates, ten_thousand_rows

PAGE = """\
# Finding personal data: figures

Written by `python -m benchmarks.privacy --data DIR --peers .peers --names PYTHON CHOICE --write PAGE`; no figure here
is typed. Measured on {date}: {machine}.

The sets are public and not ours; they are read from a folder that is given. We looked at them while writing, so sets
that nobody here has seen say more. Per cent. The goal for structured kinds (e-mail, phone, card, IBAN, SSN, address
of a machine, key) is above 99 for precision and recall.

## By kind

{quality}

A label is hit by a span of its kind that meets it. Everything else that is found is false, also where a set forgot a
label. All false alarms among secrets and e-mail addresses were read one by one: those that are counted as unlabelled
are tokens, keys and addresses as good as the labelled ones (`benchmarks/privacy/checked.py` names their rows); with
them counted as found rightly, precision is the one that is called checked. No other kind was checked so. {scope}
Presidio runs with its recognisers for English and without a model of the language, on the same texts.

## Fields

{fields}

## Names in running text

{names}

{extra}

## Where nobody is meant

{noise}

Addresses of mailboxes and machines do stand in such texts, so they are found rightly; what is left without them is
doubtful. The goal is below 2 in 1,000 lines of logs and source code.

## Speed

One core, processor time, best of five.

{speed}

{rows}
"""


ALONE = (
    "Without an extra, names are found where a field or an address of mail announces them. `privacy.names` chooses one "
    "that reads running text; it was not measured in this run."
)
EXTRA = (
    "Without an extra, names are found where a field or an address of mail announces them. With `privacy.names = "
    '"{choice}"` a model reads all texts: people are found more often than not in letters and forms, seldom in short '
    "messages, and what it takes for companies is mostly none. It reads {speed}, so it is for small data."
)


def page(data: Path, peers: Path | None, extra: tuple[str, str] | None) -> str:
    fields, rows = named_fields(data / "pii"), ten_thousand_rows()
    table, speed = names(data / "pii"), ""
    if extra:
        more, speed = names_apart(*extra, data / "pii")
        table += more[1:]
    return PAGE.format(
        date=machine.today(),
        machine=machine.described(),
        quality=markdown(by_kind(data / "pii", peers)),
        scope=SCOPE,
        fields=f"**{fields.value}**. {fields.meaning}",
        names=markdown(table),
        extra=EXTRA.format(choice=extra[1], speed=speed) if extra else ALONE,
        noise=markdown(by_corpus(data)),
        speed=markdown(rates(data)),
        rows=f"{rows.name}: **{rows.value}**. {rows.meaning}",
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.privacy", description=__doc__)
    parser.add_argument("--data", type=Path, metavar="DIR", help="a folder that holds pii/*.jsonl and catalogue/*.json")
    parser.add_argument("--peers", type=Path, help="the environment in which Presidio is installed")
    parser.add_argument(
        "--names",
        nargs=2,
        metavar=("PYTHON", "CHOICE"),
        help="an interpreter that has spaCy and a model, and what privacy.names shall be there, such as spacy:MODEL",
    )
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the page as well")
    chosen = parser.parse_args()
    if not chosen.data or not (chosen.data / "pii").is_dir():
        noise, rows = markdown(by_corpus(None)), ten_thousand_rows()
        print(noise, markdown(rates(None)), f"{rows.name}: {rows.value}", sep="\n\n")
        print("\nNot measured: quality. Name a folder with labelled sets: --data DIR (it has pii/*.jsonl)")
        return
    text = page(chosen.data, chosen.peers, tuple(chosen.names) if chosen.names else None)
    print(text)
    if chosen.write:
        chosen.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
