"""Where Python looks for garbage: not among what was imported, which stays. It takes a quarter of our start else."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def importing() -> Generator[None]:
    """Import inside. For processes of our own: a library leaves this to whoever uses it."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
