"""What was measured is shown as it was measured, and a missed goal is called missed."""

from __future__ import annotations

from benchmarks.report import Comparison, Contest, Figure, Peer, Report, Row, columns, markdown, page, terminal
from benchmarks.timing import Times

ROW = Row(name="a program", against="the same by hand", meaning="It runs.", goal=2.0, goal_p95=3.0)


def compared(ours: float, theirs: float, row: Row = ROW) -> Comparison:
    return Comparison(row, Times((ours,)), Times((theirs,)))


def test_a_ratio_is_ours_divided_by_the_other() -> None:
    comparison = Comparison(ROW, Times((0.003, 0.003, 0.009)), Times((0.002, 0.002, 0.002)))

    assert comparison.ratio == 1.5
    assert round(comparison.ratio_p95, 2) == 4.2


def test_a_goal_is_met_only_if_both_ratios_reach_theirs() -> None:
    slow_moments = Comparison(ROW, Times((0.001, 0.001, 0.009)), Times((0.001, 0.001, 0.001)))

    assert compared(0.002, 0.001).met is True
    assert compared(0.0021, 0.001).met is False
    assert slow_moments.met is False
    assert compared(9.0, 1.0, Row(name="", against="", meaning="")).met is None


def test_a_goal_counts_as_met_where_the_shown_figure_reaches_it() -> None:
    loop = Row(name="", against="", meaning="", goal=1.0)

    assert compared(1.004, 1.0, loop).met is True
    assert compared(1.006, 1.0, loop).met is False


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    text = columns([("", "ms", "against"), ("a name", "1,000", "that")])

    assert text.splitlines() == ["           ms  against", "a name  1,000  that"]


def test_a_markdown_table_has_a_rule_under_its_head() -> None:
    assert markdown([("", "ms", "of"), ("a", "1", "b")]).splitlines() == [
        "|  | ms | of |",
        "| --- | ---: | --- |",
        "| a | 1 | b |",
    ]


def test_the_page_has_date_machine_goals_figures_meanings_and_notes() -> None:
    report = Report("2026-01-02", "2 cores", [compared(0.006, 0.002)])
    report.figures.append(Figure(name="a spare", value="6.0 MB", meaning="It waits."))
    report.notes.append("The machine was busy.")

    text = page(report)

    assert "Measured on 2026-01-02: 2 cores." in text
    assert "| a program | 6.0 ms | 6.0 ms | 2.0 ms | 2.0 ms | 3.00 × | ≤ 2 × | 3.00 × | ≤ 3 × | missed |" in text
    assert "- **a program**: It runs." in text
    assert "| a spare | 6.0 MB |" in text
    assert "- **a spare**: It waits." in text
    assert "- The machine was busy." in text
    assert "Beside others" not in text


def test_peers_are_divided_by_the_yardstick_and_an_absent_one_says_why() -> None:
    plain = Peer("python", "", "the yardstick", (Times((0.010,)),))
    quick = Peer("quick", "1.0", "an interpreter", (Times((0.001,)),))
    absent = Peer("docker", "", "not measured: no daemon", ())
    report = Report("", "", contests=[Contest("A program.", ("`1 + 1`",), "python", (plain, quick, absent))])

    text = page(report)

    assert "| quick | 1.0 | 1.0 ms | 0.10 × | an interpreter |" in text
    assert "| docker |  |  |  | not measured: no daemon |" in text
    assert "not measured: no daemon" in terminal(report)
