"""What others may watch: traces, metrics and logs. Nothing leaves the machine unless the settings say where to."""

from .requests import numbered, request
from .spans import carrier
from .watching import Telemetry

__all__ = ["Telemetry", "carrier", "numbered", "request"]
