"""Ways in which a value could reach the model, the disk or the wrong tool: each of them is closed."""

from __future__ import annotations

import base64
import json
import sqlite3
import stat
import sys
import threading
import time
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from shutil import rmtree
from typing import Any, Literal, cast

import anyio
import pytest

import sandgate
from sandgate.config import (
    CatalogueOptions,
    Config,
    PolicyOptions,
    PrivacyOptions,
    PrivacyRuleOptions,
    RuleOptions,
    SandboxOptions,
)
from sandgate.errors import BadArguments, CallFailed, Denied, SandgateError
from sandgate.gateway import Gateway
from sandgate.model import CallRecord, Fault, Json, Outcome, ServerSpec, Unread
from sandgate.output import shaped
from sandgate.policy.approval import Answer, Question
from sandgate.privacy.boundary import OnOutput, Printed
from sandgate.privacy.detection import Detector
from sandgate.privacy.guard import MOST_GUESSES, Guard, Rule
from sandgate.privacy.numbering import Numbers
from sandgate.privacy.store import VaultStore
from sandgate.privacy.vault import Kept, Vault
from sandgate.privacy.vaults import MOST_OPEN, Vaults
from sandgate.workspace.reading import Part

pytestmark = pytest.mark.anyio
ROGUE = str(Path(__file__).with_name("rogue.py"))
TOOLS = "from servers.rogue import dial, document, echo, embedded, fail, link, send_mail, text\n"
ADA = "ada@example.com"
DETECTOR = Detector()
HOUR = 3600.0
Mode = Literal["tokens", "output", "off"]

# What a server writes, and how a program makes a token of it.
DISGUISES = [
    "[EMAIL_1]",
    "[email_1]",
    "[Email_1]",
    "%5BEMAIL_1%5D",
    "%5bEMAIL_1]",
    "%255BEMAIL_1%255D",
    "[EMAIL%5F1]",
    "[%45MAIL_1]",
    "\\u005bEMAIL_1\\u005d",
    "\\u005BEMAIL\\u005f1]",
    "[\\u0045MAIL_\\u0031]",
    "\\\\u005bEMAIL_1\\\\u005d",
    "&#91;EMAIL_1&#93;",
    "&#x5B;EMAIL_1&#x5d;",
    "&lbrack;EMAIL&lowbar;1&rsqb;",
    "[x%5BEMAIL_1%5D]",
    "[[EMAIL_1]]",
    "［EMAIL_1］",
    "\ufe47EMAIL_1\ufe48",
    "[EMAIL＿1]",
    "[EMAIL\ufe331]",
    "[EMAIL_１]",
    "［ｅｍａｉｌ＿１］",
    "%5BEMAIL＿1%5D",
]


def encoded(text: str) -> str:
    """How the rogue server is told what to say."""
    return repr(base64.b64encode(text.encode()).decode())


def guarded(*kept: Kept, mode: Mode = "tokens", rules: tuple[Rule, ...] = ()) -> Guard:
    return Guard(DETECTOR, Vault(kept), mode, rules)


async def arrived(guard: Guard, value: Json, tool: str = "a.b") -> Any:
    blocks, _ = await guard.arrived([tool], [{"type": "value", "value": value}])
    return blocks[0]["value"]


async def sent(guard: Guard, value: Json, tool: str = "a.b") -> Any:
    return (await guard.sent([tool], {"value": value}))[0]["value"]


@asynccontextmanager
async def gate(
    folder: Path, mode: Mode = "tokens", *rules: PrivacyRuleOptions, policy: PolicyOptions | None = None
) -> AsyncGenerator[Gateway]:
    server = ServerSpec(name="rogue", command=sys.executable, args=(ROGUE, str(folder / "calls")))
    config = Config(
        state_dir=folder / "state",
        servers=(server,),
        sandbox=SandboxOptions(spares=0),
        catalogue=CatalogueOptions(wait_seconds=30),
        privacy=PrivacyOptions(mode=mode, rules=rules),
        policy=policy or PolicyOptions(),
    )
    async with sandgate.open(config) as gateway:
        await gateway.discovery.settle(30)
        yield gateway


async def unheard(_: str) -> None: ...


async def run(gateway: Gateway, code: str, heard: OnOutput = unheard, **options: Any) -> Outcome:
    with anyio.fail_after(30):
        return await gateway.run_code(code, heard, **options)


@dataclass(frozen=True)
class House:
    """A gateway that several tests share; each has sessions of its own."""

    gateway: Gateway
    folder: Path


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def open_house(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[House]:
    folder = tmp_path_factory.mktemp("house")
    async with gate(folder) as gateway:
        yield House(gateway, folder)


@pytest.fixture
def house(open_house: House) -> House:
    """Where nothing has reached the server yet."""
    (open_house.folder / "calls").unlink(missing_ok=True)
    return open_house


def reached(folder: Path) -> list[Any]:
    calls = folder / "calls"
    return [json.loads(line) for line in calls.read_text().splitlines()] if calls.exists() else []


def everything(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in (folder / "state").rglob("*") if file.is_file())


# What programs may ask about values


@pytest.mark.parametrize("what", ["domain", "last4", "area_code", "mask"])
@pytest.mark.parametrize("around", ["x@{}", "x@%5B{}%5D", "0000000{}", "{} ", "+1{}", "{}{}", "{}@example.com"])
async def test_a_program_that_writes_around_a_token_is_told_nothing(what: str, around: str) -> None:
    """`pii.domain("x@" + card)` would be the card."""
    guard = guarded(Kept("CARD", "4111111111111111"))
    written = around.replace("%5B{}%5D", "%5BCARD_1%5D").replace("{}", "[CARD_1]")

    with pytest.raises(BadArguments, match="take a token by itself"):
        await guard.looked(what, [written])


@pytest.mark.parametrize(
    ("value", "last4", "mask"),
    [
        ("4111 1111 1111 1234", "1234", "***1234"),
        ("078-05-1121", "1121", "***1121"),
        ("1990-05-21", None, "1***"),
        ("21.05.1990", None, "2***"),
        ("1990-05-21T00:00:00", None, "1***"),
        ("123456", None, "1***"),
        ("1 2 3 4 5 6", None, "*** *** *** *** *** ***"),
        ("Al B Smith", None, "*** *** S***"),
        (ADA, None, "a***@e***"),
    ],
)
async def test_what_is_told_of_a_value_is_never_most_of_it(value: str, last4: str | None, mask: str) -> None:
    guard = guarded(Kept("PERSON", value))

    assert await guard.looked("last4", ["[PERSON_1]"]) == [last4]
    assert await guard.looked("mask", ["[PERSON_1]"]) == [mask]


async def test_a_value_that_was_made_around_a_token_tells_nothing_of_it_either() -> None:
    guard = guarded(Kept("CARD", "4111111111111111"), Kept("EMAIL", "x@[CARD_1]"))

    assert await guard.looked("domain", ["[EMAIL_1]"]) == ["[card_1]"]


@pytest.mark.parametrize("token", ["[EMAIL_1]", "[email_1]"])
async def test_guessing_ends_after_a_hundred_texts_and_tokens_can_still_be_compared(token: str) -> None:
    guard = guarded(Kept("EMAIL", ADA), Kept("EMAIL", "ADA@example.com"))
    for number in range(MOST_GUESSES):
        assert await guard.looked("same", [token, f"guess{number}@example.com"]) is False

    with pytest.raises(Denied, match="compares tokens with at most 100 different texts"):
        await guard.looked("same", ["[EMAIL_1]", ADA])

    assert await guard.looked("same", ["[EMAIL_1]", "[EMAIL_2]"]) is True
    assert await guard.looked("same", ["[EMAIL_1]", "Guess7@example.com"]) is False
    assert await guard.looked("same", ["one text", "ONE text"]) is True


@pytest.mark.parametrize("name", ["{}.tool", "rogue.{}", "sandgate.get_tool_definition"])
async def test_the_name_of_a_tool_that_is_not_there_is_no_guess(house: House, name: str) -> None:
    said = json.dumps({"card": "4111 1111 1111 1111"})
    code = TOOLS + (
        f"await document(said={encoded(said)})\n"
        "guess = '4111 1111' + ' 1111 1111'\n"
        f"try:\n    await call_mcp_tool({name!r}.format(guess), {{'tool': guess}})\n"
        "except Exception as error:\n    print('CARD' in str(error), guess in str(error))"
    )

    outcome = await run(house.gateway, code)

    assert outcome.output == "False True\n"


async def test_of_a_value_that_a_tool_made_around_another_nothing_is_told(house: House) -> None:
    said = json.dumps({"pin": "4711", "cvv": "737", "otp": "482913", "dob": {"year": 1984, "month": 5, "day": 12}})
    code = TOOLS + (
        f"row = await document(said={encoded(said)})\n"
        "told = []\n"
        "for value in (row['pin'], row['cvv'], row['otp'], row['dob']['year']):\n"
        "    for around in ('+1 415 555 {}', '+1415555{}', '4111 1111 1111 {}', '+1 {} 555 0132'):\n"
        "        made = (await echo(value={'phone': around.format(value)}))['phone']\n"
        "        told += [await look(made) for look in (pii.last4, pii.area_code, pii.mask)]\n"
        "set(map(str, told))"
    )

    outcome = await run(house.gateway, code, session="made_around_another")

    assert set(cast("list[str]", outcome.value)) == {"None", "***"}


# Tokens that somebody else writes


@pytest.mark.parametrize("mode", ["tokens", "output", "off"])
@pytest.mark.parametrize("written", DISGUISES)
async def test_a_server_cannot_write_a_token_in_any_form(mode: Mode, written: str) -> None:
    guard = guarded(Kept("EMAIL", ADA), rules=(Rule(tools=("a.b",), mode=mode),))
    said: Json = {"deep": [f"send to {written}!", json.dumps({"to": written})], written: 1}

    seen = await arrived(guard, said)
    (short,), _ = await guard.arrived(["a.b"], [{"type": "value", "value": written}])
    complaint = await guard.complaint(["a.b"], f"no: {written}")

    for text in (json.dumps(seen), short["value"], complaint):
        assert "EMAIL" not in text
        assert "45MAIL" not in text
    assert await sent(guard, seen) == said
    assert await sent(guard, short["value"]) == written
    assert ADA not in json.dumps(await sent(guard, [json.loads(seen["deep"][1])]))


async def test_a_long_result_of_a_tool_that_is_left_alone_cannot_bring_a_token_either() -> None:
    guard = guarded(Kept("EMAIL", ADA), rules=(Rule(tools=("a.b",), mode="off"),))
    clean, planted = json.dumps([ADA] * 2000), json.dumps(["\x5bEMAIL_1\x5d", ADA] * 2000).replace("[E", "\\u005bE")

    blocks, crossed = await guard.arrived(["a.b"], [{"type": "unread", "text": Unread(t)} for t in (clean, planted)])

    assert blocks[0] == {"type": "unread", "text": Unread(clean)}
    assert set(blocks[1]["value"]) == {"[LITERAL_1]", ADA}
    assert list(crossed) == []


# What is looked through


@pytest.mark.parametrize(
    ("said", "seen"),
    [
        ('{"phone": 14155550132, "n": 1}', {"phone": "[PHONE_1]", "n": 1}),
        ('[{"card": 4111111111111111}]', [{"card": "[CARD_1]"}]),
        (
            '{"name": "Ren\\u00e9e M\\u00fcller", "email": "r@example.com"}',
            {"name": "[PERSON_1]", "email": "[EMAIL_1]"},
        ),
        ('{"note": "call 415-555-0132 or \\"write\\""}', {"note": 'call [PHONE_1] or "write"'}),
    ],
)
async def test_json_inside_a_text_can_still_be_read_and_comes_back_as_it_was(said: str, seen: Json) -> None:
    guard = guarded()

    hidden = await arrived(guard, {"payload": said})
    alone = await arrived(guarded(), said)

    assert json.loads(hidden["payload"]) == json.loads(alone) == seen
    assert await sent(guard, hidden) == {"payload": said}
    assert await sent(guard, json.loads(hidden["payload"])) == json.loads(said)


@pytest.mark.parametrize(
    "record",
    [
        {"address": f"12 Main Street,Springfield\n{ADA},x"},
        {"private_key": f"a,b\n{ADA},Tr0ub4dor\n"},
        {"credentials": json.dumps({"user": ADA, "note": "Tr0ub4dor&3"})},
    ],
)
async def test_what_its_field_hides_is_hidden_whatever_is_found_inside(record: dict[str, Any]) -> None:
    guard = guarded()

    seen = await arrived(guard, record)

    assert guard.vault.kept(*seen.values()), seen
    assert await sent(guard, seen) == record


async def test_values_that_are_escaped_and_values_that_are_not_have_the_same_token() -> None:
    guard = guarded()

    plain = await arrived(guard, {"name": "Renée Müller", "email": "r@example.com"})
    quoted = await arrived(guard, {"text": json.dumps({"name": "Renée Müller", "email": "r@example.com"})})

    assert json.loads(quoted["text"]) == plain


@pytest.mark.parametrize(
    "value",
    [
        {ADA: {"+14155550132": [1]}},
        {"a": json.dumps({"b": json.dumps({"c": f"to {ADA}, 415-555-0132"})})},
        [f"half \ud800 {ADA} 415-555-0132"],
        {"phone": 14155550132, "email": ADA},
        f"{ADA}\n" * 3 + "\0 415-555-0132",
    ],
)
async def test_values_are_found_wherever_they_stand(value: Json) -> None:
    guard = guarded()

    seen = json.dumps(await arrived(guard, value))

    assert [one for one in ("ada@", "555", "4155550132") if one in seen] == []
    assert await sent(guard, json.loads(seen)) == value


@pytest.mark.parametrize("kind", ["link", "image", "blob"])
async def test_what_a_server_says_of_bytes_and_links_is_looked_through(kind: str) -> None:
    guard = guarded(Kept("EMAIL", "bob@example.com"))
    said = {"type": kind, "name": ADA, "uri": "a://b", "mime_type": f'application/pdf; name="{ADA}"; to=[EMAIL_1]'}

    (seen,), _ = await guard.arrived(["a.b"], [said])

    assert seen == {**said, "name": "[EMAIL_2]", "mime_type": 'application/pdf; name="[EMAIL_2]"; to=[LITERAL_1]'}


async def test_a_long_number_beside_a_value_in_a_long_result_stays_what_it_is() -> None:
    said = {"id": 123456789012345678901234, "email": ADA}

    blocks, _ = await guarded().arrived(["a.b"], [{"type": "unread", "text": Unread(json.dumps(said))}])

    assert blocks == [{"type": "value", "value": {**said, "email": "[EMAIL_1]"}}]


async def test_what_is_too_deep_to_be_looked_through_does_not_arrive() -> None:
    deep: Any = ADA
    for _ in range(5000):
        deep = [deep]

    with pytest.raises(CallFailed, match="nested too deep"):
        await arrived(guarded(), deep)
    with pytest.raises(CallFailed, match="nested too deep"):
        await arrived(guarded(mode="output"), deep)
    outcome = await guarded(mode="output").told(Outcome(status="ok", value=deep, has_value=True))

    assert outcome.value == "[nested too deep to be looked through for personal data]"


async def test_a_name_that_a_field_gave_away_is_hidden_in_every_text_from_then_on() -> None:
    """Most tools repeat in words what they were sent: "created Ada Lovelace", "no user Ada Lovelace"."""
    guard = guarded(rules=(Rule(tools=("wiki.*",), mode="off"),))

    both = await arrived(
        guard, {"name": "Ada Lovelace", "email": ADA, "bio": "Ada Lovelace (not Ada) wrote, see Ada Lovelaces"}
    )
    text = await arrived(guard, "created Ada Lovelace's account")
    complaint = await guard.complaint(["a.b"], "no user Ada Lovelace")
    untouched = await arrived(guard, "Ada Lovelace", "wiki.read")
    told = await guard.told(Outcome(status="ok", value=[{"said": untouched}], output=untouched, notes=(untouched,)))

    assert both["bio"] == "[PERSON_1] (not Ada) wrote, see Ada Lovelaces"
    assert (text, complaint) == ("created [PERSON_1]'s account", "no user [PERSON_1]")
    assert (untouched, told.value, told.output) == ("Ada Lovelace", [{"said": "[PERSON_1]"}], "[PERSON_1]")
    assert (await sent(guard, [both["bio"], text]))[0].startswith("Ada Lovelace (not Ada)")


async def test_a_name_is_known_again_behind_the_escapes_of_json_in_a_text() -> None:
    person = {"name": "Renée Roe", "email": ADA}
    for inside in (
        json.dumps({"note": "Dear\nRenée Roe, hi"}),
        json.dumps({"note": "Dear\nRenée Roe"}, ensure_ascii=False),
    ):
        guard = guarded()

        seen = await arrived(guard, {**person, "payload": inside})

        assert json.loads(seen["payload"])["note"].startswith("Dear\n[PERSON_1]")
        assert json.loads((await sent(guard, seen))["payload"]) == json.loads(inside)


async def test_many_names_are_known_again_without_being_tried_one_by_one() -> None:
    guard = guarded()
    letters = "abcdefghij"
    names = [
        f"{one.upper()}{two}na {three.upper()}{four}le"
        for one in letters
        for two in letters
        for three in letters
        for four in letters
    ]
    await arrived(guard, [{"name": name, "email": f"{n}@example.com"} for n, name in enumerate(names)])

    with anyio.fail_after(5):
        text = await arrived(guard, "\n".join(f"met {name} today" for name in names))

    assert {"met " in line and line.startswith("met [PERSON_") for line in text.splitlines()} == {True}


@pytest.mark.parametrize(
    "text", ["\\" * 200_000 + "[x_1]", "[" * 200_000 + "_1]", "&#x0" * 50_000 + "[a_1]", "%25" * 80_000 + "5b_1]"]
)
async def test_no_text_takes_long_to_be_searched_for_tokens(text: str) -> None:
    guard = guarded(mode="output")

    with anyio.fail_after(5):
        seen = await arrived(guard, text)

    assert await sent(guard, seen) == text


async def test_long_words_beside_tokens_take_no_longer_to_be_sent() -> None:
    guard = guarded(Kept("PERSON", "Roe"))
    text = f"{'a' * 3990} [PERSON_1] " * 600

    with anyio.fail_after(5):
        found = await sent(guard, text)

    assert found == text.replace("[PERSON_1]", "Roe")


async def test_while_a_long_call_is_made_ready_the_gateway_does_other_things(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []
    restored = Vault.restored

    def noted(vault: Vault, value: Json, *rest: Any) -> Json:
        threads.append(threading.get_ident())
        return restored(vault, value, *rest)

    monkeypatch.setattr(Vault, "restored", noted)
    guard = guarded(Kept("PERSON", "Roe"))
    await sent(guard, "short")
    await sent(guard, "long " * 9999)

    assert len(set(threads)) == 2
    assert threads[0] == threading.get_ident() != threads[-1]


async def test_a_program_cannot_name_its_exception_after_somebody() -> None:
    outcome = Outcome(
        status="error",
        output=f"out {ADA}",
        fault=Fault(type=ADA, message=f"about {ADA}", traceback=f'  raise E("{ADA}")'),
        notes=(f"note {ADA}",),
    )

    told = await guarded(mode="output").told(outcome)

    assert told.fault is not None
    assert told.fault.type == "[EMAIL_1]"
    assert "ada@" not in str(told)


# Many at once


def test_documents_within_documents_are_looked_through_in_linear_time() -> None:
    log = json.dumps([{"email": f"user{number}@example.com", "to": ADA} for number in range(5_000)])
    started = time.process_time()

    seen = Guard(DETECTOR, Vault()).protected(json.dumps({"log": log}))

    assert (seen.count("[EMAIL_"), seen.count("@")) == (10_000, 0)
    assert time.process_time() - started < 5


def test_a_value_in_a_document_within_another_is_hidden_wherever_else_it_stands_there() -> None:
    inside = {
        "text": "Ren\u00e9e\t\U0001f600 Roe\nfor Roe",
        "last_name": "Roe",
        "key": json.dumps("sk_live_4eC39HqLyjWDarjt"),
    }
    text = json.dumps({"log": json.dumps(inside)})
    guard = Guard(DETECTOR, Vault())

    seen = guard.protected(text)

    told = json.loads(json.loads(seen)["log"])
    assert told["text"] == f"Ren\u00e9e\t\U0001f600 {told['last_name']}\nfor {told['last_name']}"
    assert told["key"] == '"[SECRET_1]"'
    assert guard.vault.text(seen) == text


async def test_a_few_tokens_cannot_stand_for_more_than_there_is_memory() -> None:
    guard = Guard(DETECTOR, Vault())
    token = guard.vault.token("SECRET", "x" * 1_000_000)

    with pytest.raises(Denied, match="these tokens stand for more than 64 MB: send fewer of them at once"):
        await guard.sent(["a.b"], {"text": token * 1_000})
    with pytest.raises(Denied, match="more than 64 MB"):
        await guard.restored(token * 1_000, Counter())
    assert len((await guard.sent(["a.b"], {"text": token * 10}))[0]["text"]) == 10_000_000


async def test_values_that_hold_tokens_cannot_stand_for_more_than_there_is_memory() -> None:
    vault, token = Vault(), "x" * 1_000
    for _ in range(3):
        token = vault.token("SECRET", f"a {token * 100}")
    guard = Guard(DETECTOR, vault)

    with pytest.raises(Denied, match="more than 64 MB"):
        await guard.sent(["a.b"], {"text": token * 10})


async def test_nothing_else_waits_while_numbers_for_tokens_are_fetched_from_the_disk() -> None:
    fetched = list[threading.Thread]()

    def reserve(count: int) -> int:
        fetched.append(threading.current_thread())
        return 1 + len(fetched) * count

    guard = Guard(DETECTOR, Vault(numbers=Numbers(reserve)))
    print_ = Printed(guard, ignored)
    for number in range(10):
        rows = [f"u{number}{row}@x.co" for row in range(700)]
        await guard.arrived(["a.b"], [{"type": "value", "value": rows}])
        await guard.complaint(["a.b"], " ".join(f"c{row}" for row in rows))
        await guard.told(Outcome(status="ok", output=" ".join(f"t{row}" for row in rows)))
        await print_(" ".join(f"p{row}" for row in rows) + "\n")

    assert len(fetched) > 3
    assert threading.current_thread() not in fetched


async def ignored(text: str) -> None:
    del text


async def test_results_that_arrive_side_by_side_share_tokens_and_never_one_for_two_values() -> None:
    guard = guarded()
    rows: list[Any] = [
        [{"email": f"user{(start * 7 + n) % 900}@example.com", "n": n} for n in range(600)] for start in range(8)
    ]
    seen: list[Any] = [None] * len(rows)

    async def arrive(place: int) -> None:
        seen[place] = await arrived(guard, rows[place])

    async with anyio.create_task_group() as tasks:
        for place in range(len(rows)):
            tasks.start_soon(arrive, place)

    pairs = {
        (r["email"], s["email"]) for row, one in zip(rows, seen, strict=True) for r, s in zip(row, one, strict=True)
    }
    assert len(pairs) == len({value for value, _ in pairs}) == len({token for _, token in pairs})
    assert [await sent(guard, one) for one in seen] == rows


def test_values_that_come_while_others_are_written_down_are_not_lost(tmp_path: Path) -> None:
    """A number that is missing on disk would shift all that come after it to other values."""
    store, vault = VaultStore(tmp_path, HOUR), Vault()

    def add(start: int) -> None:
        for number in range(start, start + 3000):
            vault.token("EMAIL", f"user{number}@example.com")

    adding = [threading.Thread(target=add, args=(start,)) for start in range(0, 12000, 3000)]
    for thread in adding:
        thread.start()
    while any(thread.is_alive() for thread in adding):
        store.save("one", vault)
    store.save("one", vault)

    again = VaultStore(tmp_path, HOUR).open("one")
    assert len(again) == 12000
    assert [again.kept(f"[EMAIL_{n}]") for n in (1, 6000, 12000)] == [
        vault.kept(f"[EMAIL_{n}]") for n in (1, 6000, 12000)
    ]


async def test_a_session_in_use_is_not_let_go_for_others(tmp_path: Path) -> None:
    """Two vaults of one session would give `[EMAIL_1]` to two values."""
    vaults = Vaults(DETECTOR, VaultStore(tmp_path, HOUR), "tokens")
    mine = await vaults.boundary("mine")

    for number in range(MOST_OPEN + 5):
        other = await vaults.boundary(f"other {number}")
        other.protected("bob@example.com")
        await vaults.save(f"other {number}")
    token = mine.protected(ADA)
    await vaults.save("mine")

    assert await vaults.boundary("mine") is mine
    assert VaultStore(tmp_path, HOUR).open("mine").text(token) == ADA


# The vault on disk


def test_two_processes_that_use_one_session_give_no_token_twice(tmp_path: Path) -> None:
    first, second = VaultStore(tmp_path, HOUR), VaultStore(tmp_path, HOUR)
    one, other = first.open("s"), second.open("s")
    tokens = [one.token("EMAIL", ADA), other.token("EMAIL", "bob@example.com")]
    first.save("s", one)
    second.save("s", other)

    assert VaultStore(tmp_path, HOUR).open("s").text(" ".join(tokens)) == f"{ADA} bob@example.com"


def test_a_session_whose_time_was_over_while_it_was_in_use_keeps_its_numbers(tmp_path: Path) -> None:
    short, long = VaultStore(tmp_path, -1), VaultStore(tmp_path, HOUR)
    vault = short.open("s")
    vault.token("EMAIL", ADA)
    short.save("s", vault)
    vault.token("EMAIL", "bob@example.com")

    long.save("s", vault)

    assert VaultStore(tmp_path, HOUR).open("s").text("[EMAIL_1] [EMAIL_2]") == f"{ADA} bob@example.com"


def test_a_session_that_is_used_without_new_values_lives_on(tmp_path: Path) -> None:
    store = VaultStore(tmp_path, HOUR)
    vault = store.open("s")
    vault.token("EMAIL", ADA)
    store.save("s", vault)
    assert not store.waits_for(vault)
    again = store.open("s")
    with sqlite3.connect(tmp_path / "vault.db") as database:
        database.execute("update sessions set expires_at = expires_at - 1800")
        (before,) = database.execute("select expires_at from sessions").fetchone()

    assert store.waits_for(again)
    store.save("s", again)

    with sqlite3.connect(tmp_path / "vault.db") as database:
        (after,) = database.execute("select expires_at from sessions").fetchone()
    assert after > before + 1700


@pytest.mark.parametrize("broken", ["database", "key", "folder", "no key"])
def test_a_vault_that_is_broken_says_so_and_gives_out_no_token(tmp_path: Path, broken: str) -> None:
    store = VaultStore(tmp_path, HOUR)
    vault = store.open("s")
    vault.token("EMAIL", ADA)
    store.save("s", vault)
    match broken:
        case "database":
            (tmp_path / "vault.db").write_bytes(b"this is no database at all" * 100)
        case "key":
            (tmp_path / "vault.key").write_bytes(b"short")
        case "no key":
            (tmp_path / "vault.key").unlink()
            (tmp_path / "vault.key").mkdir()
        case _:
            store = VaultStore(tmp_path / "vault.key" / "below", HOUR)

    with pytest.raises(SandgateError):
        (VaultStore(tmp_path, HOUR) if broken != "folder" else store).open("s")


@pytest.mark.parametrize("first", ["the old process", "the new process"])
def test_a_vault_that_is_deleted_while_it_is_used_has_one_key_afterwards(tmp_path: Path, first: str) -> None:
    old, new = VaultStore(tmp_path / "vault", HOUR), VaultStore(tmp_path / "vault", HOUR)
    vault = old.open("s")
    token = vault.token("EMAIL", ADA)
    old.save("s", vault)
    rmtree(tmp_path / "vault")

    for store in (old, new) if first == "the old process" else (new, old):
        store.open("other")
    old.save("s", vault)

    assert new.open("s").text(token) == ADA


def test_a_key_that_others_could_read_is_closed_again(tmp_path: Path) -> None:
    VaultStore(tmp_path, HOUR).open("s")
    (tmp_path / "vault.key").chmod(0o644)

    VaultStore(tmp_path, HOUR).open("s")

    assert stat.S_IMODE((tmp_path / "vault.key").stat().st_mode) == 0o600


def test_a_full_disk_loses_nothing_that_could_not_be_written(tmp_path: Path) -> None:
    class Full(VaultStore):
        def _connected(self) -> sqlite3.Connection:
            database = super()._connected()
            (pages,) = database.execute("pragma page_count").fetchone()
            database.execute(f"pragma max_page_count = {pages}")
            return database

    vault = Vault()
    for number in range(2000):
        vault.token("EMAIL", f"user{number}@example.com")

    with pytest.raises(SandgateError, match="full"):
        Full(tmp_path, HOUR).save("s", vault)
    VaultStore(tmp_path, HOUR).save("s", vault)

    assert VaultStore(tmp_path, HOUR).open("s").text("[EMAIL_2000]") == "user1999@example.com"


def opens(folder: str, number: int) -> None:
    """In another process: the first to come makes the key."""
    vault = VaultStore(Path(folder), HOUR).open(f"s{number}")
    vault.token("EMAIL", f"user{number}@example.com")
    VaultStore(Path(folder), HOUR).save(f"s{number}", vault)


def test_processes_that_make_the_key_at_once_have_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "vault"
    processes = [get_context("fork").Process(target=opens, args=(str(folder), number)) for number in range(6)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(20)

    vaults = [VaultStore(folder, HOUR).open(f"s{n}") for n in range(6)]
    tokens = [vault.token("EMAIL", f"user{n}@example.com") for n, vault in enumerate(vaults)]
    assert len(set(tokens)) == 6
    assert [vault.text(" ".join(tokens)).count("@") for vault in vaults] == [1] * 6
    assert {file.name for file in folder.iterdir()} == {"vault.db", "vault.key"}


# Through the gateway: real server, real sandbox


async def test_no_form_of_result_brings_a_value_to_the_model_or_to_the_disk(house: House) -> None:
    record = json.dumps({"email": ADA, "by": {"bob@example.com": 1}, "raw": json.dumps({"phone": 14155550132})})
    code = TOOLS + (
        f"print(await text(said={encoded(f'mail {ADA}')}), await document(said={encoded(record)}))\n"
        f"pages = await embedded(said={encoded(ADA)})\n"
        "print(pages[0], pages[1].uri)\n"
        f"for said in ({encoded(f'mailto:{ADA}')}, {encoded(f'rogue://people/{ADA}')},"
        f" {encoded('rogue://people/ada%40example.com')}):\n"
        "    found = await link(said=said)\n"
        "    print(found, found.uri, found.uri[::-1])\n"
        "print(await found.read())\n"
        f"try:\n    await fail(said={encoded(f'no mail for {ADA}')})\n"
        "except ToolError as error:\n    print(error, end='')\n"
        f"await call_mcp_tool('rogue.fail', {{'said': {encoded(f'{ADA} is unknown')}}})\n"
    )
    said: list[str] = []

    async def heard(text: str) -> None:
        said.append(text)

    outcome = await run(house.gateway, code, heard, session="no_form_of_result_br")

    seen = outcome.text + outcome.output + str(outcome) + "".join(said)
    hidden = ("ada@", "ada%40", "bob@", "example.com", "moc.elpmaxe", "4155550132")
    assert [one for one in hidden if one in seen] == []
    assert outcome.fault is not None
    assert "no mail for [EMAIL_1]" in outcome.output
    assert reached(house.folder) == [["person", ADA]]
    kept = everything(house.folder)
    assert [one for one in hidden if one.encode() in kept] == []


async def test_a_program_that_tries_every_token_gets_what_its_session_has_and_no_more(house: House) -> None:
    code = TOOLS + (
        f"await document(said={encoded(json.dumps({'emails': [ADA, 'bob@example.com']}))})\n"
        "kinds = ('EMAIL', 'PERSON', 'CARD', 'LITERAL')\n"
        "denied = 0\n"
        "for guess in [f'[{kind}_{n}]' for kind in kinds for n in range(1, 40)]:\n"
        "    try:\n        await echo(value=[guess])\n"
        "    except Denied:\n        denied += 1\n"
        "denied"
    )
    await run(house.gateway, TOOLS + f"await text(said={encoded('carl@example.com dora@example.com')})", session="a")
    outcome = await run(house.gateway, code, session="b")

    sent = [one for _, (one,) in reached(house.folder)]
    assert [one for one in sent if "@" in one] == [ADA, "bob@example.com"]
    assert outcome.value == 4 * 39 - 2


async def test_a_number_of_a_result_is_sent_as_text_where_a_tool_wants_text(house: House) -> None:
    row = {"phone": 14155550132, "card": 4111111111111111}
    code = f"row = await document(said={encoded(json.dumps(row))})\n"
    code += "await dial(number=row['phone'], other=row['card'])\nawait echo(value=row)"
    await run(house.gateway, TOOLS + code)

    assert [sent for _, sent in reached(house.folder)] == [["14155550132", "4111111111111111"], row]


async def test_no_name_of_a_tool_gets_around_a_rule_about_it(tmp_path: Path) -> None:
    rules = [
        PrivacyRuleOptions(tools=("rogue.send_mail",), restore=()),
        PrivacyRuleOptions(tools=("rogue.read_resource",), restore=()),
    ]
    code = TOOLS + (
        f"mail = await text(said={encoded(ADA)})\n"
        f"found = await link(said={encoded(f'rogue://people/{ADA}')})\n"
        "denied = 0\n"
        "for call in (lambda: send_mail(to=mail), lambda: call_mcp_tool('rogue.send-mail', {'to': mail}),\n"
        "    lambda: call_mcp_tool('rogue.send_mail', {'to': [{mail.lower(): 1}]}), lambda: found.read()):\n"
        "    try:\n        await call()\n"
        "    except Denied as error:\n        denied += 1\n        print(error)\n"
        "denied"
    )
    async with gate(tmp_path, "tokens", *rules) as gateway:
        outcome = await run(gateway, code)

    assert outcome.value == 4
    assert "may not be sent a value of kind EMAIL: privacy.rules says so" in outcome.output
    assert reached(tmp_path) == []


async def test_a_value_within_another_that_a_tool_made_of_it_is_held_to_its_own_rule(tmp_path: Path) -> None:
    rule = PrivacyRuleOptions(tools=("rogue.send_mail",), restore=("EMAIL",))
    said = json.dumps(
        {"password": "hunterzzz", "card": 4111111111111111, "email": "jane.Roe@kiosk.org", "last_name": "Roe"}
    )
    code = TOOLS + (
        f"row = await document(said={encoded(said)})\n"
        "await echo(value=row)\n"
        "denied = []\n"
        "for value in (row['password'], row['card'], row['last_name']):\n"
        "    made = await echo(value=f'x.{value}@example.com')\n"
        "    for _ in range(2):\n"
        "        try:\n            await send_mail(to=made)\n"
        "        except Denied as error:\n            denied.append(str(error).split(' of kind ')[1].split(':')[0])\n"
        "await send_mail(to=row['email'])\n"
        "denied"
    )
    async with gate(tmp_path, "tokens", rule) as gateway:
        outcome = await run(gateway, code)

    assert outcome.value == ["SECRET", "SECRET", "CARD", "CARD"]
    assert [value[0] for tool, value in reached(tmp_path) if tool == "send-mail"] == [
        *["x.Roe@example.com"] * 2,
        "jane.Roe@kiosk.org",
    ]


async def test_in_mode_output_a_rule_holds_for_values_that_a_program_has(tmp_path: Path) -> None:
    rule = PrivacyRuleOptions(tools=("rogue.send_mail",), restore=("EMAIL",))
    said = json.dumps({"last_name": "Müller", "phone": 14155550132, "email": ADA})
    code = TOOLS + (
        f"row = await document(said={encoded(said)})\n"
        "denied = 0\n"
        "for value in (row['last_name'], [row], {row['last_name']: 1}, row['phone'], f'call {row[\"phone\"]} now'):\n"
        "    try:\n        await send_mail(to=value)\n"
        "    except Denied:\n        denied += 1\n"
        "await send_mail(to=row['email'], body='hello')\n"
        "denied"
    )
    async with gate(tmp_path, "output", rule) as gateway:
        outcome = await run(gateway, code)

    assert outcome.value == 5
    assert reached(tmp_path) == [["send-mail", [ADA, "hello"]]]


async def test_calls_that_are_announced_with_tokens_are_the_ones_that_are_sent(tmp_path: Path) -> None:
    ask = RuleOptions(tools=("rogue.send-mail",), action="ask")
    deny = RuleOptions(tools=("rogue.*",), action="deny", when={"to": "bob@*"}, reason="not to Bob")
    said = json.dumps({"emails": [ADA, "carl@example.com", "bob@example.com"]})
    code = TOOLS + (
        f"mails = (await document(said={encoded(said)}))['emails']\n"
        "calls = [{'to': mail} for mail in mails[:2]]\n"
        "async with approvals.batch('two mails', send_mail, calls):\n"
        "    for call in calls:\n        await send_mail(call)\n"
        "try:\n    await send_mail(to=mails[2])\nexcept Denied as error:\n    print(error)\n"
        "try:\n    await send_mail(to='[EMAIL_3]')\nexcept Denied as error:\n    print(error)\n"
    )
    asked: list[Question] = []
    async with gate(tmp_path, policy=PolicyOptions(rules=(deny, ask))) as gateway:

        def yes(question: Question) -> None:
            asked.append(question)
            gateway.answer(question.id, Answer(decision="once"))

        outcome = await run(gateway, code, on_question=yes)

    assert outcome.ok, outcome.text
    assert [question.calls for question in asked] == [({"to": "[EMAIL_1]"}, {"to": "[EMAIL_2]"})]
    assert "@" not in "".join(question.text for question in asked)
    assert outcome.output.count("not to Bob") == 2
    assert [value[0] for _, value in reached(tmp_path)] == [ADA, "carl@example.com"]


async def test_what_is_called_side_by_side_in_one_session_shares_its_tokens(house: House) -> None:
    code = TOOLS + (
        "import asyncio\n"
        f"both = [{encoded(ADA)}, {encoded('bob@example.com')}]\n"
        "found = await asyncio.gather(*[text(said=said) for said in both * 10])\n"
        "sorted(set(found))"
    )
    outcomes: list[Outcome] = []

    async def work() -> None:
        outcomes.append(await run(house.gateway, code, session="what_is_called_side_"))

    async with anyio.create_task_group() as tasks:
        for _ in range(3):
            tasks.start_soon(work)

    assert [outcome.value for outcome in outcomes] == [outcomes[0].value] * 3
    assert len(cast("list[str]", outcomes[0].value)) == 2


async def test_in_mode_output_no_ending_of_a_program_shows_a_value(tmp_path: Path) -> None:
    code = TOOLS + (
        f"mail = await text(said={encoded(ADA)})\n"
        "assert mail == 'ada' + chr(64) + 'example.com'\n"
        "print(mail, end='')\n"
        "Named = type(mail, (Exception,), {})\n"
        "raise Named([mail, {mail: mail}])\n"
    )
    said: list[str] = []

    async def heard(text: str) -> None:
        said.append(text)

    async with gate(tmp_path, "output") as gateway:
        outcome = await run(gateway, code, heard, session="one")

    assert "ada@" not in outcome.text + outcome.output + str(outcome.fault) + "".join(said)
    assert "[EMAIL_1]" in outcome.text
    assert b"ada@" not in everything(tmp_path)


async def test_in_mode_output_a_value_of_several_lines_is_hidden_line_by_line() -> None:
    key = [
        "-----BEGIN PRIVATE KEY-----",
        *(f"{n:02}Zk3v9QxT1bnM0p" * 4 for n in range(50)),
        "-----END PRIVATE KEY-----",
    ]
    guard, said = guarded(mode="output"), list[str]()
    await arrived(guard, {"address": "12 Main Street\nApartment Four", "private_key": "\n".join(key)})

    async def heard(text: str) -> None:
        said.append(text)

    printed = Printed(guard, heard)
    for line in ("12 Main Street", "Apartment Four", *key, "that was all"):
        await printed(f"{line}\n")

    assert len(said) == 55
    assert [one for one in ("Apartment", "9QxT1bn") if one in "".join(said)] == []
    assert said[-1] == "that was all\n"


async def test_a_key_that_nobody_knows_is_hidden_line_by_line_from_its_head_to_its_foot() -> None:
    head, foot = "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----"
    said: list[str] = []

    async def heard(text: str) -> None:
        said.append(text)

    printed = Printed(guarded(), heard)
    for line in ("the key:", head, *(f"{n:02}Zk3v9QxT1bnM0p" * 4 for n in range(50)), foot, "that was all", "9QxT1bn"):
        await printed(f"{line}\n")

    assert said[0] == "the key:\n"
    assert "9QxT1bn" not in "".join(said[:-1])
    assert said[-2:] == ["that was all\n", "9QxT1bn\n"]


async def test_in_mode_output_progress_ends_with_no_half_of_a_value(tmp_path: Path) -> None:
    said: list[str] = []

    def heard(done: float, total: float | None, text: str) -> None:
        del done, total
        said.append(text)

    async with gate(tmp_path, "output") as gateway:
        await run(gateway, "progress(2, 3, 'x' * 195 + ' jane' + chr(64) + 'kiosk.org')", on_progress=heard)

    assert said == ["x" * 195 + " [EMAIL_1]"]


async def test_a_vault_that_is_full_while_a_program_prints_is_named(house: House) -> None:
    async def heard(_: str) -> None:
        raise SandgateError("the vault for personal data cannot be written: database or disk is full")

    for code in ("print(1)", "import time\nprint(1, flush=True)\ntime.sleep(0.2)"):
        with pytest.raises(SandgateError, match="disk is full"):
            await run(house.gateway, code, heard)


async def test_in_mode_output_a_file_that_a_program_without_a_session_left_shows_no_value(tmp_path: Path) -> None:
    said = {"last_name": "Roebuckle", "email": ADA}
    code = TOOLS + (
        f"row = await document(said={encoded(json.dumps(said))})\n"
        "written = open('workspace/out.txt', 'w').write('first\\n' + row['last_name'])"
    )
    async with gate(tmp_path, "output") as gateway:
        outcome = await run(gateway, code)
        session = outcome.text.split("is kept in session ")[1].strip("'")
        shown = await gateway.files.read(session, "out.txt", Part())
        again = await run(gateway, "open('workspace/out.txt').read()", session=session)

    assert (shown, again.value) == ("first\n[PERSON_1]",) * 2


async def test_values_that_a_rule_let_a_program_have_are_known_after_a_restart(tmp_path: Path) -> None:
    rule = PrivacyRuleOptions(tools=("rogue.document",), mode="output")
    code = TOOLS + (
        f"row = await document(said={encoded(json.dumps({'last_name': 'Roebuckle'}))})\n"
        "written = open('workspace/out.txt', 'w').write(row['last_name'])"
    )
    async with gate(tmp_path, "tokens", rule) as gateway:
        await run(gateway, code, session="one")
    async with gate(tmp_path, "tokens", rule) as gateway:
        outcome = await run(gateway, "open('workspace/out.txt').read()", session="one")

    assert outcome.value == "[PERSON_1]"


async def test_in_mode_output_the_audit_keeps_no_value_that_an_error_quotes(tmp_path: Path) -> None:
    said = {"last_name": "Roebuckle"}
    code = (
        TOOLS + f"await document(said={encoded(json.dumps(said))})\nawait fail(said={encoded(f'no {ADA}, Roebuckle')})"
    )
    async with gate(tmp_path, "output") as gateway:
        await run(gateway, code, session="one")

    kept = everything(tmp_path)
    assert b"[EMAIL_1], [PERSON_1]" in kept
    assert [one for one in (b"ada@", b"Roebuckle") if one in kept] == []


async def test_output_that_is_cut_holds_halves_of_tokens_at_most(house: House) -> None:
    said = json.dumps({"emails": [f"user{n}@example.com" for n in range(3000)]})
    code = TOOLS + (
        f"import base64\nmails = (await document(said={encoded(said)}))['emails']\n"
        "print(' '.join(mails))\nprint(''.join(mails)[::-1])\nmails"
    )
    outcome = await run(house.gateway, code)

    assert outcome.ok, outcome.text[:500]
    assert len(outcome.text) < 100_000
    assert "[EMAIL_" in outcome.text
    assert "example" not in outcome.text
    assert "elpmaxe" not in outcome.text


async def test_cancelled_programs_leave_no_token_behind_that_another_value_gets(house: House) -> None:
    with suppress(TimeoutError), anyio.fail_after(0.5):
        await run(
            house.gateway, TOOLS + f"await text(said={encoded(ADA)})\nwhile True: pass", session="cancelled_programs_l"
        )
    bob = TOOLS + f"await text(said={encoded('bob@example.com')})"
    shown = (await run(house.gateway, bob, session="cancelled_programs_l")).value
    tried = (
        f"for token in sorted({{'[EMAIL_1]', '[EMAIL_2]', {shown!r}}}, key={shown!r}.__eq__):\n"
        "    try:\n        await echo(value=token)\n"
        "    except Denied:\n        pass\n"
    )
    await run(house.gateway, TOOLS + tried, session="cancelled_programs_l")

    known = [value for _, value in reached(house.folder)]
    assert len(set(known)) == len(known)
    assert known[-1] == "bob@example.com"


async def test_a_program_cannot_name_its_calls_after_somebody() -> None:
    calls = (CallRecord(tool="a.b", status="ok"), CallRecord(tool=f"a.{ADA}", status="unfinished"))

    told = await guarded().told(Outcome(status="error", fault=Fault(type="ValueError", message=""), calls=calls))

    assert shaped(told, 1000).text.endswith("a.b completed; [EMAIL_1] unfinished, with effect unknown.")
