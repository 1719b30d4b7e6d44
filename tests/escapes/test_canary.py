"""A real gateway full of secrets, a real client, and programs that want them: no byte that comes out holds one."""

from __future__ import annotations

import base64
import re
import secrets
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import anyio
import pytest
from mcp import Client

from tests.scenarios.gate import Entry, Gate, free_port, listening

from .greedy import ECHOES, PROGRAMS, TELL
from .outside import SECRET_PATTERN, Outside, outside
from .probes import PROBES
from .probes.probe import USUAL

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]
TAP, TALKATIVE = (Path(__file__).with_name(name) for name in ("tap.py", "talkative.py"))
PLACES = ("ENV", "ARGV", "CONFIG", "OPEN", "HEADER", "QUERY", "SERVER", "BROKEN", "DYING")
LIMITS = replace(USUAL, memory_mb=512, output_kb=1024, time_seconds=20)
AT_ONCE = 4


@dataclass
class Full(Gate):
    """A gateway with a secret in every place that it has, and a copy of all that it says."""

    canaries: dict[str, str] = field(default_factory=dict[str, str])
    cold: bool = True

    def command(self, *arguments: str) -> list[str]:
        secret = self.folder / "open"
        secret.write_text(self.canaries["OPEN"], encoding="utf-8")
        return [sys.executable, str(TAP), str(self.copy), str(secret), *super().command(*arguments)]

    @property
    def copy(self) -> Path:
        return self.folder / "said"

    def fill(self, port: int) -> None:
        """Configure servers: one that works, one behind an address, and some that cannot be reached."""
        own = self.canaries
        servers: dict[str, Entry] = {
            "probe": self._started("SERVER"),
            "dying": self._started("DYING", "--die"),
            "broken": {"command": "/no/such/command", "args": [f"--key={own['BROKEN']}"]},
            "reached": {
                "url": f"http://127.0.0.1:{port}/mcp?key={own['QUERY']}",
                "headers.Authorization": f"Bearer {own['HEADER']}",
            },
            "remote": {
                "url": f"http://127.0.0.1:{free_port()}/mcp?key={own['QUERY']}",
                "headers.Authorization": f"Bearer {own['HEADER']}",
            },
        }
        limits = {f"limits.{name}": value for name, value in asdict(LIMITS).items()}
        settings = {"http.token": own["CONFIG"], "output.tokens": 20_000, "validation.enabled": False}
        self.configure(servers, {**limits, **settings})
        self.environment["SANDGATE_CANARY"] = own["ENV"]

    def _started(self, name: str, *flags: str) -> Entry:
        key = self.canaries[name]
        arguments = [str(TALKATIVE), f"--key={key}", *flags]
        return {"command": sys.executable, "args": arguments, "env.PROBE_TOKEN": key}


@pytest.fixture
def world() -> Generator[Outside]:
    with outside() as world:
        yield world


@pytest.fixture
def gate(tmp_path: Path) -> Full:
    canaries = {place: f"CANARY-{place}-{secrets.token_hex(8)}" for place in PLACES}
    folder = tmp_path / canaries["ARGV"]  # the name of the settings file is an argument
    folder.mkdir()
    return Full(folder, tmp_path / "state", canaries=canaries)


@contextmanager
def talkative(port: int) -> Generator[None]:
    """The server behind an address."""
    process = subprocess.Popen([sys.executable, str(TALKATIVE), "--port", str(port)], stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def disguises(canary: str) -> Generator[str]:
    """A secret as it may be written; in base64 at each of the three places it may begin."""
    raw = canary.encode()
    yield from (canary, canary[::-1], raw.hex(), canary.swapcase())
    for shift in range(3):
        text = base64.b64encode(b"x" * shift + raw).decode().rstrip("=")
        yield text[-(-shift * 4 // 3) : -1]


def found_in(said: bytes, canaries: Mapping[str, str]) -> set[str]:
    """The places whose secret came out, and secrets of the world around that did."""
    text = said.decode("utf-8", "replace")
    leaked = {place for place, canary in canaries.items() if any(form in text for form in disguises(canary))}
    return leaked | {*re.findall(SECRET_PATTERN, text)}


async def run_all(client: Client, programs: Mapping[str, str]) -> dict[str, str]:
    """Run programs side by side, as one client may. What each answered, with its progress."""
    answers: dict[str, str] = {}
    turns = anyio.Semaphore(AT_ONCE)

    async def run(name: str, code: str) -> None:
        async def heard(progress: float, total: float | None, message: str | None) -> None:
            answers[name] = f"{answers.get(name, '')}{progress} {total} {message}\n"

        async with turns:
            result = await client.call_tool("execute_code", {"code": code}, progress_callback=heard)
        answers[name] = f"{answers.get(name, '')}{result.model_dump_json()}"

    async with anyio.create_task_group() as tasks:
        for name, code in programs.items():
            tasks.start_soon(run, name, code)
    return answers


def everything(gate: Full, answers: Mapping[str, str]) -> bytes:
    """What the client was told, what went over the wire, and what was kept on disk for later."""
    kept = [file.read_bytes() for file in gate.state.rglob("*") if file.is_file()]
    return b"\n".join([*(answer.encode() for answer in answers.values()), gate.copy.read_bytes(), *kept])


async def test_no_secret_of_the_gateway_comes_out_of_any_run(gate: Full, world: Outside) -> None:
    port = free_port()
    gate.fill(port)
    greedy = {name: world.program(TELL + code, "sg-greedy") for name, code in PROGRAMS.items()}
    probes = {probe.id: world.program(probe.code, "sg-canary") for probe in PROBES if probe.kind == "verdict"}

    with talkative(port):
        await listening(port)
        async with gate.client() as client:
            await client.call_tool("search_tools", {"query": "", "detail": "full"})
            answers = await run_all(client, greedy | probes)

    assert len(answers) == len(greedy | probes)
    assert "ESCAPED" not in answers["fs-read-01"]
    assert found_in(everything(gate, answers), gate.canaries) == set()


async def test_a_key_that_a_server_repeats_is_left_out_of_what_it_says(gate: Full, world: Outside) -> None:
    port = free_port()
    gate.fill(port)
    programs = {name: world.program(code, "sg-echo") for name, code in ECHOES.items()}

    with talkative(port):
        await listening(port)
        async with gate.client() as client:
            answers = await run_all(client, programs)

    assert "I work with" in str(answers)
    assert found_in(everything(gate, answers), gate.canaries) == set()


def test_a_disguised_secret_is_recognised() -> None:
    canary = "CANARY-ENV-0123456789abcdef"

    said = [f"x{form}x" for form in (canary, canary[::-1], canary.encode().hex())]
    said += [base64.b64encode(b"a" * shift + canary.encode() + b"tail").decode() for shift in range(3)]

    assert all(found_in(text.encode(), {"ENV": canary}) for text in said)
