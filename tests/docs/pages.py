"""The pages that people read, and the code blocks in them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
DOCS = sorted((ROOT / "docs").rglob("*.md"))
PAGES = [*sorted(ROOT.glob("*.md")), *DOCS, EXAMPLES / "README.md"]
_FENCE = re.compile(r"^(?P<indent> *)```(?P<info>[^\n`]*)\n(?P<text>.*?)^(?P=indent)```[ ]*$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block: `info` is what stands behind its fence."""

    page: Path
    line: int
    info: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path, *infos: str) -> Iterator[Block]:
    """The blocks of a page whose fence says one of `infos`; all of them if none is given."""
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        if not infos or found["info"] in infos:
            body = re.sub(rf"^{found['indent']}", "", found["text"], flags=re.MULTILINE)
            yield Block(page, text.count("\n", 0, found.start()) + 1, found["info"], body)


def shown_after(block: Block) -> str:
    """The text that stands right below a block, which is then what the block prints; empty where there is none."""
    after = block.line + block.text.count("\n") + 3
    return next((it.text for it in blocks(block.page, "text") if it.line == after), "")


def prose(page: Path) -> str:
    """A page without its blocks."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def runs() -> list[tuple[list[str], str]]:
    """Each command on the page of examples, as words, and what the page says it prints."""
    shown = list(blocks(EXAMPLES / "README.md", "sh", "text"))
    return [(shlex.split(sh.text), said.text) for sh, said in zip(shown[::2], shown[1::2], strict=True)]
