"""No text makes a check fail or take long, whatever it is."""

from __future__ import annotations

import random
import time

import pytest

from sandgate.policy.validation import check

from .programs import programs

NASTY = {
    "five megabytes": "x = 1\n" * 900_000,
    "one long text": "x = '" + "a" * 900_000 + "'",
    "escaped quotes": "x = 1 # " + '\\"' * 400_000,
    "blank lines": "\n" * 19_000 + "``",
    "spaces after a sign": "x = -- " + " " * 500_000,
    "open brackets": "(" * 100_000,
    "minus signs": "-" * 100_000 + "1",
    "not not not": "not " * 50_000 + "x",
    "lambdas in lambdas": "lambda: " * 50_000 + "0",
    "a chain of attributes": "a" + ".b" * 100_000,
    "a chain just short enough": "exec(a" + ".b" * 900 + ")",
    "a sum just short enough": "exec(" + "+".join(["'a'"] * 900) + ")",
    "a null byte": "x = 1\0",
    "half a character": "x = 1\ny = '\ud800'",
    "half a character in a path": "open('/etc/' + '\\ud800')",
    "a number of any length": "open('a' + str(0x" + "f" * 100_000 + "))",
    "a width of any size": "open('{:1000000000}'.format(1)); open('%1000000000d' % 1)",
    "repeated without end": "exec('a' * 1000000000000); exec(bytes(10000000000))",
    "names in a circle": "a = reversed(b)\nb = reversed(a)\nexec(''.join(a))",
    "lists in a circle": "a = list(b)\nb = list(a)\nfor x in a:\n    open(x)",
    "a function of itself": "def f(x):\n    return f(x)\nexec(f('a'))",
    "functions of one name": "def f(x): return f(x)\n" * 10_000,
    "a long way back": "\n".join(f"a{n} = a{n - 1} + 'x'" for n in range(1, 10_000)) + "\nexec(a9000)",
    "loops in loops": "".join(" " * n + "while True:\n" for n in range(90)) + " " * 90 + "x = [" + "1," * 20_000 + "]",
    "braces": "x = '" + "{" * 300_000 + "__class__" * 1_000 + "'",
    "a payload of nothing": "import base64\nexec(base64.b64decode('" + "A" * 800_000 + "'))",
    "texts in texts": "\n".join(f"exec('exec(\"x = {n}\")')" for n in range(3_000)),
    "an unpickled mess": "import pickle\npickle.loads(b'" + "".join(f"\\x{n:02x}" for n in range(256)) * 20 + "')",
    "a bomb": "import lzma\nexec(lzma.decompress(b'\\x5d\\x00\\x00\\x00\\xff" + "\\xff" * 8 + "aaaa'))",
    "everything of os": "from os import *\n" * 3_000 + "system('a')\n" * 3_000,
    "many names": "x.get(y)\n" * 15_000,
    "turned text": "x = '" + "\u202e" * 300_000 + "'",
    "impossible slices": "exec('abc'[::0])\nexec('abc'[1:'a'])\nopen('x' * (5 % 0))\nopen('%s%s' % 5)",
}
PIECES = (
    *("exec(", "eval(", "open(", "getattr(", "__import__(", "'/etc/'", "b'\\x80'", "lambda x:", "await ", "return "),
    *("for x in ", "import os\n", "from os import *\n", "def f(x):\n    ", "class A:\n    ", "if x:\n    ", "\n", "\t"),
    *"[](){}:=+%'\";*@\\\0\ud800\u202e\u0435\uff45é",
    *(
        "x",
        "y",
        "self.x",
        "10**9",
        "0x",
        "__globals__",
        ".format(",
        ".join(",
        "chr(",
        "[::-1]",
        "# ",
        "**",
        '"""',
        "f'{",
    ),
    *("base64.b64decode(", "bytes.fromhex(", "pickle.loads(", "async ", "yield ", "match x:\n    case "),
)


@pytest.mark.parametrize("title", NASTY)
def test_a_nasty_text_is_answered_in_bounded_time(title: str) -> None:
    started = time.perf_counter()

    report = check(NASTY[title])

    assert time.perf_counter() - started < 10  # a second or less where the machine is free
    assert all(finding.line >= 1 for finding in report.findings)


@pytest.mark.parametrize("seed", range(8))
def test_random_texts_are_answered(seed: int) -> None:
    dice = random.Random(seed)

    for _ in range(150):
        check("".join(dice.choices(PIECES, k=dice.randrange(1, 40))))


@pytest.mark.parametrize("seed", range(8))
def test_damaged_programs_are_answered(seed: int) -> None:
    dice = random.Random(seed)
    whole = [*programs("benign.txt").values(), *programs("hostile.txt").values()]

    for _ in range(60):
        check(damaged(dice, dice.choice(whole), dice.choice(whole)))


def damaged(dice: random.Random, code: str, other: str) -> str:
    """Cut, doubled, mixed with another, or with a character changed."""
    lines, more = code.splitlines(), other.splitlines()
    match dice.randrange(5):
        case 0:
            return code[: dice.randrange(len(code) + 1)]
        case 1:
            dice.shuffle(lines)
            return "\n".join(lines)
        case 2:
            return "\n".join(dice.sample([*lines, *more], k=len(lines)))
        case 3:
            place = dice.randrange(len(code))
            return code[:place] + chr(dice.randrange(0x110000)) + code[place + 1 :]
        case _:
            return code + "\n" + other + "\n" + code


def test_a_stack_that_is_nearly_full_is_no_reason_to_fail() -> None:
    def deep(level: int) -> bool:
        return deep(level - 1) if level else check("import os\nos.system('a' + b)").blocked

    assert deep(880) in (True, False)
