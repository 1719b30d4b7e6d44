"""The same programs in Python and TypeScript give the same answers, behind the walls of processes at every level."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from sandgate.model import Language
from sandgate.sandbox.protocol import Backend

from .pairs import ANSWERS, ENDINGS, PROGRAMS, answered, written
from .walls import TABLE, Walls, standing

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def folder() -> Generator[Path]:
    with TemporaryDirectory(prefix="sandgate-pairs-") as made:
        Path(made).chmod(0o755)  # a run may be another user's
        yield Path(made)


@pytest.fixture(scope="module")
async def wrappers(folder: Path) -> dict[Language, Path]:
    return await written(folder)


@pytest.fixture(scope="module", params=TABLE, ids=str)
async def backend(request: pytest.FixtureRequest, wrappers: dict[Language, Path]) -> AsyncGenerator[Backend]:
    walls: Walls = request.param
    async with standing(walls, wrappers[walls.language]) as backend:
        yield backend


@pytest.mark.parametrize("name", sorted(ANSWERS))
async def test_a_program_gives_the_same_answer_in_both_languages_behind_every_wall(
    backend: Backend, name: str, request: pytest.FixtureRequest
) -> None:
    walls: Walls = request.node.callspec.params["backend"]

    outcome = await answered(backend, name, walls.language)

    assert outcome.status == "ok", outcome.fault
    assert (outcome.value, outcome.output) == ANSWERS[name]


def test_every_program_is_there_in_both_languages() -> None:
    names = {ending: {path.stem for path in PROGRAMS.glob(f"*.{ending}")} for ending in ENDINGS.values()}

    assert names["py"] == names["ts"] == set(ANSWERS)
