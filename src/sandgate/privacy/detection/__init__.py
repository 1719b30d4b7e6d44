"""Finding personal data: by its form and checksum, by words beside it, and by the name of the field that holds it."""

from __future__ import annotations

from .detector import Detector, replaced
from .kinds import KINDS, Change, DetectionOptions, Kind, Recogniser, Scalar, Span

__all__ = ["KINDS", "Change", "DetectionOptions", "Detector", "Kind", "Recogniser", "Scalar", "Span", "replaced"]
