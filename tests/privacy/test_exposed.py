"""What a tool or a program has had in the clear does not come out again as a bare word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from sandgate.errors import BadArguments
from sandgate.filing import Filing
from sandgate.model import Fault, Json, Outcome
from sandgate.privacy.detection import Detector
from sandgate.privacy.exposed import Exposed
from sandgate.privacy.guard import Guard, Mode
from sandgate.privacy.store import VaultStore
from sandgate.privacy.vault import Vault
from sandgate.privacy.vaults import Vaults
from sandgate.workspace import Workspaces
from sandgate.workspace.reading import Part
from sandgate.workspace.store import Room

pytestmark = pytest.mark.anyio
DETECTOR = Detector()
PERSON: dict[str, Any] = {
    "last_name": "Roe",
    "password": "hunterzzz",
    "zip": "90210",
    "dob": "1980-02-03",
    "pin": 47118,
}


async def arrived(guard: Guard, value: Json) -> Any:
    blocks, _ = await guard.arrived(["a.b"], [{"type": "value", "value": value}])
    return blocks[0]["value"]


async def exposed(mode: Mode = "tokens") -> tuple[Guard, dict[str, Any]]:
    """A session in which a tool was sent every value of a person."""
    guard = Guard(DETECTOR, Vault(), mode)
    person = await arrived(guard, PERSON)
    assert (await guard.sent(["a.b"], person))[0] == PERSON
    return guard, person


async def test_a_tool_that_repeats_what_it_was_sent_tells_the_program_nothing() -> None:
    guard, person = await exposed()

    for key, value in PERSON.items():
        assert await arrived(guard, {"x": value}) == {"x": person[key]}
        assert str(value) not in await arrived(guard, f"no such thing: {value}.")
        assert str(value) not in await guard.complaint(["a.b"], f"input_value='{value}'")
    assert await arrived(guard, "no such user: Roe.") == f"no such user: {person['last_name']}."


async def test_the_day_of_a_birthday_that_a_tool_was_sent_may_be_said_of_other_things() -> None:
    guard = Guard(DETECTOR, Vault(), "tokens")
    person = await arrived(guard, {"dob": {"year": 1984, "month": 5, "day": 12}})
    assert (await guard.sent(["a.b"], person))[0] == {"dob": {"year": 1984, "month": 5, "day": 12}}

    assert await arrived(guard, {"count": 12, "text": "12 of 31"}) == {"count": 12, "text": "12 of 31"}


async def test_a_number_that_a_text_was_is_hidden_and_comes_back_as_a_number() -> None:
    guard, _ = await exposed()

    answer = await arrived(guard, {"x": [90210, 90211], "y": '{"pin": 47118}'})

    assert answer["x"][1] == 90211
    assert "90210" not in str(answer)
    assert "47118" not in str(answer)
    assert (await guard.sent(["a.b"], answer))[0] == {"x": [90210, 90211], "y": '{"pin": 47118}'}


async def test_a_key_that_is_a_word_a_tool_was_sent_is_hidden_and_comes_back() -> None:
    guard, person = await exposed()

    answer = await arrived(guard, {"Roe": 3, "roe": 4, "Doe": 5})

    assert answer == {person["last_name"]: 3, "roe": 4, "Doe": 5}
    assert (await guard.sent(["a.b"], answer))[0] == {"Roe": 3, "roe": 4, "Doe": 5}


@pytest.mark.parametrize(
    ("person", "text"),
    [
        ({"last_name": "田中"}, "顧客の{}さんは注文しました"),
        ({"full_name": "王小明", "email": "w@example.com"}, "客户{}已下单"),
        ({"last_name": "김철수"}, "{}는 없습니다"),
        ({"password": "§$%&/()=?!"}, "login with§{}"),
    ],
)
async def test_a_value_that_is_no_word_of_its_own_is_known_within_others(person: dict[str, Json], text: str) -> None:
    value = str(next(iter(person.values())))
    said = text.format(value)
    sending, printing = Guard(DETECTOR, Vault()), Guard(DETECTOR, Vault(), "output")
    seen = await arrived(sending, person)
    await sending.sent(["a.b"], seen)
    await arrived(printing, person)

    assert value not in await arrived(sending, said)
    assert value not in printing.text(said)
    assert value not in (await printing.told(Outcome(status="ok", output=json.dumps([said])))).output.encode().decode(
        "unicode_escape"
    )


async def test_only_whole_words_are_taken_for_what_was_sent() -> None:
    guard, _ = await exposed()
    text = "Roebuck, roe, hunterzzz1, 902101 and a90210"

    assert await arrived(guard, text) == text


async def test_what_was_never_sent_stays_readable_elsewhere() -> None:
    guard = Guard(DETECTOR, Vault())
    await arrived(guard, PERSON)

    assert await arrived(guard, "the Roe of a fish") == "the Roe of a fish"


async def test_in_mode_output_what_a_field_gave_away_is_known_in_every_word_of_the_program() -> None:
    guard = Guard(DETECTOR, Vault(), "output")
    assert await arrived(guard, PERSON) == PERSON
    said = " ".join(map(str, PERSON.values()))

    told = await guard.told(
        Outcome(
            status="error",
            value={"a": list(PERSON.values())},
            output=said,
            fault=Fault(type="ValueError", message=said, traceback=said),
            notes=(said,),
        )
    )

    assert told.fault
    shown = str([told.value, told.output, told.fault, told.notes])
    assert not [value for value in PERSON.values() if str(value) in shown]


VALUES = [
    ("last_name", "Müller"),
    ("last_name", "Roe"),
    ("password", "corp\\nancy8!X"),
    ("password", "tab\\there9Qx!"),
    ("password", "two\r\nL1nes!x"),
]


@pytest.mark.parametrize(("field", "value"), VALUES)
async def test_a_value_that_was_sent_is_known_however_json_and_python_write_it(field: str, value: str) -> None:
    guard = Guard(DETECTOR, Vault())
    person = await arrived(guard, {field: value})
    await guard.sent(["a.b"], person)
    answers: list[Json] = [
        [value],
        {value: 1},
        {"deep": json.dumps({"x": value, "y": f"a\n{value}"})},
        f"{json.dumps([value])}\n{json.dumps([value])}",
        f"error: {json.dumps({'x': value})}",
        f"error: {[value, f'of{chr(10)}{value}']!r}",
    ]

    for answer in answers:
        seen = json.dumps(await arrived(guard, answer), ensure_ascii=False)

        assert not [one for one in ("ller", "Roe", "ancy8", "here9", "L1nes") if one in seen], seen


@pytest.mark.parametrize(("field", "value"), VALUES)
async def test_in_mode_output_a_value_has_its_token_however_a_program_writes_it(field: str, value: str) -> None:
    guard = Guard(DETECTOR, Vault(), "output")
    await arrived(guard, {field: value})
    token = guard.text(value)
    written = [json.dumps([value]), json.dumps([value], ensure_ascii=False), repr([value]), f"{[value]}"]

    told = await guard.told(Outcome(status="ok", value=[value, {"x": written[0]}], output="\n".join(written)))

    assert told.value == [token, {"x": f'["{token}"]'}]
    assert [line[2:-2] for line in told.output.splitlines()] == [token] * 4
    assert (await guard.sent(["a.b"], {"x": token}))[0] == {"x": value}


def test_the_longest_value_that_begins_somewhere_is_the_one_that_is_meant() -> None:
    known = Exposed()
    for value in ("Roe", "Roe-Mills", "$Roe"):
        known.add("PERSON", value)

    assert [(span.start, span.end) for span in known.within("Roe-Mills or $Roe or Roe")] == [(0, 9), (13, 17), (21, 24)]


@pytest.fixture
def filing(tmp_path: Path) -> Filing:
    """The files of a session in which programs see values."""
    vaults = Vaults(DETECTOR, VaultStore(tmp_path / "vault", 3600), "output")
    return Filing(Workspaces(tmp_path / "workspaces", Room()), vaults, 4000)


@pytest.mark.parametrize("first", range(40))
async def test_no_part_of_a_file_holds_a_part_of_a_value(filing: Filing, first: int) -> None:
    await filing.write("s", "notes.txt", "ü, mail jane.roe@example.com or 4111 1111 1111 1111")

    shown = await filing.read("s", "notes.txt", Part(bytes=f"{first}-{first + 9}"))

    assert not [piece for piece in ("jan", "roe@", "exam", "1111", "base64") if piece in shown]


LONG = (
    "-----BEGIN PRIVATE KEY-----\n"
    + "\n".join(f"{n:02}Zk3v9QxT1bnM0p" * 4 for n in range(50))
    + "\n-----END PRIVATE KEY-----"
)


@pytest.mark.parametrize(
    "part", [Part(bytes="1600-1700"), Part(bytes="3000-3050"), Part(lines="20"), Part(lines="50-")]
)
async def test_no_part_of_a_file_holds_a_part_of_a_long_value(filing: Filing, part: Part) -> None:
    await filing.write("s", "own.pem", LONG)

    assert "9QxT1bn" not in await filing.read("s", "own.pem", part)


async def test_a_line_is_read_with_those_around_it(filing: Filing) -> None:
    guard = await filing._sessions.boundary("s")  # pyright: ignore[reportPrivateUsage]
    guard.text("")
    await arrived(cast("Guard", guard), {"address": "12 Main Street\nApartment Four"})
    await filing.write("s", "own.txt", "a\n" * 200 + "12 Main Street\nApartment Four\n" + "b\n" * 200)

    shown = [await filing.read("s", "own.txt", Part(lines=lines)) for lines in ("201", "202", "200", "203")]

    assert shown == ["[ADDRESS_1]", "[ADDRESS_1]\n", "a\n", "b\n"]


async def test_the_header_of_a_table_holds_for_each_of_its_lines(filing: Filing) -> None:
    await filing.write("s", "people.csv", "id,last_name,zip\n1,Roe,90210\n2,Doe,90211\n")

    assert await filing.read("s", "people.csv", Part(lines="3")) == "2,[PERSON_1],[ADDRESS_1]\n"


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("people[0].last_name", "[PERSON_1]"),
        ("people[-1]", '{"last_name":"[PERSON_1]","vault":[{"key":"password","value":"[SECRET_1]"}]}'),
        ("people[*].vault[*].value", '["[SECRET_1]","[SECRET_2]"]'),
        ("people[0].vault[0:]", '[{"key":"password","value":"[SECRET_1]"}]'),
        ("things[*].name", '["Grace Lamp"]'),
        ("by_name", '{"[EMAIL_1]":1,"[EMAIL_2]":"[PHONE_1]"}'),
        ("by_name[*]", '[1,"[PHONE_1]"]'),
        ("empty[*]", "[]"),
    ],
)
async def test_a_value_that_a_path_leads_to_is_read_as_where_it_stands(filing: Filing, path: str, shown: str) -> None:
    roe = {"last_name": "Roe", "vault": [{"key": "password", "value": "swordfishTr1angle"}]}
    doe = {"last_name": "Doe", "vault": [{"key": "password", "value": "hunterzzz"}]}
    document = {
        "people": [roe, doe],
        "things": [{"name": "Grace Lamp", "price": 3}],
        "by_name": {"jane@example.com": 1, "john@example.com": "+1 415 555 0132"},
        "empty": [],
    }
    await filing.write("s", "own.json", json.dumps(document))

    assert await filing.read("s", "own.json", Part(json_path=path)) == shown


async def test_what_is_too_long_is_cut_after_it_was_looked_through(filing: Filing) -> None:
    before = (25, 45, 85, 185, 485, 985, 1985)
    mails = [f"{'x' * (number - 1)} jane.roe@analytical-engine.example.com {'y ' * 2000}" for number in before]
    await filing.write("s", "own.json", json.dumps({"texts": mails}))

    shown = await filing.read("s", "own.json", Part(json_path="texts"), 2000)

    assert "[in part" in shown
    assert not [piece for piece in ("jan", "roe@", "engine") if piece in shown]


async def test_a_path_that_leads_nowhere_does_not_quote_the_value_at_its_end(filing: Filing) -> None:
    await filing.write("s", "own.json", '{"password": "swordfishTr1angle"}')

    with pytest.raises(BadArguments, match="there is no 'x' in a text"):
        await filing.read("s", "own.json", Part(json_path="password.x"))


async def test_the_name_of_a_file_is_hidden_like_what_is_in_it(filing: Filing) -> None:
    await filing.write("s", "jane.roe@example.com.txt", "x")

    assert "jane.roe" not in await filing.list("s")
