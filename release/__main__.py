"""`python -m release FOLDER`: write the bundle and server.json into a folder."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tomllib
from pathlib import Path

from .bundle import write_bundle
from .registry import NAME, entry

ROOT = Path(__file__).parents[1]


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m release", description=__doc__)
    parser.add_argument("folder", type=Path, help="where to write")
    parser.add_argument("--name", default=NAME, help=f"the name in the registry ({NAME})")
    parser.add_argument(
        "--bundle-url", default="", help="where the bundle will be; without it, it is not in server.json"
    )
    given = parser.parse_args(words)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    given.folder.mkdir(parents=True, exist_ok=True)
    bundle = given.folder / f"sandgate-{project['version']}.mcpb"
    write_bundle(ROOT, project, bundle)
    digest = hashlib.sha256(bundle.read_bytes()).hexdigest()
    server = entry(project["version"], name=given.name, bundle_url=given.bundle_url, bundle_digest=digest)
    (given.folder / "server.json").write_text(json.dumps(server, indent=2) + "\n", encoding="utf-8")
    print(f"{bundle} {digest}")
    print(given.folder / "server.json")
    if f"mcp-name: {given.name}" not in (ROOT / "README.md").read_text(encoding="utf-8"):
        print(f"note: the registry wants the line `mcp-name: {given.name}` in README.md", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
