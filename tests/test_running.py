"""Programs that outlive their request, seen from where they are kept."""

from __future__ import annotations

import pytest

from sandgate.errors import SandgateError
from sandgate.model import Outcome
from sandgate.server.running import Parked, Running

pytestmark = pytest.mark.anyio


async def fails() -> Outcome:
    raise SystemError("a defect")


async def works() -> Outcome:
    return Outcome(status="ok")


async def test_a_defect_of_ours_ends_one_program_and_no_other(caplog: pytest.LogCaptureFixture) -> None:
    async with Parked() as parked:
        broken = parked.start(Running(), fails)
        with pytest.raises(SandgateError, match="Sandgate failed while it ran the program"):
            await broken.next()

        assert await parked.start(Running(), works).next() == Outcome(status="ok")
    assert "a defect" in caplog.text
