"""The usual mistakes behind a syntax error, and the cure for each."""

from __future__ import annotations

import re
from collections.abc import Callable

FENCES = ("```", "~~~")
SMART_QUOTES = re.compile(r"[\u2018-\u201f\u00ab\u00bb\u2032\u2033\u0060\u00b4]")
TYPESCRIPT = re.compile(
    r"^[ \t]*(export\s+)?((const|let|var)\s+[\w{\[]|(async\s+)?function\b|interface\s+\w+\s*\{|type\s+\w+\s*="
    r"|import\s*(\{|\*\s*as|\w+\s+from)|enum\s+\w+\s*\{|namespace\s)"
    r"|console\.log\(|=>|===|^[ \t]*//|^[ \t]*\}[ \t]*(else|catch)|\bnew\s+[A-Z]\w*\(",
    re.MULTILINE,
)
SHELL = re.compile(r"^[ \t]*(\$|!|%)[ \t]*\w|^[ \t]*(pip|npm|curl|sudo|apt|cd|ls|cat|echo|git)\s+[-\w./]", re.MULTILINE)
LONGEST_LINE = 500
NEEDS_COLON = re.compile(r"^\s*(if|elif|else|for|while|def|class|try|except|finally|with|match|case|async)\b[^:]*$")


def hint(message: str, line: str, code: str) -> str:
    """What to do about it; nothing where no usual mistake fits."""
    for fits, cure in CURES:
        if fits(message, line[:LONGEST_LINE], code):
            return cure
    return ""


def _ends(code: str) -> tuple[str, str]:
    """The first and the last line with anything on it."""
    text = code.strip()
    return text[:LONGEST_LINE], text[text.rfind("\n") + 1 :][:LONGEST_LINE]


def _says(*words: str) -> Callable[[str, str, str], bool]:
    return lambda message, line, code: any(word in message for word in words)


def _many_signs_of(pattern: re.Pattern[str]) -> Callable[[str, str, str], bool]:
    """On the line itself, or more than once in the program."""
    return lambda message, line, code: bool(pattern.search(line)) or len(pattern.findall(code[:20_000])) > 1


def _missing_colon(message: str, line: str, code: str) -> bool:
    return "expected ':'" in message or bool(NEEDS_COLON.match(line) and "invalid syntax" in message)


def _single_equals(message: str, line: str, code: str) -> bool:
    return bool(re.match(r"\s*(if|elif|while)\b[^=]*[^=!<>]=[^=]", line))


CURES: tuple[tuple[Callable[[str, str, str], bool], str], ...] = (
    (
        lambda message, line, code: any(one.strip().startswith(FENCES) for one in (line, *_ends(code))),
        "Send the code alone, without the Markdown fence (```) around it.",
    ),
    (_says("Missing parentheses"), "`print` is a function in Python 3: `print(…)`."),
    (_says("null bytes"), "Remove the null bytes: the text is damaged or not text at all."),
    (_says("invalid non-printable character"), "Remove the invisible character; it often comes with copied text."),
    (
        lambda message, line, code: "invalid character" in message and bool(SMART_QUOTES.search(line)),
        "Write straight quotes: \" or '.",
    ),
    (_says("inconsistent use of tabs"), "Indent with spaces only: four for each level."),
    (_says("unindent does not match"), "Indent the lines of a block alike: four spaces for each level, no tabs."),
    (_says("expected an indented block"), "Indent what belongs to the block, or write `pass`."),
    (_says("unexpected indent"), "Remove the spaces before this line, or the line that ends in the middle before it."),
    (_says("too many levels of indentation", "too many nested parentheses", "too many statically nested"), "Split it."),
    (_says("was never closed"), "Close the bracket that is named."),
    (_says("does not match opening", "unmatched"), "Check the brackets: each one closes the last that was opened."),
    (_says("unterminated triple-quoted"), 'End the text with """.'),
    (
        _says("unterminated string literal", "EOL while scanning"),
        'End the text with its quote; a text over several lines stands between """.',
    ),
    (_says("f-string"), "Inside the braces of an f-string use the other kind of quotes and no backslash."),
    (_says("Exceeds the limit"), "Write a number of this length as text and convert it, or compute it."),
    (
        lambda message, line, code: bool(TYPESCRIPT.search(line)) or len(TYPESCRIPT.findall(code[:20_000])) > 2,
        "This looks like TypeScript but runs as Python: set language to typescript, or write `x = 1`, `def f():`.",
    ),
    (_missing_colon, "End the line that opens a block with a colon."),
    (_single_equals, "Compare with `==`."),
    (
        lambda message, line, code: bool(re.search(r"\+\+|--(?=\s*;?\s*$)|&&|\|\||;\s*$|^\s*[{}]\s*$", line)),
        "Python has no `++`, `&&`, `||` or braces: write `x += 1`, `and`, `or`, and indent.",
    ),
    (_many_signs_of(SHELL), "This is a shell command. Programs here are Python, and they cannot start others."),
    (_says("forgot a comma"), "Put a comma between the elements."),
    (_says("cannot assign to"), "Only a name, an attribute or an item can stand on the left of `=`."),
    (_says("outside"), "Move it into the block it belongs to."),
)
