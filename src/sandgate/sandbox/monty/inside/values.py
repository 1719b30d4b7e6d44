"""Values that come out of Monty, as JSON: what its own classes hold, the rest as the other backends write it."""

from __future__ import annotations

from typing import Any

from pydantic_monty import MontyClassProxy

from ...guest import values


class Encoder(values.Encoder):
    def encode(self, value: Any, depth: int = 0) -> Any:
        if isinstance(value, MontyClassProxy) and value.is_dataclass:
            return super().encode(value.attributes, depth)
        return super().encode(value, depth)
