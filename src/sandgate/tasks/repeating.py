"""Whether a task that failed may be run again: only where nothing can have been written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandgate.errors import SandgateError, ServerUnavailable
from sandgate.model import OWN, CallRecord, Outcome
from sandgate.policy.risk import weigh_call
from sandgate.policy.risk.tools import nature

from .task import Task

if TYPE_CHECKING:
    from sandgate.gateway import Gateway

Stamps = dict[str, tuple[int, ...]]


def may_repeat(gateway: Gateway, task: Task, ended: Outcome | SandgateError, before: Stamps, after: Stamps) -> bool:
    """`before` and `after` are the files of its session. Where it is not known what was written, it is no."""
    if isinstance(ended, SandgateError):
        return isinstance(ended, ServerUnavailable)  # raised before anything runs; other errors may come later
    if ended.ok or ended.status == "blocked" or before != after:
        return False
    if task.read_only:
        return True
    return not gateway.policy.networked and all(_only_looked(gateway, call) for call in ended.calls)


def _only_looked(gateway: Gateway, call: CallRecord) -> bool:
    """A call that failed or did not end may have written all the same. Its arguments are not known any more."""
    if call.cached or call.tool.startswith(OWN):
        return True
    tool = gateway.discovery.catalogue.known(call.tool)
    if tool is None:
        return call.tool.endswith(".read_resource")
    return not weigh_call(tool, {}).changes_data and not nature(tool).obeys
