"""A list never costs more tokens than it may, and what was left out is named."""

from __future__ import annotations

import random

import pytest

from sandgate.output import Entry, count, cut, fitted

ENTRIES = [Entry(f"server.tool_{number}", f"server.tool_{number}: does thing {number} for you") for number in range(40)]


@pytest.mark.parametrize("budget", [*range(40), 60, 100, 333, 550, 1000])
def test_a_budget_is_never_exceeded(budget: int) -> None:
    assert count(fitted(ENTRIES, ["(a note)"], budget)) <= budget
    assert count(cut("\n".join(entry.text for entry in ENTRIES), budget)) <= budget


@pytest.mark.parametrize("seed", range(20))
def test_a_budget_holds_for_any_text(seed: int) -> None:
    dice = random.Random(seed)
    signs = "abc é 漢字 🙂 \n\t{}[]:,_"
    texts = ["".join(dice.choices(signs, k=dice.randint(0, 400))) for _ in range(dice.randint(0, 20))]
    budget = dice.randint(0, 300)

    assert count(fitted([Entry(f"n{number}", text) for number, text in enumerate(texts)], [], budget)) <= budget
    assert count(cut("\n".join(texts), budget)) <= budget


def test_all_of_it_stands_there_if_it_fits() -> None:
    text = fitted(ENTRIES, ["(a note)"], 10_000)

    assert text.splitlines() == [*(entry.text for entry in ENTRIES), "(a note)"]


def test_what_was_left_out_is_named() -> None:
    lines = fitted(ENTRIES, ["(a note)"], 150).splitlines()
    kept = len(lines) - 2

    assert 3 < kept < 40
    assert lines[:kept] == [entry.text for entry in ENTRIES[:kept]]
    assert lines[kept].startswith(f"(max_tokens: left out server.tool_{kept}, server.tool_{kept + 1},")
    assert lines[kept].endswith(f" and {40 - kept - 5} more)")


def test_a_text_that_is_cut_says_how_much_is_missing() -> None:
    text = cut("\n".join(entry.text for entry in ENTRIES), 100)

    assert text.splitlines()[0] == ENTRIES[0].text
    assert text.endswith("of 40 lines left out)")
