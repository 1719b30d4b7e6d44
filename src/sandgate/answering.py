"""An outcome in the words the model reads. What is too long for them becomes a file of its session."""

from __future__ import annotations

from dataclasses import replace

import anyio.to_thread

from .audit import Entry
from .errors import SandgateError
from .model import Outcome, Program
from .output import Shaped, count, dumped, shaped
from .policy.run import Run
from .workspace import Workspace

SHORT = 4096
RESULTS = "results"
"""The folder of a workspace in which they are kept."""


async def summed_up(run: Run, program: Program, outcome: Outcome, budget: int, workspace: Workspace) -> Entry:
    """What the model is told, and what that costs. A long one is not counted in the loop."""
    if outcome.brief and len(program.code) < SHORT:
        return _summed_up(run, program, outcome, budget, workspace)
    return await anyio.to_thread.run_sync(_summed_up, run, program, outcome, budget, workspace)


def _summed_up(run: Run, program: Program, outcome: Outcome, budget: int, workspace: Workspace) -> Entry:
    place = f"{RESULTS}/{run.id}"
    answer = shaped(outcome, budget, f"workspace/{place}" if run.session else f"session {workspace.session!r}: {place}")
    if answer.cut:
        try:
            _keep(workspace, place, outcome, answer)
        except SandgateError as error:
            outcome = replace(outcome, notes=(*outcome.notes, f"the whole answer could not be kept: {error}"))
            answer = shaped(outcome, budget)
    told = replace(outcome, text=answer.text)
    return Entry(run=run, program=program, outcome=told, tokens_in=count(program.code), tokens_out=count(answer.text))


def _keep(workspace: Workspace, place: str, outcome: Outcome, answer: Shaped) -> None:
    texts = [outcome.output] if answer.output_cut else []
    if answer.value_cut and isinstance(outcome.value, str):
        texts.append(outcome.value)
    elif answer.value_cut:
        workspace.write(f"{place}.json", dumped(outcome.value).encode("utf-8", "replace"))
    if texts:
        workspace.write(f"{place}.txt", "\n".join(texts).encode("utf-8", "replace"))
