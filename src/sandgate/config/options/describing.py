"""What is known of an option besides its type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def about(
    doc: str, *, secret: bool = False, at_least: float | None = None, at_most: float | None = None, default: str = ""
) -> Mapping[str, Any]:
    """What is known of an option besides its type and default. A number must be above 0 unless `at_least` is given;
    a `secret` is in no message; `default` says in words what the code works out.
    """
    return {"doc": doc, "secret": secret, "at_least": at_least, "at_most": at_most, "default": default}
