"""Memory that a worker takes while it waits: a large result then finds it there, and a small program misses nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

WAITED = """
import asyncio, resource
from sandgate.sandbox.guest import memory
{before}
memory.AFTER_SECONDS = memory.BETWEEN_SECONDS = 0
def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt
async def wait():
    before, beforehand = faults(), memory.Beforehand(lambda: None)
    for _ in range({turns}):
        await asyncio.sleep(0)
    beforehand.stop()
    await asyncio.sleep(0.01)
    taken = faults() - before
    text = bytearray(2_500_000)
    rows = [{{"id": str(number) * 20}} for number in range(8_000)]
    print(taken, faults() - before - taken)
asyncio.run(wait())
"""


def waited(turns: int, before: str = "") -> tuple[int, int]:
    """Pages that were touched for the first time: while a worker waited, and by its program."""
    code = WAITED.format(turns=turns, before=before)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    taken, touched = map(int, done.stdout.split())
    return taken, touched


def test_a_program_with_a_large_result_finds_the_memory_for_it() -> None:
    taken, touched = waited(turns=100)
    _, alone = waited(turns=0)

    assert taken > 1_500
    assert touched < alone / 4


def test_a_program_that_comes_before_stops_it() -> None:
    taken, _ = waited(turns=0)

    assert taken < 200


def test_a_program_that_may_have_little_misses_nothing() -> None:
    small = "resource.setrlimit(resource.RLIMIT_AS, (100 << 20,) * 2)"

    taken, _ = waited(turns=100, before=small)

    assert taken < 200


REHEARSED = """
import sys
from pathlib import Path
from sandgate.sandbox.guest import client, preloading
sys.path.insert(0, {home!r})
sys.modules["servers._client"] = client
preloading.rehearse_import()
left = [name for name in sys.modules if name.startswith("servers")]
added = Path({home!r}, "servers", "bank")
added.mkdir()
(added / "__init__.py").write_text("__all__ = ['pay']")
(added / "pay.py").write_text("pay = 'paid'")
Path({home!r}, "servers", "shop", "order.py").write_text("order = 'the new one'")
from servers.bank.pay import pay
from servers.shop.order import order
print(left, pay, order)
"""


def test_a_tool_that_was_imported_for_practice_is_imported_anew_by_the_program(tmp_path: Path) -> None:
    shop = tmp_path / "servers" / "shop"
    shop.mkdir(parents=True)
    (tmp_path / "servers" / "__init__.py").write_text("__all__ = ['shop']")
    (shop / "__init__.py").write_text("__all__ = ['order']")
    (shop / "order.py").write_text("order = 'the old one'; print('imported')")

    code = REHEARSED.format(home=str(tmp_path))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "imported\n['servers._client'] paid the new one\n"


def test_practice_where_there_is_no_tool_harms_nothing(tmp_path: Path) -> None:
    (tmp_path / "servers").mkdir()
    (tmp_path / "servers" / "__init__.py").write_text("half of a fi")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
    code += (
        "from sandgate.sandbox.guest import preloading; preloading.rehearse_import(); print('servers' in sys.modules)"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "False\n"
