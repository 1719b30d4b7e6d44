"""Skills through a real client: saved, tried, trusted, imported by name; never torn, never poisoned."""

from __future__ import annotations

import hashlib
import json
import shutil
from typing import Any

import anyio.to_thread
import mcp.types as wire
import pytest
from mcp import Client, MCPError
from mcp.types import INVALID_PARAMS
from pydantic import ConfigDict

from .gate import VERSIONS, Entry, Gate, Mode, Way, execute, refused, said
from .standing import Standing

pytestmark = pytest.mark.anyio
TWICE = "def double_it(number: int) -> int:\n    return number * 2\n"
THRICE = TWICE.replace("* 2", "* 3")
EXAMPLE = "assert double_it(2) in (4, 6)"
USE = "from skills.double_it import double_it\nreturn double_it(5)"
MODES: dict[str, Mode] = {version: mode for mode, version in VERSIONS.items()}


def at(*ways: tuple[Mode, Way]) -> pytest.MarkDecorator:
    """With a client of this era on this transport."""
    return pytest.mark.parametrize("combination", ways, ids="-".join, indirect=True)


@pytest.fixture(scope="module")
def servers() -> dict[str, Entry]:
    """None: its skills are all that the gateway has."""
    return {}


@pytest.fixture
def shop(standing: Standing) -> Gate:
    """The gateway of this file, whose skills have never been saved."""
    kept = standing.gate.state / "sandgate" / "skills"
    for entry in [*kept.glob("records/*"), *kept.glob("versions/*"), *kept.glob("importable/*")]:
        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    return standing.gate


@pytest.fixture
def client(shop: Gate, client: Client) -> Client:
    return client


@pytest.fixture
def own_shop(fresh_gate: Gate) -> Gate:
    """A gateway of one test, which may have settings of its own."""
    fresh_gate.configure({})
    return fresh_gate


async def save(client: Client, name: str = "double_it", code: str = TWICE, **more: object) -> str:
    """What a save that is accepted says."""
    arguments = {"name": name, "code": code, "description": "Twice a number.", "example": EXAMPLE, **more}
    result = await client.call_tool("save_skill", arguments)
    assert not result.is_error, said(result)
    return said(result)


async def listed(client: Client, **query: str) -> str:
    return said(await client.call_tool("list_skills", dict(query)))


async def sandgate(gate: Gate, *words: str) -> str:
    """What a command says that must end well, while gateways run."""
    done = await anyio.to_thread.run_sync(lambda: gate.sandgate(*words))
    assert done.returncode == 0, done.stderr
    return done.stdout


# ---------------------------------------------------------------- saved, trusted, imported


@at(("auto", "stdio"), ("legacy", "http"))
async def test_a_skill_whose_example_ran_is_imported_by_name_now_and_by_the_next_gateway(
    shop: Gate, any_client: Client
) -> None:
    stands = await save(any_client)
    at_once = await execute(any_client, USE)
    text = said(await any_client.call_tool("load_skill", {"name": "double_it"}))
    async with shop.client(MODES[any_client.protocol_version]) as client:
        later = await execute(client, USE)

    assert stands == "double_it version 1: from skills.double_it import double_it"
    assert (at_once, later) == ("10", "10")
    assert TWICE in text
    assert 'description: "Twice a number."' in text


async def test_a_skill_whose_example_fails_stays_a_draft_until_it_is_mended(client: Client) -> None:
    stands = await save(client, example="assert double_it(2) == 5, 'not five'")
    missing = await refused(client, "execute_code", code=USE)
    names = await listed(client)
    mended = await save(client, replace=True)
    answer = await execute(client, USE)

    assert stands.startswith("double_it version 1 is a draft and cannot be imported yet: its examples must run")
    assert "AssertionError: not five" in stands
    assert "ModuleNotFoundError: No module named 'skills.double_it'" in missing
    assert "[draft: its examples must run without error]" in names
    assert mended == "double_it version 2: from skills.double_it import double_it"
    assert answer == "10"


async def test_a_skill_without_an_example_is_a_draft_and_a_failing_new_version_leaves_the_old_one(
    client: Client,
) -> None:
    untried = await save(client, "half_it", TWICE.replace("double", "half"), example="")
    missing = await refused(client, "execute_code", code="import skills.half_it")
    await save(client)
    worse = await save(client, code=THRICE, example="assert double_it(2) == 7", replace=True)
    answer = await execute(client, USE)

    assert "is a draft and cannot be imported yet: it must run once without error" in untried
    assert "ModuleNotFoundError" in missing
    assert worse.startswith("double_it version 2 is a draft")
    assert answer == "10"


async def test_where_approval_is_asked_for_a_person_decides(own_shop: Gate) -> None:
    own_shop.configure({}, {"skills.approval": True})

    async with own_shop.client() as client:
        stands = await save(client)
        before = await refused(client, "execute_code", code=USE)
        told = await sandgate(own_shop, "skills", "approve", "double_it")
        after = await execute(client, USE)

    assert stands == "double_it version 1 is a draft and cannot be imported yet: a person must approve it"
    assert "ModuleNotFoundError" in before
    assert told == "double_it, version 1: trusted\n"
    assert after == "10"


async def test_a_skill_may_import_another(client: Client) -> None:
    code = (
        "from skills.double_it import double_it\n\n\n"
        "def quadruple_it(number: int) -> int:\n    return double_it(double_it(number))\n"
    )
    example = "assert quadruple_it(1) == 4"

    too_early = await save(client, "quadruple_it", code, example=example)
    await save(client)
    again = await save(client, "quadruple_it", code, example=example)
    answer = await execute(client, "from skills.quadruple_it import quadruple_it\nreturn quadruple_it(3)")

    assert "it imports skills.double_it, which no program can import yet" in too_early
    assert "cannot be imported yet" in too_early
    assert again == "quadruple_it version 1: from skills.quadruple_it import quadruple_it"
    assert answer == "12"


async def test_what_cannot_be_a_skill_is_refused_with_what_would_be_right(client: Client) -> None:
    def code(name: str, body: str = "return 1") -> str:
        return f"def {name}():\n    {body}\n"

    attempts = [
        ("../escape", code("escape"), "cannot be the name of a skill: small letters"),
        ("json", code("json"), "a module of the standard library"),
        ("print", code("print"), "built into Python"),
        ("fresh", code("fresh"), "something programs have already"),
        ("no_entry", code("other"), "must define one function `def no_entry(…)`"),
        ("no_python", "def no_python(:\n", "line 1"),
        ("waits", "def waits():\n    pass\nawait waits()\n", "inside a function"),
        ("shells", code("shells", "import os; os.system('id')"), "shells.py was not saved: it would not be run"),
        ("double_it", THRICE, "double_it is taken, by version 1: Twice a number."),
        ("double-it", THRICE, "double_it is taken, by version 1"),
    ]

    await save(client)
    answers = [
        await refused(client, "save_skill", name=name, code=text, description="Whatever.") for name, text, _ in attempts
    ]
    names = await listed(client)
    kept = await execute(client, USE)

    assert [
        expected for (_, _, expected), answer in zip(attempts, answers, strict=True) if expected not in answer
    ] == []
    assert names == "skills.double_it.double_it(number): Twice a number."
    assert kept == "10"


async def test_skills_are_found_by_what_they_do(client: Client) -> None:
    invoice = 'def draft_invoice(customer: str) -> str:\n    return f"Invoice for {customer}"\n'

    nothing = await listed(client)
    await save(client)
    await save(
        client, "draft_invoice", invoice, description="Write a bill for a customer.", example="draft_invoice('a')",
        tags="billing, money",
    )  # fmt: skip
    by_words = await listed(client, query="bill a customer")
    by_tag = await listed(client, query="money")
    everything = await listed(client)

    assert nothing == "there are no skills yet; save_skill keeps one"
    assert by_words.splitlines()[0] == "skills.draft_invoice.draft_invoice(customer): Write a bill for a customer."
    assert by_tag.startswith("skills.draft_invoice.")
    assert len(everything.splitlines()) == 2


# ---------------------------------------------------------------- versions, gateways, sessions


async def test_a_new_version_and_a_way_back_are_seen_by_the_next_program_of_every_gateway(
    shop: Gate, piped: Client, piped_legacy: Client
) -> None:
    one, other = piped, piped_legacy
    await save(one)
    first = [await execute(client, USE) for client in (one, other)]
    replaced = await save(other, code=THRICE, replace=True)
    second = [await execute(client, USE) for client in (one, other)]
    told = await sandgate(shop, "skills", "revert", "double_it")
    third = [await execute(client, USE) for client in (one, other)]
    text = said(await one.call_tool("load_skill", {"name": "double_it"}))
    later = said(await one.call_tool("load_skill", {"name": "double_it", "version": 2}))

    assert replaced == "double_it version 2: from skills.double_it import double_it"
    assert (first, second, third) == (["10"] * 2, ["15"] * 2, ["10"] * 2)
    assert told == "double_it, version 1: trusted\n"
    assert TWICE in text
    assert THRICE in later
    assert "double_it version 2 is a draft" in later


async def test_a_live_session_keeps_what_it_imported_and_a_new_one_gets_the_new_version(
    client: Client, name: str
) -> None:
    async def run(client: Client, session: str, code: str) -> str:
        result = await client.call_tool("execute_code", {"code": code, "session": session})
        assert not result.is_error, said(result)
        return said(result).splitlines()[0].removeprefix("result: ")

    await save(client)
    imported = await run(client, name, "from skills.double_it import double_it\ndouble_it(5)")
    await save(client, code=THRICE, replace=True)
    await save(client, "add_one", "def add_one(x):\n    return x + 1\n", example="assert add_one(1) == 2")
    kept = await run(client, name, USE)
    new_name = await run(client, name, "from skills.add_one import add_one\nadd_one(1)")
    reloaded = await run(client, name, "import importlib, skills.double_it as m\nimportlib.reload(m).double_it(5)")
    elsewhere = await run(client, f"{name}-two", USE)

    assert (imported, kept, new_name, reloaded, elsewhere) == ("10", "10", "2", "15", "15")


# ---------------------------------------------------------------- poison


POISON = """
import importlib, os, sys, skills, skills.double_it
wrong = []
def tried(what, act):
    try:
        act()
    except OSError:
        return
    wrong.append(what)
here = "skills"
tried("write", lambda: open(f"{here}/double_it.py", "a"))
tried("add", lambda: open(f"{here}/other.py", "w"))
tried("remove", lambda: os.remove(f"{here}/double_it.py"))
tried("rename", lambda: os.rename(f"{here}/double_it.py", f"{here}/gone.py"))
tried("cache", lambda: os.mkdir(f"{here}/__pycache__"))
tried("mode", lambda: os.chmod(f"{here}/double_it.py", 0o777))
tried("link", lambda: os.symlink("/tmp", f"{here}/link"))
tried("replace", lambda: os.rename(here, f"{here}.old"))
os.makedirs("workspace/skills", exist_ok=True)
for path in ("workspace/skills/double_it.py", "workspace/double_it.py", "workspace/sitecustomize.py"):
    open(path, "w").write("def double_it(x): return 'poison'")
fake = type(sys)("skills.double_it")
fake.double_it = lambda x: "poison"
sys.modules["skills.double_it"] = skills.double_it = fake
sys.path.insert(0, "workspace")
sys.path_importer_cache.clear()
from skills.double_it import double_it
return [wrong, double_it(5)]
"""


async def test_a_program_cannot_poison_a_skill_for_the_next_one(own_shop: Gate) -> None:
    """With no rule that looks at its text: the walls alone hold."""
    own_shop.configure({}, {"validation.enabled": False})

    async with own_shop.client() as client:
        await save(client)
        poisoned = await execute(client, POISON)
        next_program = await execute(client, USE)
        in_session = await client.call_tool("execute_code", {"code": POISON, "session": "spoilt"})
        same_session = await client.call_tool("execute_code", {"code": USE, "session": "spoilt"})
        other_session = await client.call_tool("execute_code", {"code": USE, "session": "clean"})
        after = await execute(client, USE)
        names = await listed(client)
    async with own_shop.client() as client:
        restarted = await execute(client, USE)

    assert json.loads(poisoned) == [[], "poison"]
    answers = [said(result).splitlines()[0] for result in (in_session, same_session, other_session)]
    assert answers == ['result: [[],"poison"]', "result: poison", "result: 10"]  # a session spoils nobody but itself
    assert (next_program, after, restarted) == ("10", "10", "10")
    assert names == "skills.double_it.double_it(number): Twice a number."


# ---------------------------------------------------------------- where it came from


@at(("auto", "stdio"), ("auto", "http"))
async def test_the_run_before_it_is_on_record(shop: Gate, any_client: Client) -> None:
    run = (await any_client.call_tool("execute_code", {"code": "print(2 * 5)"})).meta
    assert run is not None
    await save(any_client)
    await save(any_client, "add_one", "def add_one(x):\n    return x + 1\n", example="assert add_one(1) == 2")
    ids = [
        json.loads(await sandgate(shop, "skills", "show", name, "--json"))["origin"]["run"]
        for name in ("double_it", "add_one")
    ]

    assert ids == [run["sandgate/execution"]["id"]] * 2
    assert f"version 1 saved by {ids[0]}" in await sandgate(shop, "skills", "show", "double_it")


# ---------------------------------------------------------------- the extension


class Asked(wire.Request[dict[str, Any], str]):
    """A request that the client has no method for."""

    method: str
    params: dict[str, Any]


class Raw(wire.Result):
    model_config = ConfigDict(extra="allow")


async def asked(client: Client, method: str, **params: Any) -> dict[str, Any]:
    found = await client.session.send_request(Asked(method=method, params=params), Raw)
    return found.model_dump(mode="json", by_alias=True)


@at(("auto", "stdio"), ("legacy", "http"))
@pytest.mark.usefixtures("shop")
async def test_clients_that_know_the_extension_get_trusted_skills_with_digests(any_client: Client) -> None:
    await save(any_client)
    await save(any_client, "half_it", TWICE.replace("double", "half"), example="1 / 0")
    declared: dict[str, Any] = any_client.server_capabilities.model_dump(by_alias=True)["extensions"] or {}
    (entry,) = (await asked(any_client, "skills/list"))["skills"]
    got = await asked(any_client, "skills/get", uri=entry["uri"])
    folder = await asked(any_client, "resources/directory/read", uri="skill://double-it/examples")
    resources = [resource.uri for resource in (await any_client.list_resources()).resources]
    read = {file["uri"]: (await any_client.read_resource(file["uri"])).contents[0] for file in entry["resources"]}
    with pytest.raises(MCPError) as draft:
        await asked(any_client, "skills/get", uri="skill://half-it/SKILL.md")
    with pytest.raises(MCPError) as outside:
        await any_client.read_resource("skill://double-it/../half-it/SKILL.md")

    assert any_client.protocol_version == VERSIONS["legacy"] or declared["io.modelcontextprotocol/skills"] == {
        "directoryRead": True
    }
    assert entry["frontmatter"]["name"] == "double-it"
    assert got["skill"] == entry
    assert resources == ["skill://double-it/SKILL.md"]
    assert [one["uri"] for one in folder["resources"]] == ["skill://double-it/examples/example.py"]
    for file in entry["resources"]:
        content = read[file["uri"]]
        assert isinstance(content, wire.TextResourceContents)
        digest = hashlib.sha256(content.text.encode()).hexdigest()
        assert (file["digest"], file["size"]) == (f"sha256:{digest}", len(content.text.encode()))
    assert (draft.value.code, outside.value.code) == (INVALID_PARAMS, INVALID_PARAMS)
