"""What is spoken in a far place."""

from __future__ import annotations

from dataclasses import dataclass

from ...model import Language


@dataclass(frozen=True, slots=True)
class Speech:
    language: Language = "python"
    checking: bool = False
    """Whether programs are only read there, and their types checked."""


PYTHON, TYPESCRIPT, CHECKING = Speech(), Speech("typescript"), Speech("typescript", checking=True)
