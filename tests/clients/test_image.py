"""What the Dockerfile copies is let through by .dockerignore. Building it takes minutes: `container.py` does that."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_nothing_that_the_image_needs_is_kept_from_its_build() -> None:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    copies = [line.split()[1:-1] for line in lines if line.startswith("COPY ") and "--from" not in line]

    let_through = {line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").split() if line[0] == "!"}

    assert {name for names in copies for name in names} <= let_through
    assert copies


def test_the_image_is_built_on_any_base_that_is_named() -> None:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()

    bases = [line for line in lines if line.startswith("FROM ")]

    assert [line.split()[1] for line in bases] == ["${BASE}", "${BASE}"]
    assert next(line for line in lines if line.startswith(("ARG ", "FROM "))).startswith("ARG BASE=")
