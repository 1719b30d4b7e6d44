"""Other sandboxes, measured beside ours in the same run. Each has a process of its own: ours imports none of them."""

from __future__ import annotations

from pathlib import Path

from sandgate.model import Level

from ..report import Contest
from ..stage import Stage
from .codemode import through_mcp
from .programs import from_library


async def measured(level: Level, stage: Stage, environment: Path) -> list[Contest]:
    return [await from_library(level, environment), await through_mcp(stage, environment)]
