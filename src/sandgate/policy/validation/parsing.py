"""From text to tree, as the sandbox itself reads a program. Whatever Python says against it becomes a finding."""

from __future__ import annotations

import ast

from sandgate.syntax import parse

from .mistakes import hint
from .report import Notes, printable, quoted

TOO_DEEP = "The program is nested too deeply to be read."
HALF = "A character that is half of a pair (a lone surrogate) is no text."
FLATTER = "Give the parts names: assign inner expressions to variables, and split blocks into functions."


def parsed(code: str, notes: Notes) -> ast.Module | None:
    """The tree, or None after a finding. Lines are those of the program: nothing is put around it."""
    text = code.removeprefix("\ufeff")
    try:
        return parse(text)
    except SyntaxError as error:
        _tell(error, text, notes)
    except (RecursionError, MemoryError):  # MemoryError is what the parser says when its stack is full
        notes.add("syntax", 1, reason=TOO_DEEP, instead=FLATTER)
    except UnicodeError:
        line = next((number for number, one in enumerate(text.split("\n"), 1) if not _encodes(one)), 1)
        notes.add("syntax", line, reason=HALF, instead="Remove it, or write it as an escape.")
    except ValueError as error:  # what older Pythons raise for null bytes
        message = printable(str(error))
        notes.add("syntax", 1, reason=f"Python cannot read this: {message}.", instead=hint(message, "", text))
    return None


def _tell(error: SyntaxError, code: str, notes: Notes) -> None:
    line = error.lineno or 1
    lines = code.splitlines()
    text = lines[line - 1] if 0 < line <= len(lines) else (error.text or "")
    where = f"line {line}, {quoted(text)}" if text.strip() else f"line {line}"
    message = printable(error.msg or "invalid syntax")
    notes.add("syntax", line, reason=f"Python cannot read {where}: {message}.", instead=hint(message, text, code))


def _encodes(line: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in line)
