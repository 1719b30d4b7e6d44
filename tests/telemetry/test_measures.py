"""Measures count what they are given, in few series, and their text is what Prometheus reads."""

from __future__ import annotations

import re

import pytest

from sandgate.telemetry.measures import MOST_SERIES, Measure


def timed() -> Measure:
    return Measure("mcp.client.operation.duration", "How long.", timed=True)


def test_a_histogram_counts_each_value_in_every_bucket_that_holds_it() -> None:
    measure = timed()
    for seconds in (0.005, 0.01, 0.3, 1000.0):
        measure.add(seconds, tool="send")

    lines = list(measure.lines())

    name = "mcp_client_operation_duration_seconds"
    assert lines[:2] == [f"# HELP {name} How long.", f"# TYPE {name} histogram"]
    assert f'{name}_bucket{{tool="send",le="0.01"}} 2' in lines
    assert f'{name}_bucket{{tool="send",le="0.5"}} 3' in lines
    assert f'{name}_bucket{{tool="send",le="300.0"}} 3' in lines
    assert f'{name}_bucket{{tool="send",le="+Inf"}} 4' in lines
    assert f'{name}_sum{{tool="send"}} 1000.315' in lines
    assert lines[-1] == f'{name}_count{{tool="send"}} 4'


def test_a_counter_adds_up_and_labels_may_have_dots_and_be_empty() -> None:
    measure = Measure("sandgate.tokens", "Tokens.")
    measure.add(7, error__type="timeout", tool="")
    measure.add(5, error__type="timeout")

    assert list(measure.lines())[-1] == 'sandgate_tokens_total{error_type="timeout"} 12'


def test_a_large_count_is_written_whole() -> None:
    measure = Measure("sandgate.tokens", "Tokens.")
    measure.add(123_456_789)

    assert list(measure.lines())[-1] == "sandgate_tokens_total 123456789"


@pytest.mark.parametrize("name", ['x"} 1\nfake_metric 7', "a\\", "\ud800", "a\rb", "z" * 5000])
def test_no_name_breaks_out_of_its_label(name: str) -> None:
    measure = Measure("calls", "Calls.")
    measure.add(1, tool=name)

    lines = "".join(f"{line}\n" for line in measure.lines()).encode().decode().split("\n")

    assert len(lines) == 4
    assert re.fullmatch(r'calls_total\{tool="(?:[^"\\\n]|\\["\\n])*"\} 1', lines[2])
    assert len(lines[2]) < 300


def test_a_server_with_endless_tools_does_not_fill_the_memory() -> None:
    measure = timed()
    for number in range(MOST_SERIES + 50):
        measure.add(0.1, tool=f"t{number}")

    assert len(measure.series) == MOST_SERIES + 1
    assert measure.series[("tool", "(other)"),].count == 50
