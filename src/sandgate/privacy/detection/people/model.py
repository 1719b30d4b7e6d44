"""Names of people and companies in running text: an extra, loaded only when it is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from sandgate.errors import ConfigError

from ..kinds import Recognise, Span
from .names import is_company_name, is_given, is_name

_KINDS = {"PERSON": "PERSON", "PER": "PERSON", "ORG": "COMPANY"}
_UNUSED = ["tagger", "parser", "senter", "attribute_ruler", "lemmatizer", "morphologizer"]
# A value of its own, or a part of a long text. One word alone is no running text.
_PIECE = re.compile(r"[^\0]{1,20000}(?=[\s\0]|\Z)|[^\0]{1,20000}")
_RUNNING = re.compile(r"\S[ \t\n]+\S")
# Models take the mark before a name and the line below it for parts of it.
_WRITTEN = re.compile(r"[^\W\d_][^\n\t\r<>\[\]{}()@|]*?(?=['’]s?$|[^\w.)]*$|[\n\t\r<>\[\]{}()@|])")
_CODE = re.compile(r"[_=\\/#$]|\w\.\w|[a-z][A-Z]")


def name_recogniser(choice: str) -> Recognise:
    """`spacy:MODEL` is the one that is known; the model has to be installed. It misses names and finds false ones.

    Raises ConfigError where there is no such library or model.
    """
    library, _, model = choice.partition(":")
    if library != "spacy" or not model:
        raise ConfigError(f"privacy.names = {choice!r} is not known; write spacy:MODEL, such as spacy:en_core_web_md")
    try:
        language = _loaded(model)
    except ImportError as error:
        raise ConfigError(
            f"privacy.names = {choice!r} needs spaCy: install spacy and the model {model} ({error})"
        ) from error
    except OSError as error:
        raise ConfigError(f"privacy.names = {choice!r}: spaCy is there, the model {model} is not installed") from error
    return lambda text: _entities(language, text)


def _loaded(model: str) -> Any:
    language: Any = import_module("spacy").load(_folder_of(model) or model, exclude=_UNUSED)
    if "ner" not in language.pipe_names:
        raise OSError("the model names no entities")
    shared = "tok2vec" in language.pipe_names and "Listener" not in str(language.config["components"]["ner"])
    if shared:
        language.disable_pipe("tok2vec")  # it serves the parts that were left out
    return language


def _folder_of(model: str) -> Path | None:
    """Where a package keeps its model: some carry one as data, and spaCy knows only those that load themselves."""
    package = find_spec(model) if model.isidentifier() else None
    places = (package.submodule_search_locations if package else None) or ()
    found = (meta.parent for place in places for meta in Path(place).glob("*/meta.json"))
    return next((folder for folder in found if (folder / "config.cfg").is_file()), None)


def _entities(language: Any, text: str) -> Iterator[Span]:
    pieces = [(found.group(), found.start()) for found in _PIECE.finditer(text) if _RUNNING.search(found.group())]
    for document, offset in language.pipe(pieces, as_tuples=True):
        for entity in document.ents:
            kind, found = _KINDS.get(entity.label_, ""), _WRITTEN.search(cast("str", entity.text))
            if kind == "COMPANY" and found and len(found.group()) + 2 < len(entity.text):
                continue  # a part of what was taken for a company is seldom one
            if kind and found and _reads_like_one(kind, found.group()):
                start = offset + entity.start_char
                yield Span(start + found.start(), start + found.end(), kind)


def _reads_like_one(kind: str, value: str) -> bool:
    """Models take keys, paths and code for names; what is written like none is none."""
    if kind == "COMPANY":
        return value[:1].isupper() and is_company_name(value) and not _CODE.search(value)
    return is_name(value) and (not value[0].islower() or is_given(value))
