"""What stands before every probe in Monty: the same names as in `inside.py`, as far as Monty has words for them.

It is sent as text. What is missing here is missing there: a probe that needs it is refused by the interpreter.
"""

# It is Monty's Python, not ours:
# ruff: noqa: F401, PTH208
# pyright: basic
import json
import os
import time

REFUSALS = (OSError, MemoryError, RuntimeError, ValueError, ImportError, LookupError, AttributeError, NameError)
"""The last two are how the interpreter says that it has no such thing."""
os.chdir("workspace")
simply_open = open


def open(path, mode="r", buffering=-1):  # Monty's own does not know the last
    return simply_open(path, mode)


def escaped(*what):
    print("ESCAPED", *what)


def kept(*what):
    time.sleep(0.5)
    escaped(*what)


def blocked(*what):
    print("BLOCKED", *what)


def tried(what, deed):
    try:
        got = deed()
    except REFUSALS as error:
        blocked(what, type(error).__name__, error)
    else:
        (escaped if got or got is None else blocked)(what, repr(got)[:80])


def request(identity, tool="probe.echo", **arguments):
    return {"type": "call", "id": identity, "tool": tool, "arguments": arguments}


def others():
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []
