"""What Sandgate can do without: the command that brings an extra, the way Sandgate itself was installed here."""

from __future__ import annotations

import sys

INSTALLERS = {"/uv/tools/": "uv tool install", "/pipx/": "pipx install --force"}
"""By what is in the path of an environment: these have no pip of their own, or would lose what it brings."""


def command(extra: str) -> str:
    how = next((how for part, how in INSTALLERS.items() if part in sys.prefix), "pip install")
    return f"{how} '.[{extra}]' in Sandgate's checkout"
