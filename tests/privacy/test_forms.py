"""What a tool was sent is known again in each form in which it was sent, and saying values tells nobody of tokens."""

from __future__ import annotations

import json
import time
from typing import Any
from urllib.parse import quote

import anyio
import anyio.lowlevel
import pytest

from sandgate.errors import BadArguments, Denied
from sandgate.model import Json, Outcome
from sandgate.privacy.detection import Detector
from sandgate.privacy.guard import MOST_GUESSES, Guard, Rule
from sandgate.privacy.vault import Vault

pytestmark = pytest.mark.anyio
DETECTOR = Detector()
PERSON: dict[str, Json] = {
    "name": "Ada Lovelace",
    "ssn": "078-05-1120",
    "password": "Tr0ub4dor&3",
    "card": "4111111111111111",
    "birthday": "1990-05-21",
    "iban": "GB82WEST12345698765432",
}


async def hidden(guard: Guard, value: Json) -> Any:
    blocks, _ = await guard.arrived(["a.echo"], [{"type": "value", "value": value}])
    return blocks[0]["value"]


async def echoed(guard: Guard, value: Json) -> Any:
    """What a program sees of a tool that repeats what it was sent."""
    return await hidden(guard, (await guard.sent(["a.echo"], {"value": value}))[0]["value"])


@pytest.mark.parametrize("field", PERSON)
@pytest.mark.parametrize(
    "written",
    [
        "{}",
        "zz{}zz",
        "9{}9",
        "{}0000",
        "{}{}",
        "n{}",
        "_{}_",
        "hits for {}: 0",
        "https://crm.example/?q={}&b=1",
        "x@{}.com",
    ],
)
@pytest.mark.parametrize("change", [str, str.lower, quote])
async def test_what_a_tool_repeats_is_hidden_however_the_program_wrote_it(
    field: str, written: str, change: Any
) -> None:
    guard = Guard(DETECTOR, Vault())
    row = await hidden(guard, PERSON)
    value = str(PERSON[field])

    seen = await echoed(guard, {"query": change(written.replace("{}", row[field]))})

    assert value.lower() not in json.dumps(seen).lower()
    assert quote(value).lower() not in json.dumps(seen).lower()


@pytest.mark.parametrize("written", ["{}{}", "{}-{}", "{}.{}", "x{}{}", "{}_{}", "{}@{}", "{},{}"])
@pytest.mark.parametrize("field", ["name", "card", "password", "email", "address"])
async def test_of_two_values_that_were_put_together_nothing_is_left(field: str, written: str) -> None:
    guard = Guard(DETECTOR, Vault())
    person = {"name": "Ada Lovelace", "card": "4111 1111 1111 1111", "password": "correct horse battery"}
    row = await hidden(guard, {**person, "email": "ada@example.com", "address": "12 Main St, Springfield"})

    for both in (written.format(row[field], row["email"]), written.format(row["email"], row[field])):
        seen = json.dumps(await echoed(guard, {"query": both, "rows": [[both]]})).lower()

        left = ("ada", "lovelace", "1111", "correct", "horse", "battery", "example", "main", "springfield")
        assert [part for part in left if part in seen] == []


async def test_in_mode_output_nothing_is_left_of_a_value_that_touches_another() -> None:
    guard = Guard(DETECTOR, Vault(), "output")
    await hidden(guard, {"name": "Ada Lovelace", "email": "ada@example.com"})

    told = await guard.told(Outcome(status="ok", value=["Ada Lovelace-ada@example.com"], has_value=True))

    assert json.dumps(told.value).startswith('["[PERSON_')
    assert "Ada" not in json.dumps(told.value)


async def test_what_a_program_writes_beside_a_token_does_not_tell_whether_it_guessed_the_rest() -> None:
    guard = Guard(DETECTOR, Vault())
    row = await hidden(guard, {"first_name": "Ada", "full_name": "Ada Lovelace"})
    await guard.sent(["a.echo"], row)

    told = await guard.told(Outcome(status="ok", value=[f"{row['first_name']} Lovelace"], has_value=True))

    assert told.value == [f"{row['first_name']} Lovelace"]


async def test_an_address_that_was_put_around_a_value_does_not_give_it_away() -> None:
    guard = Guard(DETECTOR, Vault())
    row = await hidden(guard, {"password": "Tr0ub4dor3"})

    seen = await echoed(guard, f"x@{row['password']}.com")

    with pytest.raises(BadArguments, match="put together with another value"):
        await guard.looked("domain", [seen])


@pytest.mark.parametrize(
    ("field", "value"),
    [("email", "ada@example.com"), ("email", "4155550123@example.com"), ("mac", "00:1A:2B:3C:4D:5E")],
)
@pytest.mark.parametrize("written", ["{}", "<{}>", "https://{}/x", "{}:22"])
async def test_an_identifier_that_a_tool_makes_of_a_value_is_no_identifier(
    field: str, value: str, written: str
) -> None:
    guard = Guard(DETECTOR, Vault())
    row = await hidden(guard, {field: value})

    seen = await echoed(guard, {"message_id": written.replace("{}", row[field])})

    assert seen == {"message_id": written.replace("{}", row[field])}


async def test_a_rule_about_a_kind_holds_for_a_value_inside_one_of_another_kind() -> None:
    guard = Guard(DETECTOR, Vault(), rules=(Rule(tools=("shop.*",), restore=("SECRET",)),))
    row = await hidden(guard, {"email": "ada@example.com"})
    seen = await echoed(guard, {"password": f"x {row['email']} y"})

    assert seen["password"].startswith("[SECRET_")
    with pytest.raises(Denied, match="may not be sent a value of kind EMAIL"):
        await guard.sent(["shop.buy"], seen)


async def test_a_rule_about_a_kind_holds_for_a_value_that_was_made_to_look_like_a_token() -> None:
    guard = Guard(DETECTOR, Vault(), rules=(Rule(tools=("shop.*",), restore=()),))
    row = await hidden(guard, {"last_name": "Lovelace"})
    seen = await echoed(guard, f"[{row['last_name']}_1]")

    with pytest.raises(Denied, match="may not be sent a value of kind PERSON"):
        await guard.sent(["shop.buy"], {"value": seen})


async def test_a_token_of_another_session_is_sent_to_nobody() -> None:
    guard = Guard(DETECTOR, Vault())
    await hidden(guard, PERSON)

    with pytest.raises(Denied, match=r"\[EMAIL_7\] stands for nothing in this session"):
        await guard.sent(["a.send"], {"to": ["x", {"text": "for [EMAIL_7]"}]})


@pytest.mark.parametrize("length", [5, 6, 8, 9])
async def test_a_part_of_a_token_is_sent_to_nobody(length: int) -> None:
    guard = Guard(DETECTOR, Vault())
    row = await hidden(guard, PERSON)

    with pytest.raises(Denied, match=r"is a part of a token: a\.send can be sent a value as a whole"):
        await guard.sent(["a.send"], {"rows": [{"name": row["name"][:length]}]})


async def test_a_text_that_ends_like_a_part_of_a_token_is_sent_where_no_value_is_of_that_kind() -> None:
    guard = Guard(DETECTOR, Vault())
    await hidden(guard, {"email": "ada@example.com"})

    for text in ("[PERSON", "[TODO", "see [EMAIL and more", "EMAIL_1", "[EMA"):
        assert (await guard.sent(["a.send"], {"text": text}))[0] == {"text": text}


async def test_a_text_with_brackets_that_is_no_token_is_sent_as_it_is() -> None:
    guard = Guard(DETECTOR, Vault())
    text = "see [ISSUE_7], [email], row[phone_9], ?filter%5Bip_4%5D=1 and [CARD_0]"

    assert (await guard.sent(["a.send"], {"text": text}))[0] == {"text": text}


def spoken(guard: Guard, texts: list[str]) -> list[str]:
    """What the model reads of lines that a program prints."""
    return guard.text("\n".join(texts)).split("\n")


def sanitized(guard: Guard, texts: list[str]) -> list[str]:
    return guard.protected("\n".join(texts)).split("\n")


def sanitized_in_json(guard: Guard, texts: list[str]) -> list[str]:
    return json.loads(guard.protected(json.dumps(texts)))


SAYING = {"prints": spoken, "sanitize_pii": sanitized, "sanitize_pii in JSON": sanitized_in_json}


@pytest.mark.parametrize("way", SAYING)
@pytest.mark.parametrize("first", [True, False])
async def test_nobody_finds_out_what_a_token_stands_for_by_saying_many_values(way: str, *, first: bool) -> None:
    guard, meant = Guard(DETECTOR, Vault()), "user777@example.com"
    guesses = [f"user{number}@example.com" for number in range(1000)]
    token = await hidden(guard, meant) if first else ""
    said = SAYING[way](guard, guesses)
    token = token or await hidden(guard, meant)

    assert token not in said
    assert len(set(said)) == len(guesses)
    assert "user" not in json.dumps(said)
    assert (await guard.sent(["a.send"], {"to": said}))[0] == {"to": guesses}


@pytest.mark.parametrize("way", SAYING)
async def test_the_same_value_keeps_its_token_also_among_many(way: str) -> None:
    guard = Guard(DETECTOR, Vault())
    guesses = [f"user{number}@example.com" for number in range(MOST_GUESSES + 20)]

    assert SAYING[way](guard, guesses) == SAYING[way](guard, guesses)


async def test_a_few_values_that_the_model_says_are_known_in_results() -> None:
    guard = Guard(DETECTOR, Vault())

    assert guard.protected("ada@example.com") == await hidden(guard, "ada@example.com")


async def test_what_a_program_has_in_the_clear_is_no_guess() -> None:
    guard = Guard(DETECTOR, Vault(), "output")
    people = [f"user{number}@example.com" for number in range(MOST_GUESSES + 20)]
    await hidden(guard, [*people])

    told = await guard.told(Outcome(status="ok", value=[*people], output="\n".join(people)))

    assert told.value == told.output.split("\n")
    assert told.value == [guard.vault.token("EMAIL", one) for one in people]


async def test_comparing_tokens_of_what_was_said_counts_as_guessing() -> None:
    guard = Guard(DETECTOR, Vault())
    token = await hidden(guard, "user777@example.com")
    said = spoken(guard, [f"user{number}@example.com" for number in range(1000)])

    with pytest.raises(Denied, match="compares tokens with at most"):
        _ = [await guard.looked("same", [token, one]) for one in said]


@pytest.mark.parametrize(("kind", "value"), [("SECRET", "48291357"), ("IP", "203.0.113.77"), ("URL", "a:12345678")])
async def test_half_of_what_opens_something_is_not_told(kind: str, value: str) -> None:
    guard = Guard(DETECTOR, Vault())
    token = guard.vault.token(kind, value)

    assert await guard.looked("last4", [token]) == [None]
    assert await guard.looked("mask", [token]) == ["***"]


async def test_half_of_a_birthday_is_not_told_where_no_sign_is_in_it() -> None:
    guard = Guard(DETECTOR, Vault())
    row = await hidden(guard, {"birthday": "19900214"})

    assert row["birthday"].startswith("[BIRTHDAY_")
    assert await guard.looked("last4", [row["birthday"]]) == [None]
    assert await guard.looked("mask", [row["birthday"]]) == ["***"]


@pytest.mark.parametrize("before", ["", "z" * 5000])
@pytest.mark.parametrize("after", ["", "z" * 5000])
async def test_what_was_glued_to_a_long_word_is_hidden(before: str, after: str) -> None:
    guard = Guard(DETECTOR, Vault())
    row = await hidden(guard, {"last_name": "Lovelace"})

    seen = await echoed(guard, f"no such {before}{row['last_name']}{after}.")

    assert "Lovelace" not in seen


async def test_many_values_that_are_glued_to_each_other_are_sent_in_linear_time() -> None:
    guard = Guard(DETECTOR, Vault())
    names = await hidden(guard, [{"last_name": f"Love{number}lace"} for number in range(5000)])
    started = time.process_time()

    await guard.sent(["a.echo"], {"text": "z".join(name["last_name"] for name in names)})

    assert time.process_time() - started < 3


async def test_others_go_on_while_thousands_of_values_are_put_back() -> None:
    guard, order = Guard(DETECTOR, Vault()), list[str]()
    tokens = [guard.vault.token("EMAIL", f"user{number}@example.com") for number in range(2000)]

    async def send() -> None:
        await guard.sent(["a.send"], {"to": tokens})
        order.append("sent")

    async with anyio.create_task_group() as both:
        both.start_soon(send)
        await anyio.lowlevel.checkpoint()
        order.append("another")

    assert order == ["another", "sent"]
