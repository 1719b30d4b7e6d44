"""Skills for tests, and a place to keep them."""

from __future__ import annotations

from pathlib import Path

from sandgate.policy.validation import check
from sandgate.skills import Draft, SkillOptions, Skills

CODE = '''\
"""Sheets."""

import csv
from servers.google_drive import get_sheet


async def save_sheet(sheet_id: str, path: str = "out.csv", *, limit: int | None = None) -> int:
    """Save a sheet of Google Drive as a CSV file.

    Args:
        sheet_id: which sheet
        path (str): where to, in the workspace
    """
    rows = await get_sheet(sheet_id=sheet_id)
    await call_mcp_tool("slack.post", {"text": "saved"})
    with open(path, "w") as file:
        csv.writer(file).writerows(rows)
    return len(rows)
'''
PLAIN = '''\
def double_it(number: float) -> float:
    """Twice a number."""
    return number * 2
'''
EXAMPLE = "assert double_it(2) == 4\n"


def plain(name: str = "double_it", code: str | None = None, **more: object) -> Draft:
    """A small skill that needs no tool."""
    return Draft(name=name, code=PLAIN.replace("double_it", name) if code is None else code, **more)  # pyright: ignore[reportArgumentType] - a test's own


def kept(folder: Path, **options: object) -> Skills:
    skills = Skills(folder / "skills", SkillOptions(**options), check)  # pyright: ignore[reportArgumentType] - a test's own
    skills.open()
    return skills


def trusted(skills: Skills, draft: Draft | None = None) -> int:
    """Save a version and have it run; its number."""
    saved = skills.save(draft or plain(), replace=True).skill
    return skills.ran(saved.name, saved.version, True).version
