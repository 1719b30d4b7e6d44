"""A damaged or full state folder costs what is in it, never the gateway."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import anyio
import pytest

import sandgate
from sandgate.app import tree_of
from sandgate.catalog import Store
from sandgate.config import CatalogueOptions, Config
from sandgate.errors import SandboxError
from sandgate.model import Limits, Listing, ServerSpec, Tool
from sandgate.sandbox.unsafe import UnsafeBackend, UnsafeWorker

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]
SPEC = ServerSpec(name="quiet", command="a-command-that-is-not-there")
DEMO = ServerSpec(name="tracker", command=sys.executable, args=("-m", "sandgate.demo.servers.tracker"))
Damage = Callable[[Config], None]


def config(state: Path, *servers: ServerSpec) -> Config:
    return Config(state_dir=state, servers=servers, catalogue=CatalogueOptions(wait_seconds=10))


def remembered(text: str) -> Damage:
    def damage(config: Config) -> None:
        (file,) = (config.state_dir / "catalogue").glob("*.json")
        file.write_text(text, encoding="utf-8")

    return damage


def in_tree(change: Callable[[Path], object]) -> Damage:
    def damage(config: Config) -> None:
        folder = tree_of(config) / "servers"
        (folder / "quiet").mkdir(parents=True)
        change(folder)

    return damage


REST = '"listed_at": 9e9, "title": "", "instructions": "", "version": "", "era": "auto"'
DAMAGES: dict[str, Damage] = {
    "a tool whose name is a number": remembered(f'{{"tools": [{{"name": 5}}], {REST}}}'),
    "a schema that is a list": remembered(
        f'{{"tools": [{{"name": "t", "input_schema": [1], "annotations": 4}}], {REST}}}'
    ),
    "nesting without end": remembered("[" * 100_000),
    "a fingerprint that is not text": in_tree(lambda at: (at / "quiet" / ".fingerprint").write_bytes(b"\xff\xfe")),
    "a link where a stage would be": in_tree(lambda at: (at / ".stage-x").symlink_to(at.parent.parent)),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
async def test_what_is_damaged_is_made_again_and_programs_run(tmp_path: Path, damage: Damage) -> None:
    settings = config(tmp_path, SPEC)
    Store(tmp_path / "catalogue").save(SPEC, Listing(tools=(Tool(server="quiet", name="t"),)))
    damage(settings)

    with anyio.fail_after(20):
        async with sandgate.open(settings) as gateway:
            outcome = await gateway.run_code("1 + 1")

    assert outcome.value == 2


async def test_a_catalogue_that_cannot_be_written_is_told_and_the_gateway_lives(tmp_path: Path) -> None:
    (tmp_path / "catalogue").write_text("in the way", encoding="utf-8")

    with anyio.fail_after(30):
        async with sandgate.open(config(tmp_path, DEMO)) as gateway:
            await gateway.discovery.settle(20)
            outcome = await gateway.run_code("1 + 1")

    assert outcome.value == 2


class Exhausted(UnsafeBackend):
    """A machine that has no process or descriptor left."""

    name = "exhausted"

    async def spawn(self, limits: Limits) -> UnsafeWorker:
        raise OSError(11, "Resource temporarily unavailable")


async def test_a_machine_without_room_for_a_spare_sandbox_is_one_clear_error(tmp_path: Path) -> None:
    async with sandgate.open(config(tmp_path), backend=Exhausted()) as gateway:
        with pytest.raises(SandboxError, match="temporarily unavailable"):
            await gateway.run_code("1 + 1")
