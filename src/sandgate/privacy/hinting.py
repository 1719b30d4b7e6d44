"""What a program did with tokens that works with values alone, in words for the model."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from sandgate.model import Fault

from .notation import TOKEN

MOST_TOLD = 3
_OF_CALLS = ("ToolError", "Denied")
_TAKES_APART = re.compile(r"\.r?(?:split|partition)\(")
_PARTS = ("split", "rsplit", "partition", "rpartition", "startswith", "endswith", "find", "index")
_SAME = ("lower", "upper", "casefold", "strip")
_LOOKS = "await pii.domain(a), pii.last4, pii.area_code, pii.mask or pii.same(a, b)"


def about_failure(fault: Fault | None) -> str:
    """Why it may have failed on a token; nothing where that is not likely."""
    if fault is None or fault.type in _OF_CALLS:
        return ""
    token = TOKEN.search(fault.message)
    if token is None and (fault.type not in ("IndexError", "ValueError") or not _TAKES_APART.search(fault.traceback)):
        return ""
    what = token[0] if token else "a token"
    return f"{what} is all that a program has of a value: it has no parts and is no number or date; {_LOOKS}"


def about_values(said: Sequence[tuple[int, str]]) -> str:
    """What results hold where the program says values: lines, and the tokens of what stands there."""
    told = ", ".join(f"{token} where line {line} says the value" for line, token in said)
    return f"results hold {told}: compare with the token, or await pii.same(a, b)" if said else ""


def about_fields(read: Sequence[tuple[int, str]]) -> str:
    """Of which fields a program gets nothing that way, though it does not fail: lines and names."""
    told = ", ".join(f"`{name}` in line {line}" for line, name in list(dict.fromkeys(read))[:MOST_TOLD])
    return f"{told}: a token equals no text, and has no parts and no order; {_LOOKS}" if read else ""


def texts_of(code: str) -> Iterator[tuple[int, str]]:
    """Texts of a program in Python, with their lines, that it may look for in results: compared, looked up or named."""
    for node in ast.walk(_tree(code)):
        match node:
            case ast.Compare(left=left, comparators=others):
                texts = [left, *others]
            case (
                ast.Subscript(slice=text)
                | ast.Call(func=ast.Attribute(attr="get" | "index" | "count"), args=[text, *_])
            ):
                texts = [text]
            case ast.Assign(targets=[ast.Name()], value=text):
                texts = [text]
            case _:
                continue
        for one in texts:
            for text in one.elts if isinstance(one, ast.List | ast.Tuple | ast.Set) else [one]:
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield text.lineno, text.value


def fields_of(code: str) -> Iterator[tuple[int, str]]:
    """Fields of rows, with their lines, that a program compares with texts of its own, takes apart or sorts by."""
    for node in ast.walk(_tree(code)):
        match node:
            case ast.Compare(left=left, comparators=others) if any(map(_is_text, (left, *others))):
                read = [left, *others]
            case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in _PARTS:
                read = [value]
            case ast.Subscript(value=value, slice=ast.Slice()):
                read = [value]
            case ast.keyword(arg="key", value=ast.Lambda(body=body)):
                read = [*body.elts] if isinstance(body, ast.Tuple) else [body]
            case _:
                continue
        yield from ((one.lineno, name) for one in read if (name := _field(one)))


def _tree(code: str) -> ast.AST:
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError):  # a program in another language
        return ast.Module([], [])


def _is_text(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=str(text)):
            return bool(text) and not TOKEN.search(text)
        case ast.List(elts=texts) | ast.Tuple(elts=texts) | ast.Set(elts=texts):
            return any(map(_is_text, texts))
        case _:
            return False


def _field(node: ast.expr) -> str:
    """`email` of `row["email"]`, `row.get("email")` and `row["email"].lower()`; nothing of others."""
    match node:
        case ast.Subscript(slice=ast.Constant(value=str(name))):
            return name
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value=str(name)), *_]):
            return name
        case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in _SAME:
            return _field(value)
        case _:
            return ""
