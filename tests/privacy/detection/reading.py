"""What a detector found, in a form that is easy to compare. All values are documented examples or invented."""

from __future__ import annotations

from typing import Any

from sandgate.privacy.detection import DetectionOptions, Detector

DETECTOR = Detector()


def found(text: str, options: DetectionOptions | None = None) -> list[tuple[str, str]]:
    """Kind and value, in order."""
    detector = Detector(options) if options else DETECTOR
    return [(span.kind, text[span.start : span.end]) for span in detector.find(text)]


def walked(value: Any, options: DetectionOptions | None = None) -> Any:
    """The document with `<KIND>` where something personal stood."""
    detector = Detector(options) if options else DETECTOR
    return detector.walk(value, lambda kind, _: f"<{kind}>")
