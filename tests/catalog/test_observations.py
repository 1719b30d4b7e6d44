"""What is remembered of results: over restarts, by several processes at once, and not at all where it is damaged."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from sandgate.catalog.learned.observations import Observations
from sandgate.catalog.learned.observed import shape_of
from sandgate.model import Observed, ServerSpec

SPEC = ServerSpec(name="lab", command="lab")


def seen(value: object, calls: int = 1, day: str = "2026-01-31") -> Observed:
    return Observed(schema=shape_of(value), calls=calls, last_day=day)


def test_what_was_seen_is_there_another_day_and_grows(tmp_path: Path) -> None:
    Observations(tmp_path).add(SPEC, {"find": seen({"id": 1, "name": "x"}, 3)})
    Observations(tmp_path).add(SPEC, {"find": seen({"id": 1}, 2, "2026-02-01"), "count": seen(3)})

    known = Observations(tmp_path).load(SPEC)

    assert known["count"] == seen(1)
    assert (known["find"].calls, known["find"].last_day) == (5, "2026-02-01")
    assert known["find"].schema["required"] == ["id"]


def test_another_server_has_another_memory(tmp_path: Path) -> None:
    Observations(tmp_path).add(SPEC, {"find": seen(1)})

    assert Observations(tmp_path).load(ServerSpec(name="lab", command="other")) == {}


def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    Observations(tmp_path / "observed").add(SPEC, {"find": seen(1)})

    modes = {path.suffix: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "observed").glob("*.json")}
    assert modes == {".json": 0o600}
    assert stat.S_IMODE((tmp_path / "observed").stat().st_mode) == 0o700


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"tools": []}', '{"tools": 7}', "[" * 100_000, "\x00"])
def test_a_damaged_file_is_nothing_remembered_and_is_written_anew(tmp_path: Path, text: str) -> None:
    store = Observations(tmp_path)
    store.add(SPEC, {"find": seen("x")})
    (file,) = tmp_path.glob("*.json")
    file.write_text(text, encoding="utf-8")

    before, after = store.load(SPEC), store.add(SPEC, {"find": seen(1)})

    assert before == {}
    assert after == store.load(SPEC) == {"find": seen(1)}


@pytest.mark.parametrize(
    "entry",
    [
        {"schema": {"type": "object", "properties": {"ada@example.com": {}}}, "calls": 1, "last_day": ""},
        {"schema": {"type": "string"}, "calls": 0, "last_day": ""},
        {"schema": {"type": "string"}, "calls": "many", "last_day": ""},
        {"schema": {"type": "string", "description": "x"}, "calls": 1, "last_day": ""},
        {"schema": {"type": "string"}},
        7,
    ],
)
def test_an_entry_that_is_not_ours_costs_only_itself(tmp_path: Path, entry: object) -> None:
    store = Observations(tmp_path)
    store.add(SPEC, {"find": seen("x")})
    (file,) = tmp_path.glob("*.json")
    data = json.loads(file.read_bytes())
    data["tools"]["count"] = entry
    file.write_text(json.dumps(data), encoding="utf-8")

    assert store.load(SPEC) == {"find": seen("x")}


WRITER = """
import sys
from pathlib import Path
from sandgate.catalog.learned.observations import Observations
from sandgate.catalog.learned.observed import shape_of
from sandgate.model import Observed, ServerSpec
field, store = sys.argv[2], Observations(Path(sys.argv[1]))
for _ in range(30):
    seen = Observed(schema=shape_of({"id": 1, field: "x"}), calls=1, last_day="2026-01-31")
    store.add(ServerSpec(name="lab", command="lab"), {"find": seen, field: seen})
"""


def test_several_processes_add_to_one_memory_and_lose_nothing(tmp_path: Path) -> None:
    fields = ["name", "status", "owner"]

    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), field]) for field in fields]
    codes = [writer.wait(timeout=60) for writer in writers]

    known = Observations(tmp_path).load(SPEC)
    assert codes == [0, 0, 0]
    assert known["find"].calls == 90
    assert {*known["find"].schema["properties"]} == {"id", *fields}
    assert [known[field].calls for field in fields] == [30, 30, 30]
    assert [path.suffix for path in tmp_path.iterdir() if path.name != ".lock"] == [".json"]
