"""Whole programs: ordinary ones pass untouched, hostile ones are blocked for the right reason."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable

import pytest

from sandgate.policy.validation import check

from .programs import programs

BENIGN = programs("benign.txt")
HOSTILE = programs("hostile.txt")
"""Titles end in the rule that has to find them."""


@pytest.mark.parametrize("title", BENIGN)
def test_an_ordinary_program_passes_untouched(title: str) -> None:
    report = check(BENIGN[title])

    assert report.findings == ()
    assert not report.blocked


@pytest.mark.parametrize("title", HOSTILE)
def test_a_hostile_program_is_blocked_for_what_it_does(title: str) -> None:
    report = check(HOSTILE[title])

    assert title.rpartition(" | ")[2] in {finding.rule for finding in report.findings}
    assert report.blocked


def test_there_are_many_of_both() -> None:
    assert len(BENIGN) >= 60
    assert len(HOSTILE) >= 100


def test_a_long_program_takes_little_more_than_reading_it() -> None:
    code = "\n".join([*BENIGN.values()] * 3)

    rounds = [(timed(check, code), timed(ast.parse, code)) for _ in range(15)]  # by turns
    seconds, reading = (min(times) for times in zip(*rounds, strict=True))

    assert seconds < 10 * reading  # it was 1.6 when this was written


def timed(work: Callable[[str], object], code: str) -> float:
    started = time.process_time()
    work(code)
    return time.process_time() - started
