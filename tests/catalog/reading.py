"""Reads a generated module back, knowing only Python: what a person would find in it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Parameter:
    annotation: ast.expr
    required: bool
    doc: str

    @property
    def choices(self) -> list[Any]:
        """Every value of every `Literal` in the annotation."""
        found: list[Any] = []
        for node in ast.walk(self.annotation):
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal":
                inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                found += [ast.literal_eval(value) for value in inner]
        return found

    @property
    def nullable(self) -> bool:
        text = ast.unparse(self.annotation)
        return "None" in text or "Any" in text


def parameters(text: str, class_name: str) -> dict[str, Parameter]:
    """The fields of a TypedDict, in either way to write one."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and node.name == class_name:
            return _of_class(node)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == class_name:
            assert isinstance(node.value, ast.Call)
            return _of_call(node.value, text.split("\n"))
    raise AssertionError(f"no {class_name} in:\n{text}")


def _of_class(node: ast.ClassDef) -> dict[str, Parameter]:
    found: dict[str, Parameter] = {}
    last = ""
    for entry in node.body:
        if isinstance(entry, ast.AnnAssign):
            last = ast.unparse(entry.target)
            found[last] = _parameter(entry.annotation, bool(node.keywords), "")
        elif last and isinstance(entry, ast.Expr) and isinstance(entry.value, ast.Constant):
            found[last] = Parameter(found[last].annotation, found[last].required, str(entry.value.value))
    return found


def _of_call(call: ast.Call, lines: list[str]) -> dict[str, Parameter]:
    fields = call.args[1]
    assert isinstance(fields, ast.Dict)
    found: dict[str, Parameter] = {}
    for key, value in zip(fields.keys, fields.values, strict=True):
        assert isinstance(key, ast.Constant)
        assert value.end_col_offset is not None
        rest = lines[value.lineno - 1].encode()[value.end_col_offset :].decode()
        found[str(key.value)] = _parameter(value, bool(call.keywords), rest.partition("# ")[2])
    return found


def _parameter(annotation: ast.expr, none_required: bool, doc: str) -> Parameter:
    if isinstance(annotation, ast.Constant):
        annotation = ast.parse(str(annotation.value), mode="eval").body
    return Parameter(annotation, not none_required and "NotRequired" not in ast.unparse(annotation), doc)
