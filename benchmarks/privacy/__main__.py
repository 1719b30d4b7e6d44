"""`python -m benchmarks.privacy --data DIR`: what is found, what is missed, what is taken for something, how fast."""

from __future__ import annotations

import argparse
from pathlib import Path

from .. import machine
from ..report import markdown
from .checked import RULES
from .names import names, names_apart
from .noise import by_corpus
from .quality import by_kind, named_fields
from .scoring import SCOPE
from .speed import rates, ten_thousand_rows
from .unseen import RULES as UNSEEN_RULES
from .unseen import unseen

PAGE = """\
# Finding personal data: figures

Written by `make bench-privacy DATA=DIR SETS=DIR PEERS=1 NAMES='PYTHON CHOICE' LOGS=DIR WRITE=1`; no figure here is
typed, but for what the folder of unseen sets says of itself. Measured on {date}: {machine}.

The sets are public and not ours; they are read from a folder that is given. We looked at them while writing, so sets
that nobody here has seen say more. No rule of detection knows a set. Per cent. The goal for structured kinds (e-mail,
phone, card, IBAN, SSN, address of a machine, key) is above 99 for precision and recall.

## By kind

{quality}

The first figures are as labelled: a label is hit by a span of its kind that meets it, everything else that is found
is false, also where a set forgot a label, and every label counts.

{rules} They stand in `benchmarks/privacy/checked.py`.

{scope}

Presidio runs with its recognisers for English and without a model of the language, on the same texts.

### Each error in structured kinds

{errors}

{unseen}## Fields

{fields}

## Names in running text

{names}

{extra}

## Where nobody is meant

{noise}

Addresses of mailboxes and machines do stand in such texts, so they are found rightly; what is left without them is
doubtful. The goal is below 2 in 1,000 lines of logs and source code. The logs that were given, where there are any,
are the samples of loghub, 2,000 lines from each of 16 systems. Rules were mended on what was wrong in these very
samples, so their rate shows that it is mended, and not what to expect of other logs. The same holds, less, for the
source of Python's library.

## Speed

One core, processor time, best of five.

{speed}

How fast dense text is read depends on how phone numbers are written in it: with brackets or a plus their form is
enough, other forms are looked at longer. So the same customers are read with three ways of writing.

{rows}
"""


UNSEEN = """\
## Sets that nobody here had seen

{about}

{by_kind}

{rules}

{by_set}

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


def page(data: Path, sets: Path | None, peers: Path | None, extra: tuple[str, str] | None, logs: Path | None) -> str:
    rows, read = ten_thousand_rows(), rates(data)  # before millions of lines lie in memory, which cost every collection
    fields = named_fields(data / "pii")
    quality, errors = by_kind(data / "pii", peers)
    table, speed = names(data / "pii"), ""
    if extra:
        more, speed = names_apart(*extra, data / "pii")
        table += more[1:]
    return PAGE.format(
        date=machine.today(),
        machine=machine.described(),
        quality=markdown(quality),
        errors=markdown(errors),
        rules=RULES,
        scope=SCOPE,
        unseen=_unseen(sets) if sets else "",
        fields=f"**{fields.value}**. {fields.meaning}",
        names=markdown(table),
        extra=EXTRA.format(choice=extra[1], speed=speed) if extra else ALONE,
        noise=markdown(by_corpus(data, logs)),
        speed=markdown(read),
        rows=f"{rows.name}: **{rows.value}**. {rows.meaning}",
    )


def _unseen(folder: Path) -> str:
    """The folder says itself, in its README.md, who wrote its sets and how."""
    by_kind, by_set = map(markdown, unseen(folder))
    about = (folder / "README.md").read_text(encoding="utf-8").strip()
    return UNSEEN.format(about=about, by_kind=by_kind, rules=UNSEEN_RULES, by_set=by_set)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.privacy", description=__doc__)
    parser.add_argument("--data", type=Path, metavar="DIR", help="a folder that holds pii/*.jsonl and catalogue/*.json")
    parser.add_argument(
        "--sets",
        type=Path,
        metavar="DIR",
        help="a folder with *.jsonl that nobody here has seen, and a README.md that says who wrote them",
    )
    parser.add_argument("--peers", type=Path, help="the environment in which Presidio is installed")
    parser.add_argument(
        "--names",
        nargs=2,
        metavar=("PYTHON", "CHOICE"),
        help="an interpreter that has spaCy and a model, and what privacy.names shall be there, such as spacy:MODEL",
    )
    parser.add_argument("--logs", type=Path, metavar="DIR", help="a folder with public logs, *.log, to be read as well")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the page as well")
    chosen = parser.parse_args()
    if not chosen.data or not (chosen.data / "pii").is_dir():
        noise, rows = markdown(by_corpus(None, chosen.logs)), ten_thousand_rows()
        print(noise, markdown(rates(None)), f"{rows.name}: {rows.value}", sep="\n\n")
        print("\nNot measured: quality. Name a folder with labelled sets: --data DIR (it has pii/*.jsonl)")
        return
    names = tuple(chosen.names) if chosen.names else None
    text = page(chosen.data, chosen.sets, chosen.peers, names, chosen.logs)
    print(text)
    if chosen.write:
        chosen.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
