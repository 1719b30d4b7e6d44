"""What a program can reach through the walls, and what the walls need to stand."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandgate.catalog import write_tree
from sandgate.sandbox.process.backend import ProcessBackend
from tests.sandbox.conformance import run

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]
ADD_KEY, KEYCTL = {"x86_64": (248, 250), "aarch64": (217, 219)}.get(os.uname().machine, (-1, -1))
JOIN_SESSION_KEYRING, SESSION_KEYRING = 1, -3
STEAL = f"""
import ctypes
libc = ctypes.CDLL(None)
key = libc.syscall({KEYCTL}, 10, {SESSION_KEYRING}, b'user', b'sandgate-test', 0)
text = ctypes.create_string_buffer(64)
libc.syscall({KEYCTL}, 11, key, text, 64)
text.value.decode()
"""
NAMELESS = """
class Odd(type):
    __name__ = property(lambda self: 1 / 0)
class E(Exception, metaclass=Odd): pass
raise E
"""


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o077)
    yield
    os.umask(before)


async def test_keys_in_the_gateways_session_keyring_are_out_of_reach(walls: ProcessBackend) -> None:
    libc = ctypes.CDLL(None)
    libc.syscall(KEYCTL, JOIN_SESSION_KEYRING, None)
    if libc.syscall(ADD_KEY, b"user", b"sandgate-test", b"s3cret", 6, SESSION_KEYRING) < 0:
        pytest.skip("this kernel or container has no keyrings")

    outcome = await run(walls, STEAL)

    assert outcome.value in ("", None)


async def test_a_program_cannot_hold_the_lock_that_writers_of_wrappers_need(tmp_path: Path) -> None:
    """`flock` works on files that may only be read: one run kept every gateway of its person waiting."""
    write_tree(tmp_path, [], "")

    walls = ProcessBackend(tmp_path / "servers")
    outcome = await run(walls, "import os\n[n for n in os.listdir('servers') if 'lock' in n]")
    await walls.close()

    assert outcome.value == []


@pytest.mark.usefixtures("umask")
async def test_the_walls_stand_whatever_the_umask_of_the_person(walls: ProcessBackend) -> None:
    outcome = await run(walls, "open('/tmp/x', 'w').write('abc')")

    assert outcome.value == 3


async def test_a_program_cannot_make_the_guest_show_paths_of_the_host(walls: ProcessBackend) -> None:
    outcome = await run(walls, NAMELESS)

    assert outcome.status == "error"
    assert "sandgate/sandbox" not in outcome.output


async def test_a_program_without_standard_output_still_has_its_value(walls: ProcessBackend) -> None:
    outcome = await run(walls, "import sys\nsys.stdout = None\nawait call_mcp_tool('a.b')\n5")

    assert outcome.value == 5
