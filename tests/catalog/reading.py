"""Reads a generated module or definition back, knowing only Python: what a person would find in it."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

_SENT_AS = re.compile(r'Sent as ("(?:[^"\\]|\\.)*")')
_MARKS = ("NotRequired", "Required")


@dataclass(frozen=True)
class Parameter:
    annotation: ast.expr
    required: bool
    doc: str
    default: str | None = None
    """As it stands in a signature; None where it stands in words or nowhere."""

    @property
    def choices(self) -> list[Any]:
        """Every value of every `Literal` in the annotation."""
        return [value for node in ast.walk(self.annotation) for value in _choices(node)]

    @property
    def nullable(self) -> bool:
        text = ast.unparse(self.annotation)
        return "None" in text or "Any" in text


def arguments(text: str) -> dict[str, Parameter]:
    """The parameters of the function, under the names they are sent by."""
    (function,) = [node for node in ast.parse(text).body if isinstance(node, ast.AsyncFunctionDef)]
    said = _comments(text)
    found: dict[str, Parameter] = {}
    for argument, default in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True):
        assert argument.annotation
        doc = said.get((default or argument.annotation).end_lineno or 0, "")
        told = None if default is None or ast.unparse(default) == "..." else ast.unparse(default)
        sent = _SENT_AS.match(doc)
        found[json.loads(sent[1]) if sent else argument.arg] = Parameter(
            _written(argument.annotation), default is None, doc, told
        )
    return found


def records(text: str) -> dict[str, dict[str, Parameter]]:
    """The fields of every TypedDict, in either way to write one."""
    said = _comments(text)
    found: dict[str, dict[str, Parameter]] = {}
    for node in ast.parse(text).body:
        match node:
            case ast.ClassDef(name=name, body=body, keywords=keywords):
                entries = [(ast.unparse(it.target), it.annotation) for it in body if isinstance(it, ast.AnnAssign)]
                found[name] = dict(_fields(entries, not keywords, said))
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Call(args=[_, ast.Dict(keys, values)], keywords=given)
            ):
                names = [str(key.value) for key in keys if isinstance(key, ast.Constant)]
                found[name] = dict(_fields(list(zip(names, values, strict=True)), not given, said))
            case _:
                pass
    return found


def parameters(text: str, class_name: str) -> dict[str, Parameter]:
    return records(text)[class_name]


def documented(text: str) -> str:
    """What is said of the function as a whole."""
    (function,) = [node for node in ast.parse(text).body if isinstance(node, ast.AsyncFunctionDef)]
    return (ast.get_docstring(function, clean=False) or "").replace("\n ", "\n")


def _fields(entries: list[tuple[str, ast.expr]], total: bool, said: dict[int, str]) -> Iterator[tuple[str, Parameter]]:
    for name, annotation in entries:
        doc = said.get(annotation.end_lineno or 0, "")
        yield name, _unmarked(Parameter(_written(annotation), total, doc))


def _unmarked(parameter: Parameter) -> Parameter:
    match parameter.annotation:
        case ast.Subscript(value=ast.Name(id=mark)) if mark in _MARKS:
            return replace(parameter, required=mark == "Required")
        case _:
            return parameter


def _written(annotation: ast.expr) -> ast.expr:
    """The annotation itself, where it or what is marked stands in quotes."""
    match annotation:
        case ast.Constant(value=str(text)):
            return ast.parse(text, mode="eval").body
        case ast.Subscript(value=ast.Name(id=mark), slice=ast.Constant(value=str(text))) if mark in _MARKS:
            return ast.parse(f"{mark}[{text}]", mode="eval").body
        case _:
            return annotation


def _choices(node: ast.AST) -> list[Any]:
    match node:
        case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(values)):
            return [ast.literal_eval(value) for value in values]
        case ast.Subscript(value=ast.Name(id="Literal"), slice=value):
            return [ast.literal_eval(value)]
        case _:
            return []


def _comments(text: str) -> dict[int, str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.start[0]: token.string.removeprefix("# ") for token in tokens if token.type == tokenize.COMMENT}
