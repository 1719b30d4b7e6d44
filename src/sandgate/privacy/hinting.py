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


def texts_of(code: str) -> Iterator[tuple[int, str]]:
    """Texts of a program in Python with their lines, without those that calls of tools are sent."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError):
        return
    sent = {node for call in ast.walk(tree) if isinstance(call, ast.Await) for node in ast.walk(call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in sent:
            yield node.lineno, node.value
