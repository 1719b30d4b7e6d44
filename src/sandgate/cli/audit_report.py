"""`sandgate audit report`: what happened over a period, as a page, JSON or CSV."""

from __future__ import annotations

import argparse
import io
import sys
import time
from pathlib import Path
from typing import get_args

from sandgate.audit.pricing import price_of
from sandgate.audit.report import Format, Period, Report, report_of, write
from sandgate.audit.settings import key_for_reading, opened_for_reading
from sandgate.audit.verifying import verify
from sandgate.errors import BadArguments

from .display import warn
from .options import add_config, config_of
from .times import time_of

FORMATS: tuple[Format, ...] = get_args(Format)
ENDINGS = {"": "html", "htm": "html"}
"""What the name of a file asks for where it does not end in the format itself."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--since", metavar="TIME", help="not before this time; from the first row if not given")
    parser.add_argument("--until", metavar="TIME", help="before this time; now if not given")
    parser.add_argument("--format", choices=FORMATS, help="as the name of FILE ends, or html, if not given")
    parser.add_argument("--output", metavar="FILE", help="where to; standard output if not given")
    parser.add_argument("--verify", action="store_true", help="check the chain as well, and say in it how that went")
    add_config(parser)


def run(arguments: argparse.Namespace) -> int:
    form = _form_of(arguments)
    report = _made(arguments)
    if not arguments.output:
        write(report, form, sys.stdout)
        return 0
    text = io.StringIO()
    write(report, form, text)
    with open(arguments.output, "w", encoding="utf-8", newline="") as file:  # noqa: PTH123 - a name as it was typed
        file.write(text.getvalue())
    warn(f"the report is in {arguments.output}")
    return 0


def _made(arguments: argparse.Namespace) -> Report:
    until = time_of(arguments.until, "--until")
    period = Period(time_of(arguments.since, "--since"), time.time() if until is None else until)
    if period.since is not None and period.since >= period.until:
        raise BadArguments("--since must be before --until")
    config = config_of(arguments)
    database = opened_for_reading(config)
    try:
        verified = verify(database, key_for_reading(config)) if database and arguments.verify else None
        return report_of(database, period, verified, price_of(config))
    finally:
        if database:
            database.close()


def _form_of(arguments: argparse.Namespace) -> Format:
    ending = Path(arguments.output or "").suffix.removeprefix(".").lower()
    wanted = arguments.format or ENDINGS.get(ending, ending)
    for form in FORMATS:
        if form == wanted:
            return form
    raise BadArguments(f"a report is {', '.join(FORMATS)}, and no .{ending}; name another FILE, or give --format")
