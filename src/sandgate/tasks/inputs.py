"""How inputs reach a program, and which values may become inputs of another."""

from __future__ import annotations

import json

from sandgate.errors import BadArguments
from sandgate.model import Json, JsonObject, Language, Limits, Outcome, Program
from sandgate.sandbox.guest.main import KEPT, MEMORY, TOO_LARGE
from sandgate.sandbox.limits import limit_reached

LOST = tuple(text.partition("{")[0] for text in (KEPT, MEMORY, TOO_LARGE))


def program_of(code: str, inputs: JsonObject, limits: Limits, language: Language = "python") -> Program:
    """Raises BadArguments where the inputs are no JSON, or more than a program may be given."""
    try:
        written = json.dumps(inputs, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadArguments(f"inputs must be JSON: {error}") from error
    if (size := len(written)) > limits.tool_result_mb * 2**20:
        raise BadArguments(f"the inputs have {size / 2**20:.1f} MB: {limit_reached('tool_result_mb', limits)}")
    return Program(code=code, language=language, limits=limits, inputs=inputs)


def value_of(outcome: Outcome) -> Json:
    """What the next task is given. Raises BadArguments where it is not all there: it must not go on with a part."""
    if lost := next((note for note in outcome.notes if note.startswith(LOST)), ""):
        raise BadArguments(f"its value is too large to be handed on: {lost}")
    return outcome.value
