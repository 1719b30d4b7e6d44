"""`python -m release.site FOLDER`: the pages of the site, from docs/ and the pages beside it.

Pages link to files of the repository, and say behind their fences how a block is tested. A site knows neither: here
every link leads to a page, where there is none to one that shows the file, and fences name a language only.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
BESIDE = {
    "SECURITY.md": "security.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "examples/README.md": "examples/index.md",
    "examples/agents/README.md": "examples/agents.md",
}
"""Pages that are not in docs/, and where the site has them."""
LANGUAGES = {"Dockerfile": "docker", ".py": "python", ".toml": "toml"}
_FENCE = re.compile(r"^( *```)(\w+) [^\n`]*$", re.MULTILINE)
_BLOCK = re.compile(r"^( *)```.*?^\1```[ ]*$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(\]\()([^)#\s]+)((?:#[^)\s]*)?\))")


def write_pages(root: Path, folder: Path) -> list[Path]:
    """Write all pages into a folder of their own; their paths in it. What was there is removed.

    Raises FileNotFoundError where a link leads nowhere, FileExistsError where the folder holds something else.
    """
    pages = _pages(root)
    _empty(folder, pages)
    shown: dict[Path, Path] = {}
    for source, target in pages.items():
        if source.suffix == ".md":
            _write(folder / target, _page(root, pages, shown, source))
        else:
            (folder / target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, folder / target)
    for source, target in shown.items():
        _write(folder / target, _shown(root, source))
    return [*pages.values(), *shown.values()]


def _empty(folder: Path, pages: Mapping[Path, Path]) -> None:
    ours = not folder.exists() or not any(folder.iterdir()) or (folder / "index.md").exists()
    if not ours or any(source.is_relative_to(folder.resolve()) for source in pages):
        raise FileExistsError(f"{folder} holds something else; name a folder that may be removed, such as build/pages")
    shutil.rmtree(folder, ignore_errors=True)


def _pages(root: Path) -> dict[Path, Path]:
    docs = {path: _home(path.relative_to(root / "docs")) for path in sorted((root / "docs").rglob("*.*"))}
    return docs | {root / source: Path(target) for source, target in BESIDE.items()}


def _home(path: Path) -> Path:
    return path.with_name("index.md") if path.name == "README.md" else path


def _page(root: Path, pages: Mapping[Path, Path], shown: dict[Path, Path], source: Path) -> str:
    text = source.read_text(encoding="utf-8")
    place = pages[source].parent

    def linked(link: re.Match[str]) -> str:
        if "://" in link[2] or link[2].startswith("mailto:"):
            return link[0]
        found = (source.parent / link[2]).resolve()
        target = pages.get(found) or pages.get(found / "README.md")
        if target is None and not found.is_file():
            raise FileNotFoundError(f"{source.relative_to(root)}: the link {link[2]} leads nowhere")
        if target is None:
            target = shown[found] = Path("source") / f"{found.relative_to(root)}.md"
        return f"{link[1]}{os.path.relpath(target, place)}{link[3]}"

    parts, at = list[str](), 0
    for block in _BLOCK.finditer(text):
        parts += [_LINK.sub(linked, text[at : block.start()]), _FENCE.sub(r"\1\2", block[0])]
        at = block.end()
    return "".join([*parts, _LINK.sub(linked, text[at:])])


def _shown(root: Path, source: Path) -> str:
    """A page with a file on it, which a search need not find."""
    language = LANGUAGES.get(source.suffix or source.name, "text")
    code = source.read_text(encoding="utf-8")
    return f"---\nsearch:\n  exclude: true\n---\n\n# {source.relative_to(root)}\n\n````{language}\n{code}````\n"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m release.site", description=__doc__)
    parser.add_argument("folder", type=Path, help="where to write, such as build/pages")
    given = parser.parse_args(words)
    try:
        print(f"{len(write_pages(ROOT, given.folder))} pages in {given.folder}")
    except OSError as error:
        print(f"release.site: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
