"""Packages for programs: what is built, what a program sees of it, and what a build refuses."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from sandgate.config import Config, SandboxOptions
from sandgate.errors import ConfigError, SandboxError
from sandgate.model import Limits
from sandgate.sandbox.locked import HERE, Lock, Pin
from sandgate.sandbox.packages import UNFINISHED, Environment, required
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.protocol import Backend

from .conformance import run
from .shelf import Shelf, quick_python

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces")
ELSEWHERE = 'python_version == "3.99" and platform_machine == "abacus"'
HASH = "sha256:" + "a" * 64
BUILD = "import sys; from pathlib import Path; from sandgate.sandbox.packages import Environment as E\n"
GROUPS = """
import numpy as np, pandas as pd
frame = pd.DataFrame({"team": ["a", "b", "a"], "points": [1, 2, 3]})
sums = frame.groupby("team")["points"].sum().to_dict()
{"sums": sums, "inverse": np.linalg.inv(np.diag([2.0, 4.0])).tolist(), "mean": float(frame["points"].mean())}
"""


def ignore(_: str) -> None: ...


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    return Shelf(tmp_path / "shelf", monkeypatch)


def environment(tmp_path: Path, *packages: str, python: str | None = None) -> Environment:
    """The environment of a project with a sandgate.toml in `tmp_path`."""
    options = SandboxOptions(packages=packages)
    found = Environment.of(Config(state_dir=tmp_path / "state", sandbox=options, source=tmp_path / "sandgate.toml"))
    assert found
    return replace(found, python=python) if python else found


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> str:
    return quick_python(tmp_path_factory.mktemp("quick"))


def versions(lock: Lock) -> list[str]:
    return [f"{pin.name} {pin.version}" for pin in lock.here]


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def science(tmp_path_factory: pytest.TempPathFactory, quick: str) -> Path:
    """numpy and pandas from the package index, built once for all tests."""
    env = environment(tmp_path_factory.mktemp("science"), "numpy", "pandas", python=quick)
    try:
        env.build(ignore)
    except SandboxError as error:
        if "cannot be reached" not in str(error):
            raise
        pytest.skip(f"no package registry: {error}")
    assert env.folder
    return env.folder


@pytest.fixture(scope="module", params=[(), ("pandas",)], ids=["imported", "preloaded"])
async def walls(anyio_backend: str, request: pytest.FixtureRequest, science: Path) -> AsyncGenerator[Backend]:
    backend = ProcessBackend(packages=science, preload=request.param)
    yield backend
    await backend.close()


@pytest.fixture
def folder(tmp_path: Path) -> Generator[Path]:
    """A folder of packages, written by the test itself."""
    made = tmp_path / "packages"
    made.mkdir()
    yield made
    shutil.rmtree(made)


@pytest.mark.registry
@pytest.mark.anyio
async def test_numpy_and_pandas_work_under_the_usual_limits(walls: Backend) -> None:
    outcome = await run(walls, GROUPS, limits=Limits())

    assert outcome.fault is None
    assert outcome.value == {"sums": {"a": 4, "b": 2}, "inverse": [[0.5, 0.0], [0.0, 0.25]], "mean": 2.0}


@pytest.mark.registry
@pytest.mark.anyio
async def test_numbers_arrays_and_tables_leave_as_what_they_hold(walls: Backend) -> None:
    table = "import numpy as np, pandas as pd\nframe = pd.DataFrame({'a': [1, 2], 'b': ['x', 'y']})\n"
    outcome = await run(
        walls, table + "[frame.a.sum(), np.arange(3), frame, frame.b, np.float64('nan')]", limits=Limits()
    )

    records = [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]
    assert outcome.value == [3, [0, 1, 2], records, ["x", "y"], "nan"]


@pytest.mark.registry
@pytest.mark.anyio
async def test_no_two_runs_draw_the_same_random_numbers(walls: Backend) -> None:
    code = "import numpy, numpy.random\nnumpy.random.rand(4).tolist()"
    outcomes = [await run(walls, code, limits=Limits()) for _ in range(3)]

    assert all(outcome.ok for outcome in outcomes)
    assert len({str(outcome.value) for outcome in outcomes}) == 3


@pytest.mark.registry
@pytest.mark.anyio
@pytest.mark.parametrize("module", ["anyio", "mcp", "pydantic", "orjson", "pip"])
async def test_packages_of_the_gateway_cannot_be_imported(walls: Backend, module: str) -> None:
    outcome = await run(walls, f"import {module}")

    assert outcome.fault is not None
    assert outcome.fault.type == "ModuleNotFoundError"


@pytest.mark.registry
@pytest.mark.anyio
async def test_the_packages_cannot_be_changed_from_inside(walls: Backend) -> None:
    code = (
        "import pathlib, sys\nfound = next(p for p in sys.path if p.endswith('packages'))\nrefused = []\n"
        "for act in (lambda f: (f / 'x.py').write_text(''), lambda f: (f / 'numpy/__init__.py').unlink(),\n"
        "            lambda f: f.chmod(0o777), lambda f: (f / 'numpy').rename('/tmp/numpy')):\n"
        "    try: act(pathlib.Path(found))\n    except OSError as e: refused.append(type(e).__name__)\nlen(refused)"
    )
    outcome = await run(walls, code)

    assert outcome.value == 4


@pytest.mark.registry
def test_no_file_of_it_names_a_folder_of_the_host(science: Path) -> None:
    ours = str(science.parent.parent).encode()

    telling = [file for file in science.rglob("*") if file.is_file() and ours in file.read_bytes()]

    assert telling == []
    assert list(science.rglob("*.pyc"))


@pytest.mark.anyio
async def test_a_module_of_the_folder_is_found_after_the_standard_library(folder: Path) -> None:
    for name in ("json", "greeting"):
        (folder / f"{name}.py").write_text("word = 'hello'", encoding="utf-8")
    backend = ProcessBackend(packages=folder)

    outcome = await run(backend, "import greeting, json\ngreeting.word, hasattr(json, 'word')")
    await backend.close()

    assert outcome.value == ["hello", False]


@pytest.mark.anyio
async def test_what_a_preloaded_module_sets_is_not_in_the_programs_environment(folder: Path) -> None:
    (folder / "setting.py").write_text("import os\nos.environ['THREADS'] = '1'", encoding="utf-8")
    backend = ProcessBackend(packages=folder, preload=["setting"])
    code = "import ctypes, os, sys\nget = ctypes.CDLL(None).getenv\nget.restype = ctypes.c_char_p\n"

    outcome = await run(backend, code + "'setting' in sys.modules, 'THREADS' in os.environ, get(b'THREADS').decode()")
    await backend.close()

    assert outcome.value == [True, False, "1"]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()", "threads"),
        ("import no_such_module_anywhere", "No module named 'no_such_module_anywhere'"),
        ("raise RuntimeError('not today')", "not today"),
    ],
)
async def test_a_module_that_cannot_be_preloaded_is_named_with_the_reason(folder: Path, code: str, reason: str) -> None:
    (folder / "awkward.py").write_text(code, encoding="utf-8")
    backend = ProcessBackend(packages=folder, preload=["awkward"])

    with pytest.raises(ConfigError, match=rf"sandbox\.preload: awkward .*{reason}"):
        await backend.spawn(Limits())

    await backend.close()


@pytest.fixture(scope="module")
def greeting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose packages are built: `greet`, which needs `tone`."""
    project = tmp_path_factory.mktemp("greeting")
    with pytest.MonkeyPatch.context() as patch:
        shelf = Shelf(project / "shelf", patch)
        shelf.put_wheel("greet", "1.0", needs="tone>=2")
        shelf.put_wheel("tone", "2.5")
        environment(project, "Greet >= 1").build(ignore)
    return project


def test_what_is_built_is_locked_by_version_and_hash_and_names_no_address(greeting: Path) -> None:
    env = environment(greeting, "greet>=1")
    text = (greeting / "sandgate.packages.lock").read_text(encoding="utf-8")

    assert env.lock
    assert versions(env.lock) == ["greet 1.0", "tone 2.5"]
    assert text.count("--hash=sha256:") == 2
    assert "://" not in text
    assert str(greeting) not in text


def test_only_what_can_be_imported_is_kept(greeting: Path) -> None:
    folder = environment(greeting, "greet>=1").folder

    assert folder
    names = {path.name for path in folder.iterdir()}
    assert names == {"greet", "greet-1.0.dist-info", "tone", "tone-2.5.dist-info"}
    assert {path.name for path in folder.parent.parent.glob("*") if path.is_dir()} == {folder.parent.name}


def test_what_is_built_already_is_not_built_again(greeting: Path, tmp_path: Path) -> None:
    project = shutil.copytree(greeting, tmp_path / "project")
    (project / "sandgate.packages.lock").unlink()
    env, steps = environment(project, "greet>=1"), list[str]()

    lock = env.build(steps.append)

    assert steps == []
    assert lock == Lock.read(project / "sandgate.packages.lock") == environment(greeting, "greet>=1").lock


def test_a_lock_that_is_kept_gives_everybody_the_same_versions_until_an_upgrade(
    greeting: Path, tmp_path: Path, shelf: Shelf, quick: str
) -> None:
    for wheel in (greeting / "shelf").iterdir():
        shutil.copy(wheel, shelf.folder)
    shelf.put_wheel("tone", "3.0")
    shutil.copy(greeting / "sandgate.packages.lock", tmp_path)
    colleague = environment(tmp_path, "greet>=1", python=quick)

    same = colleague.build(ignore)
    upgraded = colleague.build(ignore, upgrade=True)

    assert (versions(same), versions(upgraded)) == (["greet 1.0", "tone 2.5"], ["greet 1.0", "tone 3.0"])
    assert Lock.read(tmp_path / "sandgate.packages.lock") == upgraded
    assert (colleague.root / same.key / "site").is_dir(), "a gateway may still use it"


def test_a_newer_lock_of_a_colleague_must_be_built_before_it_counts(tmp_path: Path) -> None:
    env = environment(tmp_path, "greet")
    old, new = (Lock(("greet",), (Pin("greet", version, HERE, (HASH,)),)) for version in ("1.0", "1.1"))
    old.write(tmp_path / "sandgate.packages.lock")
    (env.root / old.key / "site").mkdir(parents=True)
    before = env.exists

    new.write(tmp_path / "sandgate.packages.lock")

    assert (before, env.exists) == (True, False)


def test_a_lock_from_another_kind_of_machine_keeps_its_lines_and_its_versions(
    tmp_path: Path, shelf: Shelf, quick: str
) -> None:
    shelf.put_wheel("greet", "1.0")
    shelf.put_wheel("greet", "1.1")
    theirs = Pin("greet", "1.0", ELSEWHERE, (HASH,))
    Lock(("greet",), (theirs,)).write(tmp_path / "sandgate.packages.lock")

    lock = environment(tmp_path, "greet", python=quick).build(ignore)

    assert versions(lock) == ["greet 1.0"]
    assert theirs in lock.pins
    assert len(lock.pins) == 2


def test_files_that_are_not_those_of_the_lock_are_refused(tmp_path: Path, shelf: Shelf, quick: str) -> None:
    shelf.put_wheel("greet", "1.0", code="harmful = True")
    Lock(("greet",), (Pin("greet", "1.0", HERE, (HASH,)),)).write(tmp_path / "sandgate.packages.lock")
    env = environment(tmp_path, "greet", python=quick)

    with pytest.raises(SandboxError, match=r"greet==1.0: the index has other files than the lock names.*--upgrade"):
        env.build(ignore)

    assert not env.exists


def test_a_build_that_is_killed_leaves_nothing_that_counts_as_built(tmp_path: Path, shelf: Shelf, quick: str) -> None:
    shelf.put_wheel("greet", "1.0")
    env = environment(tmp_path, "greet", python=quick)
    asked = f"E(requirements=('greet',), root=Path({str(env.root)!r}), python={quick!r})"
    told = f"{asked}.build(lambda step: print(step, flush=True))"
    with subprocess.Popen([sys.executable, "-c", BUILD + told], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert "Compiling\n" in process.stdout  # reads until then
        process.send_signal(signal.SIGKILL)

    assert not env.exists
    assert list(env.root.glob(f"{UNFINISHED}*"))
    env.build(ignore)
    assert env.exists
    assert not list(env.root.glob(f"{UNFINISHED}*"))


def test_two_builds_at_once_do_not_disturb_each_other(tmp_path: Path, shelf: Shelf, quick: str) -> None:
    shelf.put_wheel("greet", "1.0")
    shelf.put_wheel("tone", "1.0")
    asked = [environment(tmp_path, *names, python=quick) for names in (["greet"], ["greet"], ["greet", "tone"])]

    def build(env: Environment) -> list[str]:
        return versions(env.build(ignore))

    with ThreadPoolExecutor() as pool:
        built = list(pool.map(build, asked))

    assert built == [["greet 1.0"], ["greet 1.0"], ["greet 1.0", "tone 1.0"]]
    assert len(list(tmp_path.glob("state/packages/*/site/greet"))) == 2


def test_a_state_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be", encoding="utf-8")

    with pytest.raises(ConfigError, match=f"state_dir {tmp_path / 'state'} cannot be written"):
        environment(tmp_path, "greet").build(ignore)


def test_packages_that_are_not_built_stop_the_gateway_with_the_cure(tmp_path: Path) -> None:
    config = Config(state_dir=tmp_path, sandbox=SandboxOptions(packages=("numpy==2.1", "pandas")))

    with pytest.raises(SandboxError, match=r"\(numpy==2.1, pandas\) are not built; run `sandgate sandbox build`"):
        required(config)


def test_without_packages_nothing_is_mounted(tmp_path: Path) -> None:
    assert required(Config(state_dir=tmp_path)) is None
