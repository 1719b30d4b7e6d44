"""A peer's process is told what to run by lines of JSON, and a peer that fails says why."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.peers.programs import HERE, JOBS, Candidate, PeerFailed, running

pytestmark = pytest.mark.anyio
HONEST = """
import sys
sys.path.insert(0, {here!r})
from speaking import speak

def run(job):
    scope = {{}}
    *lines, last = job["code"].splitlines()
    exec("\\n".join(lines), scope)
    return eval(last, scope)

speak("1.2.3", run)
"""


def candidate(folder: Path, script: str) -> Candidate:
    path = folder / "peer.py"
    path.write_text(script, encoding="utf-8")
    return Candidate("peer", str(path), "a peer", packaged=False)


async def test_a_peer_is_asked_for_each_program_and_tells_its_seconds(tmp_path: Path) -> None:
    job = next(iter(JOBS.values()))

    async with running(candidate(tmp_path, HONEST.format(here=str(HERE))), tmp_path) as runner:
        seconds = await runner.seconds(job)

    assert runner.version == "1.2.3"
    assert 0 < seconds < 5


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ('print(\'{"error": "it is not installed"}\')', "it is not installed"),
        ("", "it gave no answer"),
        ('print(\'{"version": ""}\'); input(); print(\'{"value": 3, "seconds": 0}\')', "it answered 3 instead of 2"),
    ],
)
async def test_a_peer_that_cannot_be_measured_says_why(tmp_path: Path, script: str, reason: str) -> None:
    with pytest.raises(PeerFailed, match=reason):
        async with running(candidate(tmp_path, script), tmp_path):
            pass


def test_a_peer_that_is_not_installed_says_so_in_one_line() -> None:
    alone = [sys.executable, "-S", str(HERE / "run_monty.py")]  # without anybody's packages
    answer = subprocess.run(alone, capture_output=True, text=True, check=True)

    assert "it is not installed" in json.loads(answer.stdout)["error"]
