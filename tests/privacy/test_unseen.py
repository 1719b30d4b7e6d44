"""How sets that nobody had seen are scored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.privacy.unseen import judged, unseen

from sandgate.privacy.detection import Span

TEXT = "key 9f2c77ab for ada@example.org, build 5d01"


def _label(kind: str, value: str) -> dict[str, Any]:
    start = TEXT.index(value)
    return {"start": start, "end": start + len(value), "type": kind}


def _span(kind: str, value: str) -> Span:
    start = TEXT.index(value)
    return Span(start, start + len(value), kind)


def _judged(labels: list[dict[str, Any]], *spans: Span) -> dict[tuple[str, str], int]:
    return {key: count for key, count in judged({"text": TEXT, "spans": labels}, spans).items() if count}


def test_a_key_is_hidden_only_whole() -> None:
    labels = [_label("KEY", "9f2c77ab")]
    assert _judged(labels, _span("SECRET", "9f2c77ab")) == {
        ("KEY", "labels"): 1,
        ("KEY", "hidden"): 1,
        ("KEY", "right"): 1,
    }
    assert ("KEY", "hidden") not in _judged(labels, _span("SECRET", "9f2c77a"))


def test_of_another_value_a_fifth_may_stay() -> None:
    labels = [_label("EMAIL", "ada@example.org")]
    assert _judged(labels, _span("EMAIL", "ada@example.o"))["EMAIL", "hidden"] == 1
    assert ("EMAIL", "hidden") not in _judged(labels, _span("EMAIL", "ada@"))


def test_what_meets_no_label_is_false_and_what_is_disputed_counts_neither_way() -> None:
    assert _judged([], _span("SECRET", "5d01")) == {("KEY", "false"): 1}
    assert _judged([_label("EMAIL", "ada@example.org")], _span("SECRET", "ada@")) == {
        ("EMAIL", "labels"): 1,
        ("KEY", "false"): 1,
    }
    assert _judged([_label("DISPUTED", "5d01")], _span("SECRET", "5d01")) == {}


def test_sets_are_counted_as_one_and_each_by_itself(tmp_path: Path) -> None:
    for name in ("one", "two"):
        row = {"id": f"{name}/mail/0", "text": TEXT, "spans": [_label("EMAIL", "ada@example.org")]}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    by_kind, by_set = unseen(tmp_path)
    mail = next(line for line in by_kind if line[0] == "EMAIL")
    assert mail == ["EMAIL", "2", "2", "100.0", "100.0 – 100.0", "2", "0", "100.0", "100.0 – 100.0"]
    assert [line[0] for line in by_set] == ["set", "one", "two"]
