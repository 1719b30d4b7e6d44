"""What every program finds in Monty without importing it, as far as that can be said in Monty's own language."""

from __future__ import annotations

TOOL_ERROR = "binascii.Incomplete"
DENIED = "decimal.Clamped"
"""Exceptions that no code raises, in place of our own: Monty has no classes that inherit."""
SPOKEN = {"Incomplete": "ToolError", "Clamped": "Denied"}

CODE = """
import binascii as _sandgate_binascii, decimal as _sandgate_decimal, pii
Denied = _sandgate_decimal.Clamped
ToolError = (_sandgate_binascii.Incomplete, Denied)

import asyncio as _sandgate_asyncio

async def _sandgate_caught(awaitable):
    try:
        return await awaitable
    except Exception as error:
        return error

async def _sandgate_gather(*awaitables, return_exceptions=False):
    if return_exceptions:
        awaitables = [_sandgate_caught(one) for one in awaitables]
    return await _sandgate_asyncio.gather(*awaitables)

def _sandgate_task(awaitable, name=None):
    return awaitable

class fresh:
    def __enter__(self):
        _sandgate_fresh(1)
    def __exit__(self, kind, error, trace):
        _sandgate_fresh(-1)
        return False
"""
