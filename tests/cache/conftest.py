from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from sandgate.cache.database import Database


@pytest.fixture(autouse=True)
def every_database_is_closed(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Gateways of a test come and go; newer Pythons complain about what they leave open."""
    made: list[Database] = []
    make = Database.__init__

    def noted(self: Database, file: Path, schema: str) -> None:
        make(self, file, schema)
        made.append(self)

    monkeypatch.setattr(Database, "__init__", noted)
    yield
    for database in made:
        database.close()
