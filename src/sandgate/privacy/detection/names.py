"""Names of people and companies in running text: an extra that is loaded only when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from sandgate.errors import ConfigError

from .kinds import Recognise, Span

_KINDS = {"PERSON": "PERSON", "PER": "PERSON", "ORG": "COMPANY"}
_LONGEST = 100_000


def name_recogniser(choice: str) -> Recognise:
    """`spacy:MODEL` is the one that is known; the model has to be installed. It misses names and finds false ones."""
    library, _, model = choice.partition(":")
    if library != "spacy" or not model:
        raise ConfigError(f"names = {choice!r} is not known; write spacy:MODEL, such as spacy:en_core_web_md")
    try:
        language: Any = import_module("spacy").load(
            model, disable=["tagger", "parser", "attribute_ruler", "lemmatizer"]
        )
    except ImportError as error:
        raise ConfigError(f"names = {choice!r} needs spaCy: install spacy and the model {model} ({error})") from error
    except OSError as error:
        raise ConfigError(f"names = {choice!r}: spaCy is there, the model {model} is not installed") from error
    return lambda text: _entities(language, text)


def _entities(language: Any, text: str) -> Iterator[Span]:
    for offset in range(0, len(text), _LONGEST):
        for entity in language(text[offset : offset + _LONGEST]).ents:
            kind = _KINDS.get(entity.label_)
            if kind:
                yield Span(offset + entity.start_char, offset + entity.end_char, kind)
