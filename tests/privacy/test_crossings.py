"""Personal data moves between tools and never reaches the model: real servers, real sandbox, every way out."""

from __future__ import annotations

import base64
import json
import re
import sqlite3
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

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
from sandgate.gateway import Gateway
from sandgate.model import ServerSpec
from sandgate.policy.approval import Answer, Question

pytestmark = pytest.mark.anyio
REGISTRY = str(Path(__file__).with_name("registry.py"))
PEOPLE = "from servers.registry import people, letter, send, many\n"
Mode = Literal["tokens", "output", "off"]


@asynccontextmanager
async def gate(
    folder: Path,
    mode: Mode = "tokens",
    *rules: PrivacyRuleOptions,
    policy: PolicyOptions | None = None,
) -> AsyncGenerator[Gateway]:
    config = Config(
        state_dir=folder / "state",
        servers=(ServerSpec(name="registry", command=sys.executable, args=(REGISTRY, str(folder / "calls"))),),
        sandbox=SandboxOptions(spares=0),
        catalogue=CatalogueOptions(wait_seconds=30),
        privacy=PrivacyOptions(mode=mode, rules=rules),
        policy=policy or PolicyOptions(),
    )
    async with sandgate.open(config) as gateway:
        with anyio.fail_after(60):
            await gateway.discovery.settle(30)
            yield gateway


def reached(folder: Path) -> list[Any]:
    calls = folder / "calls"
    return [json.loads(line) for line in calls.read_text().splitlines()] if calls.exists() else []


def everything(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in (folder / "state").rglob("*") if file.is_file())


async def test_programs_see_tokens_and_tools_get_the_real_values(tmp_path: Path) -> None:
    code = PEOPLE + (
        "everybody = await people()\n"
        "first = everybody[0]\n"
        "await send(to=first['email'], text=f\"Hello {first['name']}, plan {first['plan']}\")\n"
        "first\n"
    )
    async with gate(tmp_path) as gateway:
        outcome = await gateway.run_code(code)

    assert outcome.value == {
        "id": 0,
        "name": "[PERSON_1]",
        "email": "[EMAIL_1]",
        "phone": "[PHONE_1]",
        "card": "[CARD_1]",
        "plan": "silver",
    }
    assert reached(tmp_path) == [
        ["send", {"to": "ada0@example.com", "text": "Hello Ada Example, plan silver", "phone": 0}]
    ]
    with sqlite3.connect(tmp_path / "state" / "journal.db") as journal:
        rows = journal.execute("select tool, kind, way, count from crossed order by way, tool, kind").fetchall()
    assert rows == [
        ("registry.people", "CARD", "hidden", 1),
        *[("registry.people", kind, "hidden", 6) for kind in ("EMAIL", "PERSON", "PHONE")],
        ("registry.send", "EMAIL", "hidden", 1),
        *[("registry.send", kind, "restored", 1) for kind in ("EMAIL", "PERSON")],
    ]
    assert b"example.com" not in everything(tmp_path)


async def test_the_same_value_is_the_same_token_so_that_programs_can_join_and_count(tmp_path: Path) -> None:
    code = PEOPLE + (
        "from collections import Counter\n"
        "everybody = await people()\n"
        "text = await letter(id=2)\n"
        "[len(Counter(one['card'] for one in everybody)), [one['id'] for one in everybody if one['email'] in text]]\n"
    )
    async with gate(tmp_path) as gateway:
        outcome = await gateway.run_code(code)

    assert outcome.value == [1, [2]]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("int(first['phone'])", r"\[PHONE_1\] is all that a program has of a value"),
        ("first['email'].split('@')[1]", "a token is all that a program has of a value"),
        ("user, host = first['email'].split('@')", "a token is all that a program has of a value"),
    ],
)
async def test_a_program_that_fails_on_a_token_is_told_what_looks_at_it(tmp_path: Path, code: str, said: str) -> None:
    async with gate(tmp_path) as gateway:
        outcome = await gateway.run_code(f"{PEOPLE}first = (await people())[0]\n{code}")

    (note,) = outcome.notes
    assert re.match(said, note)
    assert "pii.domain(a), pii.last4" in note


@pytest.mark.parametrize("code", ["int('x')", "[][1]", "raise ToolError('[EMAIL_1] is unknown')", "'Ada'.split()[0]"])
async def test_a_program_that_ends_otherwise_hears_nothing_of_tokens(tmp_path: Path, code: str) -> None:
    async with gate(tmp_path) as gateway:
        outcome = await gateway.run_code(f"{PEOPLE}await send(to='ada0@example.com')\nawait people()\n{code}")

    assert outcome.notes == ()


@pytest.mark.parametrize(
    "code",
    [
        "wanted = 'ada0@example.com'\n[one['id'] for one in await people() if one['email'] == wanted]",
        "[one for one in await people()\n if one['email'] in ['ada0@example.com']]",
        "everybody = {one['email']: one for one in await people()}\neverybody['ada0@example.com']",
    ],
)
async def test_a_program_that_looks_for_a_value_in_the_clear_is_told_its_token(tmp_path: Path, code: str) -> None:
    line = (PEOPLE + code).split("ada0@")[0].count("\n") + 1
    async with gate(tmp_path) as gateway:
        first = await gateway.run_code(PEOPLE + code, session="mine")
        second = await gateway.run_code(PEOPLE + code.replace("ada0@example.com", "[EMAIL_1]"), session="mine")

    (note,) = first.notes
    assert note.startswith(f"results hold [EMAIL_1] where line {line} says the value: compare with the token")
    assert second.value
    assert second.notes == ()


@pytest.mark.parametrize(
    "code",
    [
        "[one for one in everybody if one['name'] == 'Ada Example']",
        "[one for one in everybody if one.get('name', '').lower() in ('ada example', 'fay example')]",
        "[one for one in everybody if 'Ada' in one['name']]",
        "[one for one in everybody if one['name'].startswith('A')]",
        "[one['name'][:1] for one in everybody]",
        "sorted(everybody, key=lambda one: (one['plan'], one['name']))",
    ],
)
async def test_a_program_that_gets_nothing_of_tokens_without_failing_is_told_which_field(
    tmp_path: Path, code: str
) -> None:
    async with gate(tmp_path) as gateway:
        outcome = await gateway.run_code(f"{PEOPLE}everybody = await people()\n{code}")

    (note,) = outcome.notes
    assert re.match("`name` in line 3: a token equals no text, and has no parts and no order; await pii", note)


@pytest.mark.parametrize(
    "code",
    [
        "[one for one in everybody if one['plan'] == 'gold']",
        "[one for one in everybody if one['name'] == '[PERSON_1]' or one['name'] == everybody[0]['name']]",
        "[one for one in everybody if one['phone'] and await pii.domain(one['email']) == 'example.com']",
        "sorted(everybody, key=lambda one: -one['id'])",
        "message = {'from': 'me@example.com'}\nmessage['to'] = 'you@example.com'\nprint('it@example.com')",
        "[one for one in everybody if one['account'] == 'Ada' or one['address'] == 'x'] if () else 1",
    ],
)
async def test_a_program_that_only_moves_tokens_hears_nothing_of_them(tmp_path: Path, code: str) -> None:
    async with gate(tmp_path) as gateway:
        outcome = await gateway.run_code(f"{PEOPLE}everybody = await people()\n{code}")

    assert outcome.notes == ()


async def test_a_token_that_a_server_says_is_not_taken_for_one(tmp_path: Path) -> None:
    """A server that writes `[EMAIL_1]` into its answer must not be sent the address behind it."""
    code = PEOPLE + "await people()\ntext = await letter(id=1)\nawait send(to='x@example.com', text=text)\ntext"
    async with gate(tmp_path) as gateway:
        outcome = await gateway.run_code(code)

    (_, sent), *_ = reached(tmp_path)
    assert sent["text"].endswith("write to bela1@example.com. Not to [EMAIL_1].")
    assert "[LITERAL_1]" in str(outcome.value)


async def test_nothing_that_leaves_a_program_holds_a_value_however_it_is_wrapped(tmp_path: Path) -> None:
    code = PEOPLE + (
        "import base64, sys\n"
        "everybody = await people()\n"
        "mail = everybody[1]['email']\n"
        "print(mail[:4]); print(mail[4:]); print(mail[::-1]); print(base64.b64encode(mail.encode()).decode())\n"
        "print(mail, file=sys.stderr)\n"
        "open('workspace/mail', 'w').write(mail)\n"
        "print(open('workspace/mail').read() == mail)\n"
        "try:\n    await send(to=mail)\nexcept ToolError as error:\n    print('failed:', error)\n"
        "raise RuntimeError(f'about {mail}')\n"
    )
    said: list[str] = []

    async def heard(text: str) -> None:
        said.append(text)

    async with gate(tmp_path) as gateway:
        outcome = await gateway.run_code(code, heard)

    seen = outcome.text + outcome.output + "".join(said) + str(outcome.fault)
    address = "bela1@example.com"
    hidden = [address, address[::-1], base64.b64encode(address.encode()).decode(), "bela", "other@"]
    assert [one for one in hidden if one in seen] == []
    assert "True" in outcome.output
    assert "failed: registry.send: " in outcome.output
    assert outcome.fault is not None
    assert outcome.fault.message == "about [EMAIL_2]"


async def test_what_the_model_was_shown_it_can_use_in_its_next_program(tmp_path: Path) -> None:
    async with gate(tmp_path) as gateway:
        first = await gateway.run_code(PEOPLE + "(await people())[3]['email']", session="one")
        await gateway.run_code(PEOPLE + f"await send(to={first.value!r})", session="one")
        await gateway.run_code(PEOPLE + f"await send(to={first.value!r})", session="two")
    async with gate(tmp_path) as gateway:
        await gateway.run_code(PEOPLE + f"await send(to={first.value!r})", session="one")

    assert [arguments["to"] for _, arguments in reached(tmp_path)] == [
        "dina3@example.com",
        "dina3@example.com",
    ]


async def test_in_mode_output_programs_see_values_and_the_model_tokens(tmp_path: Path) -> None:
    code = PEOPLE + (
        "mail = (await people())[0]['email']\n"
        "print('split', mail.split('@')[1])\n"
        "print('half', mail[:3], end='')\nprint(mail[3:])\n"
        "{'email': mail, 'upper': mail.upper()}\n"
    )
    said: list[str] = []

    async def heard(text: str) -> None:
        said.append(text)

    async with gate(tmp_path, "output") as gateway:
        outcome = await gateway.run_code(code, heard)

    assert "split example.com" in outcome.output
    assert "ada0@" not in outcome.text.lower() + "".join(said).lower()
    assert isinstance(outcome.value, dict)
    assert str(outcome.value["email"]).startswith("[EMAIL_")


async def test_a_tool_that_may_not_see_a_kind_of_value_is_not_sent_it(tmp_path: Path) -> None:
    rule = PrivacyRuleOptions(tools=("registry.send",), restore=("EMAIL",))
    code = PEOPLE + (
        "one = (await people())[0]\n"
        "await send(to=one['email'])\n"
        "try:\n    await send(to=one['email'], text='card ' + one['card'])\n"
        "except Denied as error:\n    print(error)\n"
    )
    async with gate(tmp_path, "tokens", rule) as gateway:
        outcome = await gateway.run_code(code)

    assert "registry.send may not be sent a value of kind CARD: privacy.rules says so" in outcome.output
    assert len(reached(tmp_path)) == 1


async def test_a_tool_can_be_left_out_of_it(tmp_path: Path) -> None:
    rule = PrivacyRuleOptions(tools=("registry.letter",), mode="off")
    code = PEOPLE + "[len((await letter(id=0)).split('@')), (await people())[0]['email']]"
    async with gate(tmp_path, "tokens", rule) as gateway:
        outcome = await gateway.run_code(code)

    assert outcome.value == [2, "[EMAIL_1]"]


async def test_rules_about_arguments_look_at_the_real_values_and_a_person_sees_tokens(tmp_path: Path) -> None:
    deny = RuleOptions(tools=("registry.send",), action="deny", when={"to": "cleo*"}, reason="not to Cleo")
    ask = RuleOptions(tools=("registry.send",), action="ask")
    code = PEOPLE + (
        "everybody = await people()\nawait send(to=everybody[0]['email'])\nawait send(to=everybody[2]['email'])\n"
    )
    asked: list[Question] = []
    async with gate(tmp_path, policy=PolicyOptions(rules=(deny, ask))) as gateway:

        def yes(question: Question) -> None:
            asked.append(question)
            gateway.answer(question.id, Answer(decision="once"))

        outcome = await gateway.run_code(code, on_question=yes)

    assert [question.calls for question in asked] == [({"to": "[EMAIL_1]"},)]
    assert outcome.fault is not None
    assert "not to Cleo" in outcome.fault.message
    assert [arguments["to"] for _, arguments in reached(tmp_path)] == ["ada0@example.com"]


async def test_a_program_can_learn_what_names_nobody(tmp_path: Path) -> None:
    code = PEOPLE + (
        "one, other = (await people())[:2]\n"
        "[await pii.domain([one['email'], other['email']]), await pii.last4(one['card']),"
        " await pii.area_code(one['phone']), await pii.mask(one['email']), await pii.same(one['card'], other['card']),"
        " await pii.same(one['email'], other['email'])]\n"
    )
    async with gate(tmp_path) as gateway:
        outcome = await gateway.run_code(code)

    assert outcome.value == [["example.com", "example.com"], "1111", "415", "a***@e***", True, False]


async def test_a_program_can_look_at_rows_without_a_value_and_at_tokens_in_small_letters(tmp_path: Path) -> None:
    code = PEOPLE + (
        "mail = (await people())[0]['email']\n"
        "[await pii.domain([mail.lower(), None, '']), await pii.last4(None), await pii.mask([None]),"
        " await pii.same(mail, mail.lower()), await pii.same(mail.lower(), 'ADA0@example.com')]\n"
    )
    async with gate(tmp_path) as gateway:
        outcome = await gateway.run_code(code)

    assert outcome.value == [["example.com", None, None], None, [""], True, True]


async def test_a_question_about_something_else_is_told_what_it_takes(tmp_path: Path) -> None:
    async with gate(tmp_path) as gateway:
        outcomes = [await gateway.run_code(f"await pii.{call}") for call in ("domain(5)", "mask([5])", "same(1, 2)")]

    said = [outcome.fault.message for outcome in outcomes if outcome.fault]
    assert said == ["pii functions take a text or a list of texts, such as pii.domain(row['email'])"] * 3


async def test_a_question_that_was_not_awaited_is_noted_like_a_call(tmp_path: Path) -> None:
    async with gate(tmp_path) as gateway:
        outcome = await gateway.run_code("'x'\nprint(pii.domain('a@b.c'))")

    assert outcome.output == "<pii.domain(...) not awaited>\n"
    assert outcome.notes == (
        "line 2: pii.domain(...) was not awaited, so it did not run. Write `await pii.domain(...)`.",
    )


async def test_long_results_are_looked_through_as_well(tmp_path: Path) -> None:
    code = PEOPLE + (
        "import json\n"
        "rows = json.loads(await many(count=5000))\n"
        "[len(rows), rows[4999]['email'], sum(r['score'] for r in rows)]"
    )
    async with gate(tmp_path) as gateway:
        outcome = await gateway.run_code(code)

    assert outcome.value == [5000, "[EMAIL_5000]", sum(n * 7 % 100 for n in range(5000))]


async def test_with_privacy_off_nothing_is_touched(tmp_path: Path) -> None:
    async with gate(tmp_path, "off") as gateway:
        outcome = await gateway.run_code(PEOPLE + "(await people())[0]['email']")

    assert outcome.value == "ada0@example.com"
    assert not (tmp_path / "state" / "vault").exists()
