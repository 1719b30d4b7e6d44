"""What words mean, as static vectors that come inside a package: an extra, and search works without it.

`wordllama` brings a table of vectors, one for each token of a tokenizer. A text is the mean of its tokens. Its own
loader would ask the network, so its two files are read here.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandgate import extras

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[Any]

PACKAGE = "wordllama"
DIMENSIONS = 256
PARTS = ("numpy", "tokenizers", "safetensors", PACKAGE)
THREADS = "OPENBLAS_NUM_THREADS"
EXTRA = extras.command("semantic")


class Meaning:
    """Texts as vectors of length one: the nearer, the more alike."""

    def __init__(self, table: Any, tokenizer: Any) -> None:
        self._table, self._tokenizer = table, tokenizer

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """A row for each text; zeros for one that says nothing."""
        import numpy as np

        rows = np.zeros((len(texts), self._table.shape[1]), dtype=np.float32)
        for row, encoded in enumerate(self._tokenizer.encode_batch(list(map(_whole, texts)), add_special_tokens=False)):
            if encoded.ids:
                rows[row] = self._table[encoded.ids].mean(axis=0, dtype=np.float32)
        return unit(rows)


def _whole(text: str) -> str:
    """Without halves of characters, which no tokenizer takes."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def unit(rows: Vectors) -> Vectors:
    import numpy as np

    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def is_installed() -> bool:
    return all(find_spec(name) is not None for name in PARTS)


@contextmanager
def _one_thread() -> Generator[None]:
    """Have numpy's library start none of its own: products this small only lose time to them on a busy machine."""
    before = os.environ.get(THREADS)
    os.environ.setdefault(THREADS, "1")
    try:
        yield
    finally:
        if before is None:
            del os.environ[THREADS]


@cache
def meaning() -> Meaning | None:
    """The vectors, where the extra is installed. Takes a tenth of a second; call it where that is all right."""
    if not is_installed():
        return None
    with _one_thread():
        from safetensors.numpy import load_file  # pyright: ignore[reportUnknownVariableType] - a path of any kind
    from tokenizers import Tokenizer

    spec = find_spec(PACKAGE)
    assert spec
    assert spec.origin
    folder = Path(spec.origin).parent
    (weights,), (words,) = (
        folder.glob(f"weights/*_{DIMENSIONS}.safetensors"),
        folder.glob("tokenizers/*_tokenizer_config.json"),
    )
    tokenizer: Any = Tokenizer.from_file(str(words))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return Meaning(load_file(weights)["embedding.weight"], tokenizer)
