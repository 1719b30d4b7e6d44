"""No way leads to a tool past its rule: not code, another form of its name, a resource, the library, a command."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

import sandgate
from sandgate.cli.main import main
from sandgate.config import CacheOptions, CatalogueOptions, Config, PolicyOptions, RuleOptions, SandboxOptions
from sandgate.errors import Denied
from sandgate.gateway import Gateway
from sandgate.model import Call, ServerSpec
from sandgate.policy.gatekeeper import Always
from sandgate.policy.run import Run

pytestmark = pytest.mark.anyio
LEDGER = str(Path(__file__).with_name("ledger.py"))
NO_DELETING = RuleOptions(tools=("ledger.delete_*",), action="deny", reason="Leads are never deleted.")
NO_SECRETS = RuleOptions(tools=("ledger.read_resource",), action="deny")


@asynccontextmanager
async def gate(
    folder: Path, *rules: RuleOptions, profile: str = "execute_full", cached: tuple[str, ...] = (), alone: bool = False
) -> AsyncGenerator[Gateway]:
    """With a ledger behind it, or alone."""
    ledger = ServerSpec(name="ledger", command=sys.executable, args=(LEDGER, str(folder / "calls")))
    config = Config(
        state_dir=folder / "state",
        servers=() if alone else (ledger,),
        sandbox=SandboxOptions(spares=0),
        catalogue=CatalogueOptions(wait_seconds=30),
        policy=PolicyOptions(profile=profile, rules=rules),  # type: ignore[arg-type]
        cache=CacheOptions(tools=cached),
    )
    async with sandgate.open(config) as gateway:
        yield gateway


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of the gateway that most tests share."""
    return tmp_path_factory.mktemp("denying")


@pytest.fixture(scope="module")
async def denying(folder: Path) -> AsyncGenerator[Gateway]:
    async with gate(folder, NO_DELETING, NO_SECRETS) as gateway:
        yield gateway


@pytest.fixture
async def gateway(denying: Gateway, folder: Path) -> AsyncGenerator[Gateway]:
    """Whose server has not been called yet."""
    (folder / "calls").unlink(missing_ok=True)
    with anyio.fail_after(60):
        yield denying


def reached(folder: Path) -> list[str]:
    calls = folder / "calls"
    return [json.loads(line)[0] for line in calls.read_text().splitlines()] if calls.exists() else []


@pytest.mark.parametrize(
    "code",
    [
        "from servers.ledger import delete_lead\nawait delete_lead(id=1)",
        "import servers.ledger\nawait servers.ledger.delete_lead({'id': 1})",
        "await call_mcp_tool('ledger.delete_lead', {'id': 1})",
        "await call_mcp_tool('mcp__ledger__delete_lead', {'id': 1})",
        "await call_mcp_tool('servers.ledger.delete_lead', {'id': 1})",
        "await call_mcp_tool('ledger/delete_lead', {'id': 1})",
        "await call_mcp_tool('delete_lead', {'id': 1})",
        "import asyncio, servers.ledger as s\nawait asyncio.gather(*(s.delete_lead(id=n) for n in range(9)))",
    ],
)
async def test_a_program_does_not_get_past_a_rule_by_any_name(gateway: Gateway, folder: Path, code: str) -> None:
    outcome = await gateway.run_code(code)

    assert outcome.fault is not None
    assert outcome.fault.type == "Denied"
    assert "is denied by rule 1 (deny ledger.delete_*): Leads are never deleted." in outcome.fault.message
    assert reached(folder) == []


async def test_a_program_can_catch_the_refusal_and_go_on(gateway: Gateway) -> None:
    code = (
        "from servers.ledger import delete_lead, read_lead\n"
        "try:\n    await delete_lead(id=1)\nexcept Denied as refused:\n    print(refused.kind, refused.tool)\n"
        "await read_lead(id=1)"
    )
    outcome = await gateway.run_code(code)

    assert outcome.output == "Denied ledger.delete_lead\n"
    assert outcome.value == "read_lead done"
    assert [call.status for call in outcome.calls] == ["error", "ok"]


async def test_frames_of_a_programs_own_do_not_get_past_a_rule(gateway: Gateway, folder: Path) -> None:
    code = (
        "import json, os, struct\n"
        "def frame(**message):\n    body = json.dumps(message).encode()\n"
        "    os.write(3, struct.pack('>I', len(body)) + body)\n"
        "frame(type='call', id=901, tool='ledger.delete_lead', arguments={'id': 1})\n"
        "frame(type='read', id=902, server='ledger', uri='ledger://secret')\n"
        "from servers.ledger import read_lead\nawait read_lead(id=1)"
    )
    await gateway.run_code(code)

    assert reached(folder) == ["read_lead"]


async def test_the_library_does_not_get_past_a_rule(gateway: Gateway, folder: Path) -> None:
    with pytest.raises(Denied, match="Leads are never deleted"):
        await gateway.call_tool(Call(tool="ledger.delete_lead", arguments={"id": 1}))

    assert reached(folder) == []


async def test_a_gateway_for_reading_calls_nothing_that_changes_something_and_shows_nothing_of_it(
    tmp_path: Path,
) -> None:
    async with gate(tmp_path, profile="read_only") as gateway:
        outcome = await gateway.run_code("from servers.ledger import update_lead\nawait update_lead(id=1)")
        found = await gateway.finder.search("lead", server="ledger")
        read = await gateway.run_code("from servers.ledger import read_lead\nawait read_lead(id=1)")

    assert outcome.fault is not None
    assert "denied by profile read_only: this tool changes something" in outcome.fault.message
    assert [line.partition(":")[0] for line in found.splitlines()][:-1] == ["ledger.read_lead"]
    assert read.value == "read_lead done"
    assert reached(tmp_path) == ["read_lead"]


async def test_what_is_denied_is_neither_found_nor_recommended(gateway: Gateway) -> None:
    found = await gateway.finder.search("delete a lead", wait=30)
    recommended = await gateway.finder.search("delete a lead and update another lead", recommend=True)

    assert "delete_lead" not in found + recommended
    assert "ledger.update_lead" in recommended


async def test_a_limit_holds_for_calls_side_by_side_and_begins_anew_with_the_next_run(tmp_path: Path) -> None:
    code = (
        "import asyncio\nfrom servers.ledger import update_lead\n"
        "done = await asyncio.gather(*(update_lead(id=n) for n in range(10)), return_exceptions=True)\n"
        "[type(one).__name__ for one in done].count('Denied')"
    )
    limited = RuleOptions(tools=("ledger.update_*",), action="limit", per_run=3)
    async with gate(tmp_path, limited) as gateway:
        denied = [(await gateway.run_code(code)).value for _ in range(2)]

    assert denied == [7, 7]
    assert reached(tmp_path) == ["update_lead"] * 6


async def test_conditions_are_held_against_what_is_really_sent(tmp_path: Path) -> None:
    rule = RuleOptions(tools=("ledger.update_lead",), action="deny", when={"status": "closed", "id": ">= 100"})
    code = "from servers.ledger import update_lead\nawait update_lead(id={}, status={!r})"
    async with gate(tmp_path, rule) as gateway:
        ended = [
            (await gateway.run_code(code.format(*given))).ok
            for given in ((1, "closed"), (100, "open"), (100, "closed"))
        ]

    assert ended == [True, True, False]


async def typed(words: list[str]) -> int:
    """A command has an event loop of its own, so it gets a thread of its own beside that of the tests."""
    return await anyio.to_thread.run_sync(main, words)


async def test_the_command_line_does_not_get_past_a_rule_and_explains_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "sandgate.toml"
    settings.write_text(
        f'state_dir = "{tmp_path / "state"}"\n[import]\nclients = []\n'
        f'[servers.ledger]\ncommand = "{sys.executable}"\nargs = ["{LEDGER}", "{tmp_path / "calls"}"]\n'
        '[[policy.rules]]\ntools = ["ledger.delete_*"]\naction = "deny"\nreason = "Leads are never deleted."\n',
        encoding="utf-8",
    )
    named = ["--config", str(settings)]

    ran = await typed(["run", *named, "-c", "await call_mcp_tool('ledger.delete_lead', {'id': 1})"])
    learned = await typed(["tools", "learn", *named, "ledger.delete_lead", "--args", '{"id": 1}', "--yes"])
    capsys.readouterr()
    explained = await typed(["policy", "explain", *named, "ledger.delete_lead"])
    said = capsys.readouterr().out

    assert (ran, learned, explained) == (1, 2, 0)
    assert "ledger.delete_lead is denied by rule 1 (deny ledger.delete_*): Leads are never deleted." in said
    assert reached(tmp_path) == []


async def test_what_a_person_allowed_for_always_is_shown_and_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "sandgate.toml"
    settings.write_text(
        f'state_dir = "{tmp_path / "state"}"\n[import]\nclients = []\n'
        f'[servers.ledger]\ncommand = "{sys.executable}"\nargs = ["{LEDGER}", "{tmp_path / "calls"}"]\n'
        '[[policy.rules]]\ntools = ["ledger.update_*"]\naction = "ask"\n',
        encoding="utf-8",
    )
    named = ["--config", str(settings)]
    Always(tmp_path / "state" / "approvals" / "always.json").add("ledger.update_lead")

    await typed(["policy", "explain", *named, "ledger.update_lead"])
    await typed(["policy", "show", *named])
    said = capsys.readouterr().out

    assert "ledger.update_lead is allowed by a person, for always: else it is asked by rule 1" in said
    assert "A person has allowed, where a rule asks: ledger.update_lead." in said


SKILL = "async def forget_lead(id):\n    from servers.ledger import delete_lead\n    return await delete_lead(id=id)"
USES = "from skills.forget_lead import forget_lead\nawait forget_lead(1)"


async def test_a_skill_does_not_get_past_a_rule_that_came_after_it_was_trusted(tmp_path: Path) -> None:
    async with gate(tmp_path) as gateway:
        saved = await gateway.skills.save("forget_lead", SKILL, "Forget a lead", example="await forget_lead(7)")
        allowed = await gateway.run_code(USES)
    async with gate(tmp_path, NO_DELETING) as gateway:
        denied = await gateway.run_code(USES)

    assert "from skills.forget_lead import forget_lead" in saved
    assert allowed.value == "delete_lead done"
    assert denied.fault is not None
    assert "Leads are never deleted." in denied.fault.message
    assert reached(tmp_path) == ["delete_lead", "delete_lead"]


def _noting(weigh: Callable[[Run, str], Awaitable[None]], seen: list[Run]) -> Callable[..., Awaitable[None]]:
    async def noted(run: Run, code: str, *_: object) -> None:
        await weigh(run, code)
        seen.append(run)

    return noted


async def test_what_a_skill_does_is_weighed_with_the_program_that_imports_it(tmp_path: Path) -> None:
    async with gate(tmp_path) as gateway:
        await gateway.skills.save("forget_lead", SKILL, "Forget a lead", example="await forget_lead(7)")

        seen: list[Run] = []
        gateway.policy.weigh = _noting(gateway.policy.weigh, seen)  # type: ignore[method-assign]
        await gateway.run_code(USES)

    assert seen[0].impact is not None
    assert seen[0].impact.tools == ("ledger.delete_lead",)
    assert seen[0].impact.changes_data


async def test_an_example_of_a_skill_is_held_to_the_rules(gateway: Gateway, folder: Path) -> None:
    saved = await gateway.skills.save("forget_lead", SKILL, "Forget a lead", example="await forget_lead(7)")

    assert "is a draft and cannot be imported yet" in saved
    assert "Leads are never deleted." in saved
    assert reached(folder) == []


async def test_an_answer_that_is_kept_does_not_get_past_a_rule_that_came_after_it(tmp_path: Path) -> None:
    code = "from servers.ledger import read_lead\nawait read_lead(id=1)"
    no_reading = RuleOptions(tools=("ledger.read_lead",), action="deny")
    async with gate(tmp_path, cached=("ledger.read_*",)) as gateway:
        first, again = [await gateway.run_code(code) for _ in range(2)]
    async with gate(tmp_path, no_reading, cached=("ledger.read_*",)) as gateway:
        denied = await gateway.run_code(code)

    assert [call.cached for outcome in (first, again) for call in outcome.calls] == [False, True]
    assert denied.fault is not None
    assert denied.fault.type == "Denied"
    assert reached(tmp_path) == ["read_lead"]


@pytest.mark.parametrize(("profile", "kept"), [("read_only", []), ("write_restricted", ["x"]), ("execute_full", ["x"])])
async def test_programs_of_a_gateway_for_reading_change_no_files(tmp_path: Path, profile: str, kept: list[str]) -> None:
    async with gate(tmp_path, profile=profile, alone=True) as gateway:
        outcome = await gateway.run_code("open('workspace/x', 'w').write('1')", session="mine")
        seen = await gateway.run_code("import os\nos.listdir('workspace')", session="mine")

    assert seen.value == kept
    assert any("may only look" in note for note in outcome.notes) == (not kept)
