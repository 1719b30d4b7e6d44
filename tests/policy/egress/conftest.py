"""What the tests of the proxy share."""

from __future__ import annotations

from pathlib import Path

import pytest

from .far import make_certificate


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_certificate(tmp_path_factory.mktemp("tls") / "server.pem")
