"""For any document: what was hidden comes back exactly, and what was found is nowhere in what is shown."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any
from urllib.parse import quote

import anyio
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sandgate.model import Unread
from sandgate.privacy.detection import Detector, replaced
from sandgate.privacy.guard import Guard
from sandgate.privacy.vault import Kept, Vault

DETECTOR = Detector()
VALUES = (
    "ada@example.com",
    "+1 415 555 0132",
    "4111 1111 1111 1111",
    "GB82 WEST 1234 5698 7654 32",
    "[EMAIL_1]",
    "[PERSON_12]",
    "%5BEMAIL_1%5D",
    "[email_1]",
    'Ann "Nan" Lee, PhD',
    "back\\slash",
    "line\nbreak",
)
TOKENS = re.compile(r"\[[A-Z_]+_\d+\]")
KEYS = ("name", "email", "phone", "note", "id", "ssn", "card", "customer", "first_name", "[EMAIL_1]", "text")
TEXTS = st.one_of(
    st.text(max_size=40),
    st.sampled_from(VALUES),
    st.lists(st.one_of(st.text(max_size=10), st.sampled_from(VALUES)), max_size=5).map(" ".join),
    st.lists(st.sampled_from(VALUES), max_size=4).map("".join),
)
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**53), 2**53), st.floats(allow_nan=False, allow_infinity=False), TEXTS
)
DOCUMENTS = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(st.sampled_from(KEYS), st.text(max_size=8)), inner, max_size=5),
        inner.map(json.dumps),
        inner.map(lambda one: f"Result: {json.dumps(one, ensure_ascii=False)}, see above"),
    ),
    max_leaves=12,
)


def hidden(guard: Guard, block: dict[str, Any]) -> Any:
    async def arrive() -> Any:
        blocks, _ = await guard.arrived(["a.b"], [block])
        return blocks[0].get("value", blocks[0].get("text"))

    return anyio.run(arrive)


def restored(guard: Guard, value: Any) -> Any:
    async def send() -> Any:
        return (await guard.sent(["a.b"], {"value": value}))[0]["value"]

    return anyio.run(send)


@settings(max_examples=250, deadline=None)
@given(st.lists(DOCUMENTS, min_size=1, max_size=3))
def test_what_was_hidden_comes_back_exactly(documents: list[Any]) -> None:
    guard = Guard(DETECTOR, Vault())

    seen = [hidden(guard, {"type": "value", "value": document}) for document in documents]

    assert [restored(guard, one) for one in seen] == documents


@settings(max_examples=60, deadline=None)
@given(st.lists(DOCUMENTS, min_size=40, max_size=60))
def test_long_documents_that_travel_as_text_come_back_as_well(documents: list[Any]) -> None:
    guard = Guard(DETECTOR, Vault())

    seen = hidden(guard, {"type": "unread", "text": Unread(json.dumps(documents))})
    seen = json.loads(seen.text) if isinstance(seen, Unread) else seen

    assert restored(guard, seen) == documents


@settings(max_examples=150, deadline=None)
@given(DOCUMENTS)
@example("ada@example.com+1 415 555 0132+1 415 555 0132")
@example("GB82 WEST 1234 5698 7654 32+1 415 555 0132+1 415 555 0132GB82 WEST 1234 5698 7654 32")
@example("GB82 WEST 1234 5698 7654 32GB82 WEST 1234 5698 7654 32[EMAIL_1]GB82 WEST 1234 5698 7654 32")
@example({"name": "Lee, PhD+1 415 555 0132+1 415 555 0132GB82 WEST 1234 5698 7654 32", "": "+1 415 555 0132"})
@example("4111 1111 1111 1111 +1 415 555 0132 4111 1111 1111 1111")
def test_no_value_that_was_found_is_found_again_in_what_a_program_sees(document: Any) -> None:
    guard = Guard(DETECTOR, Vault())
    left: list[str] = []

    def note(kind: str, value: Any) -> str:
        left.append(str(value))
        return "x"

    seen = hidden(guard, {"type": "value", "value": document})
    hidden_values = {str(kept.value) for token in TOKENS.findall(json.dumps(seen)) if (kept := guard.vault.kept(token))}
    DETECTOR.walk(seen, note)

    assert hidden_values.isdisjoint(left)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(VALUES[:4]), st.text("abc ,;'\n", max_size=5), st.text("abc ,;'\n", max_size=5))
def test_tokens_survive_what_programs_do_to_text(value: str, before: str, after: str) -> None:
    guard = Guard(DETECTOR, Vault())
    token = replaced(value, DETECTOR.find(value), guard.vault.token)

    as_cell = io.StringIO()
    csv.writer(as_cell).writerow(["x", token, "y"])

    assert restored(guard, f"{before}{token}{after}") == f"{before}{value}{after}"
    assert json.loads(restored(guard, json.dumps({"a": [token]}))) == {"a": [value]}
    assert restored(guard, quote(token)) == quote(value, safe="")
    assert next(csv.reader(io.StringIO(restored(guard, as_cell.getvalue())))) == ["x", value, "y"]
    assert restored(guard, {token: token}) == {value: value}


@pytest.mark.parametrize(
    "text",
    [
        "password=[EMAIL_1][EMAIL_1]",
        ",,\r\n,,ada@example.com:[EMAIL_1][EMAIL_1]\r\n",
        'a,password: hunter2Xq!9,"1,"\r\nb,password: hunter2Xq!9,"1,"\r\n',
        '{"phone": 4155552671.0, "name": "Ren\\u00e9e \\ud83d Roe"}',
    ],
)
def test_a_value_that_reaches_into_a_token_or_another_cell_comes_back_exactly(text: str) -> None:
    guard = Guard(DETECTOR, Vault())

    seen = guard.protected(text)

    assert seen != text
    assert guard.vault.text(seen) == text


def test_what_a_program_says_around_its_tokens_stands_for_what_they_do() -> None:
    vault = Vault([Kept("EMAIL", "ada@example.com", 1), Kept("EMAIL", "bob@example.com", 2)])
    said = "password: [EMAIL_1][EMAIL_2]"

    assert vault.text(Guard(DETECTOR, vault).text(said)) == vault.text(said)


@pytest.mark.parametrize("count", [1, 20])
def test_what_a_program_says_is_looked_at_once_more_and_its_tokens_stay(count: int) -> None:
    guard = Guard(DETECTOR, Vault())
    token = guard.vault.token("EMAIL", "ada@example.com")

    said = guard.text("\n".join([f"to {token} and bob@example.com"] * count))

    assert set(said.splitlines()) == {"to [EMAIL_1] and [EMAIL_2]"}
