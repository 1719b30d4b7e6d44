"""A TypeScript program as it is read before it runs: whether its types fit, and what it touches. Nothing is run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import anyio

from sandgate.catalog import Catalogue, write_tree
from sandgate.catalog.wrappers.typescript import TYPESCRIPT, client_source
from sandgate.config import Config
from sandgate.errors import SandboxError
from sandgate.sandbox import packages
from sandgate.sandbox.settings import sandboxes_of
from sandgate.sandbox.typescript.checker import Checked
from sandgate.sandbox.typescript.runtime import MISSING, installed
from sandgate.skills.settings import skills_of


def type_checked(config: Config, catalogue: Catalogue | None, code: str) -> Checked:
    """Against the tools of `catalogue`, and the skills that are here. Raises SandboxError without Deno or walls."""
    if installed() is None:
        raise SandboxError(MISSING)
    skills = skills_of(config, packages.importable(config))
    skills.open()
    with TemporaryDirectory(prefix="sandgate-check-") as folder:
        tree = Path(folder)
        (tree / "servers").mkdir()
        if catalogue:
            write_tree(tree, catalogue.tree(), client_source(), language=TYPESCRIPT)
        return anyio.run(_checked, config, {"servers": tree / "servers", "skills": skills.importable}, code)


async def _checked(config: Config, shown: dict[str, Path], code: str) -> Checked:
    alone = replace(config, sandbox=replace(config.sandbox, spares=0))
    async with sandboxes_of(alone, shown, None, None, shown["servers"]) as sandboxes:
        assert sandboxes.typescript
        return await sandboxes.typescript.check(code)
