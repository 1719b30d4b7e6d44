"""Probes against no walls at all: one that does not escape from there would prove nothing by being blocked."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from sandgate.sandbox.typescript.backend import MISSING, installed

from .dialects import TYPESCRIPT
from .outside import Outside, outside
from .probes import PROBES, typescript
from .probes.probe import Probe

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces")
ADMINISTRATOR = 21
"""The capability that an ordinary user and root in a container lack."""
TRIED = [probe for probe in PROBES if probe.kind == "verdict" and probe.plain != "varies" and not probe.costly]
IN_DENO = [probe for group in typescript.GROUPS.values() for probe in group if probe.plain == "escapes"]


@pytest.fixture(scope="module")
def world() -> Generator[Outside]:
    with outside() as world:
        yield world


def _has_walls_of_its_own() -> bool:
    """Whether whoever runs the tests is filtered already, as in a container: then that filter would be tried."""
    return "Seccomp:\t0" not in Path("/proc/self/status").read_text(encoding="ascii")


def _may_all() -> bool:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    capabilities = int(status.partition("CapEff:")[2].split()[0], 16)
    return os.geteuid() == 0 and bool(capabilities >> ADMINISTRATOR & 1)


@pytest.mark.parametrize("probe", TRIED, ids=[probe.id for probe in TRIED])
def test_a_probe_escapes_where_there_are_no_walls(world: Outside, probe: Probe, tmp_path: Path) -> None:
    if probe.plain == "escapes as root" and not _may_all():
        pytest.skip("only root with all its rights can do this without walls")
    if _has_walls_of_its_own():
        pytest.skip("this machine puts up walls of its own")
    (tmp_path / "workspace").mkdir()

    ran = subprocess.run(
        [sys.executable, "-I", "-B", "-c", world.program(probe.code, "sg-plain")],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )

    assert any(line.startswith("ESCAPED") for line in ran.stdout.splitlines()), ran.stdout + ran.stderr
    assert ran.returncode == 0, ran.stderr


@pytest.mark.skipif(installed() is None, reason=f"nothing in TypeScript was tried without walls. {MISSING}")
def test_probes_in_typescript_escape_where_there_are_no_walls(world: Outside, tmp_path: Path) -> None:
    if _has_walls_of_its_own():
        pytest.skip("this machine puts up walls of its own")
    (tmp_path / "workspace").mkdir()
    parts = (f"print('PROBE {probe.id}');\nawait (async () => {{ {probe.code} }})();" for probe in IN_DENO)
    program = tmp_path / "all.ts"
    program.write_text(world.program("\n".join([*parts, "Deno.exit(0);"]), "sg-plain", TYPESCRIPT), encoding="utf-8")

    ran = subprocess.run(
        [str(installed()), "run", "--allow-all", "--no-check", "--no-config", "--quiet", str(program)],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"DENO_DIR": str(tmp_path), "HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "NO_COLOR": "1"},
    )

    said = [part.partition("\n") for part in ran.stdout.split("PROBE ")[1:]]
    assert [name for name, _, lines in said if "ESCAPED" in lines] == [probe.id for probe in IN_DENO], ran.stderr
