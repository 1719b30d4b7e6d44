"""What the model sees: whole lines, valid JSON, failures never shortened away, and never more than the budget."""

from __future__ import annotations

import json

import pytest

from sandgate.model import CallRecord, Fault, Json, Outcome
from sandgate.output import count, shaped, shortened

ROWS: list[Json] = [{"id": f"ORD-{n:05}", "status": "pending", "note": "word " * 20} for n in range(5000)]


def test_printed_text_alone_is_shown_as_it_is() -> None:
    assert shaped(Outcome(status="ok", output="3 pending\n"), 1000).text == "3 pending"


def test_a_value_alone_is_shown_as_compact_json() -> None:
    assert shaped(Outcome(status="ok", has_value=True, value={"a": [1, None]}), 1000).text == '{"a":[1,null]}'


def test_text_as_a_value_is_shown_without_quotes() -> None:
    assert shaped(Outcome(status="ok", has_value=True, value="two\nlines"), 1000).text == "two\nlines"


def test_a_value_beside_printed_text_is_labelled() -> None:
    outcome = Outcome(status="ok", output="working\n", has_value=True, value=3, notes=("mind this",))

    assert shaped(outcome, 1000).text == "working\nresult: 3\nnote: mind this"


def test_nothing_at_all_is_said_to_be_nothing() -> None:
    assert shaped(Outcome(status="ok"), 1000).text == "(no output and no value)"


def test_a_failure_shows_its_lines_and_which_calls_took_effect() -> None:
    calls = (
        CallRecord(tool="crm.update", status="ok"),
        CallRecord(tool="crm.update", status="ok"),
        CallRecord(tool="chat.post", status="unfinished"),
        CallRecord(tool="crm.get", status="error"),
    )
    fault = Fault(type="KeyError", message="'email'", traceback='  File "program.py", line 3, in <module>')

    text = shaped(Outcome(status="error", fault=fault, calls=calls), 1000).text

    assert text.splitlines() == [
        "Traceback, the program's own lines:",
        '  File "program.py", line 3, in <module>',
        "KeyError: 'email'",
        "Calls before this: crm.update ×2 completed; chat.post unfinished, with effect unknown.",
    ]


@pytest.mark.parametrize("budget", [200, 500, 2000])
@pytest.mark.parametrize(
    "value",
    [
        ROWS,
        {"rows": ROWS, "total": 5000},
        [[[[[list(range(500))]]]]] * 50,
        {f"key {n}": "x" * 500 for n in range(2000)},
        ["long " * 5000] * 3,
        list(range(100_000)),
    ],
)
def test_a_value_that_is_too_large_stays_valid_json_within_the_budget(value: Json, budget: int) -> None:
    text = shaped(Outcome(status="ok", has_value=True, value=value), budget).text

    shown, _, remark = text.partition("\n")
    assert count(text) <= budget
    assert isinstance(json.loads(shown), type(value))
    assert "the whole value is" in remark


def test_long_output_keeps_whole_lines_of_its_start_and_end() -> None:
    output = "\n".join(f"line {n} of the output" for n in range(5000))

    text = shaped(Outcome(status="ok", output=output), 500).text

    lines = text.splitlines()
    gap = next(line for line in lines if line.startswith("[…"))
    assert count(text) <= 500
    assert lines[0] == "line 0 of the output"
    assert lines[-1] == "line 4999 of the output"
    assert gap == f"[… {5000 - len(lines) + 1:,} of 5,000 lines left out …]"


def test_one_endless_line_is_cut_and_its_length_told() -> None:
    text = shortened("x" * 100_000, 200)

    assert count(text) <= 200
    assert "100,000 characters in all" in text


def test_failure_value_and_output_share_one_budget() -> None:
    fault = Fault(type="ValueError", message="m " * 10_000, traceback="")
    outcome = Outcome(status="error", output="printed\n" * 5000, has_value=True, value=ROWS, fault=fault)

    text = shaped(outcome, 3000).text

    assert count(text) <= 3000
    assert "ValueError" in text
    assert text.startswith("printed")


def test_tokens_are_counted_by_the_named_tokenizer() -> None:
    assert count("hello world") == 2
    assert count("<|endoftext|>") > 1
