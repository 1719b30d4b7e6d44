"""Logs are on standard error, and say which request and execution they belong to."""

from __future__ import annotations

import json
import logging
from collections.abc import Generator

import pytest

from sandgate.telemetry import Telemetry, logs, request
from sandgate.telemetry.requests import request_id


@pytest.fixture(autouse=True)
def untouched() -> Generator[None]:
    root = logging.getLogger()
    before, level, token = list(root.handlers), root.level, request_id.set("")
    yield
    root.handlers[:] = before
    root.setLevel(level)
    request_id.reset(token)


def test_a_record_is_one_line_of_json_on_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    logs.set_up("json")
    id = request()

    with Telemetry().execution("e1", "python"):
        logging.getLogger("sandgate.server").warning("a %s\nin two lines", "message")

    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    told = json.loads(err)
    assert (told["level"], told["logger"], told["message"]) == ("warning", "sandgate.server", "a message\nin two lines")
    assert (told["request"], told["execution"]) == (id, "e1")
    assert told["time"].endswith("+00:00")
    assert "trace_id" not in told, "nobody traces"


def test_an_error_has_its_type_and_stack(capfd: pytest.CaptureFixture[str]) -> None:
    logs.set_up("json")

    try:
        raise ValueError("x")
    except ValueError:
        logging.getLogger("sandgate").exception("it failed")

    told = json.loads(capfd.readouterr().err)
    assert told["error"] == "ValueError"
    assert "test_logs.py" in told["stack"]


def test_lines_for_people_name_the_request_behind_the_message(capfd: pytest.CaptureFixture[str]) -> None:
    logs.set_up("text")
    id = request()
    try:
        raise ValueError("x")
    except ValueError:
        logging.getLogger("sandgate").exception("it failed")

    lines = capfd.readouterr().err.splitlines()

    assert lines[0] == f"sandgate: it failed (request {id})"
    assert lines[1].startswith("Traceback")


def test_less_than_the_level_is_not_logged(capfd: pytest.CaptureFixture[str]) -> None:
    logs.set_up("text", "error")

    logging.getLogger("sandgate").warning("small")

    assert capfd.readouterr().err == ""
