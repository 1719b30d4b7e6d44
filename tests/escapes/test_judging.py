"""Whoever judges probes can say that one got through, also where most things are refused."""

from __future__ import annotations

from sandgate.model import Fault, Outcome

from .columns import COLUMNS
from .probes.probe import UNKNOWN, Seen, contained, harmless, unsayable
from .table import BLOCKED, UNSAYABLE, Results, rendered

REFUSED = Fault(type=UNKNOWN, message="there is no socket")
MACHINE: dict[str, str] = dict.fromkeys(("kernel", "processor", "python", "user", "groups"), "x")


def seen(output: str = "", fault: Fault | None = None, first: Outcome | None = None) -> Seen:
    return Seen(outcome=Outcome(status="error" if fault else "ok", output=output, fault=fault), first=first)


def test_a_probe_that_the_language_refuses_is_known_as_such() -> None:
    assert unsayable(seen(fault=REFUSED))
    assert not unsayable(seen(fault=Fault(type="OSError", message="no")))
    assert not unsayable(seen("BLOCKED a"))


def test_what_escaped_before_the_language_refused_the_rest_is_not_forgotten() -> None:
    assert not unsayable(seen("ESCAPED a", REFUSED))
    assert not unsayable(seen(fault=REFUSED, first=Outcome(status="ok", output="ESCAPED a")))


def test_a_pair_whose_first_run_failed_otherwise_was_not_tried() -> None:
    failed = Outcome(status="error", fault=Fault(type="TypeError", message="a mistake"))

    assert not unsayable(seen(fault=REFUSED, first=failed))


def test_a_probe_that_escaped_and_then_crashed_is_not_contained() -> None:
    crash = Fault(type="SIGTRAP", message="ended")

    assert contained(seen("ESCAPED a", crash)) == "ESCAPED a / ESCAPED a"
    assert contained(seen("", crash)) == ""


def test_an_attack_that_is_none_ends_like_any_program() -> None:
    assert harmless(seen()) == ""
    assert harmless(seen(fault=REFUSED))


def test_a_column_counts_its_own_probes_and_tells_what_could_not_be_said() -> None:
    verdicts = {probe.id: BLOCKED for probe in COLUMNS["monty"].probes}
    results: Results = {"machine": MACHINE, "monty": verdicts | {"net-01": UNSAYABLE, "x-51": "a reason"}}

    text = rendered(results)

    count = len(COLUMNS["monty"].probes)
    column = [
        line.split(" | ")[[*COLUMNS].index("monty") + 1] for line in text.splitlines() if line.startswith("| all")
    ]
    assert column == [f"{count - 1}/{count}"]
    assert "- monty: a reason (`x-51`)." in text
    assert "- monty: 1 of those blocked" in text
