"""TypeScript in virtual machines: copies that differ where they must. `typescript_conformance.py` has the promises."""

from __future__ import annotations

import sys
import time
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import anyio
import pytest

if sys.platform != "linux":
    pytest.skip("virtual machines of ours are started on Linux", allow_module_level=True)

from sandgate.errors import SandboxError
from sandgate.model import Limits
from sandgate.sandbox.protocol import Backend
from sandgate.sandbox.remote import packets
from sandgate.sandbox.typescript import runtime
from sandgate.sandbox.vm import furnishing, pattern
from sandgate.sandbox.vm.backend import VmBackend
from tests.sandbox.conformance import run
from tests.sandbox.pairs import written
from tests.sandbox.typescript.conformance import LIMITS
from tests.sandbox.typescript.place import needs_deno

pytestmark = [pytest.mark.anyio, needs_deno]
USUAL = Limits(time_seconds=LIMITS.time_seconds, cpu_seconds=LIMITS.cpu_seconds)
"""With the memory and the room that the image was built for: Deno takes seconds until it can be copied, for others."""


@pytest.fixture(scope="module")
async def servers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return (await written(tmp_path_factory.mktemp("wrappers")))["typescript"]


@pytest.fixture(scope="module")
async def backend(typescript_images: Path, servers: Path) -> AsyncGenerator[Backend]:
    backend = VmBackend(typescript_images, servers, language="typescript")
    yield backend
    await backend.close()


RANDOM = """
import { added } from "servers/later";
import { randomBytes, randomUUID } from "node:crypto";
const later = await new Promise((resolve) => randomBytes(8, (_, bytes) => resolve(bytes.toString("hex"))));
const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 128 }, true, ["encrypt"]);
const key = await crypto.subtle.exportKey("raw", made);
const own = String(crypto.getRandomValues(new Uint8Array(8)));
return [Math.random(), Math.random(), crypto.randomUUID(), randomUUID(), own,
  randomBytes(8).toString("hex"), later, String(new Uint8Array(key)), Date.now(), added]
"""


async def test_no_two_machines_have_the_same_random_numbers_and_all_have_the_time_and_the_wrappers(
    backend: Backend, servers: Path
) -> None:
    found: list[list[Any]] = []
    for wrapper in ("export const added = 'one'", "export const added = 'other'"):
        (servers / "later").mkdir(exist_ok=True)
        await anyio.Path(servers / "later" / "index.ts").write_text(wrapper, encoding="utf-8")
        outcome = await run(backend, RANDOM, limits=USUAL)
        assert isinstance(outcome.value, list), outcome.fault
        found.append(outcome.value)

    first, second = found
    assert not set(map(str, first)) & set(map(str, second))
    assert all(0 <= number < 1 for number in first[:2])
    assert abs(second[-2] / 1000 - time.time()) < 60
    assert (first[-1], second[-1]) == ("one", "other")


async def test_with_the_limits_of_the_image_deno_is_ready_in_it(
    typescript_images: Path, servers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []

    async def furnished(*told: Any) -> Any:
        begun.append(told[4])
        return await furnishing.furnished(*told)

    monkeypatch.setattr(pattern, "furnished", furnished)
    backend = VmBackend(typescript_images, servers, language="typescript")

    outcome = await run(backend, "return 1 + 1", limits=USUAL)
    await backend.close()

    assert outcome.value == 2
    assert packets.ORDER not in begun


async def test_an_image_with_another_deno_is_refused_with_the_cure(
    typescript_images: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "key", lambda: "another")

    with pytest.raises(SandboxError, match=r"made with another Deno: run `sandgate sandbox build --vm` again"):
        await VmBackend(typescript_images, language="typescript").spawn(Limits())
