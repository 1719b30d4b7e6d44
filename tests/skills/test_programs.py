"""Programs that try a draft: its source, and after it an example or a call."""

from __future__ import annotations

import ast
import textwrap

import pytest

from sandgate.errors import BadArguments
from sandgate.skills.programs import call_program, example_program

from .samples import PLAIN

ASYNC = PLAIN.replace("def", "async def")


async def result_of(code: str) -> object:
    """As a sandbox runs a program without a `return`."""
    scope: dict[str, object] = {}
    running = eval(compile(code, "program.py", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True), scope)
    if running is not None:
        await running
    return scope["result"]


async def returned_by(code: str) -> object:
    """As a sandbox runs a program with a `return`."""
    body = textwrap.indent(code, "    ")
    return await result_of(f"async def program():\n{body}\nresult = await program()\n")


@pytest.mark.anyio
@pytest.mark.parametrize(
    "example",
    [
        "from skills.double_it import double_it\nresult = double_it(2)\n",
        "from skills.double_it import double_it as twice\nresult = twice(2)\n",
        "from skills.double_it import (\n    double_it,\n    double_it as two,\n)\nresult = two(1) + double_it(1)\n",
        "from __future__ import annotations; from skills.double_it import double_it as é; result = é(2)\n",
        "'''D.'''\nfrom __future__ import annotations\nfrom skills.double_it import double_it\nresult = double_it(2)\n",
    ],
)
async def test_an_example_runs_against_the_source(example: str) -> None:
    code = "from __future__ import annotations\n" + PLAIN

    program = example_program("double_it", code, example)

    assert await result_of(program) == 4
    assert program.count("\n") == code.count("\n") + example.count("\n") + 1


@pytest.mark.anyio
@pytest.mark.parametrize("code", [PLAIN, ASYNC, PLAIN + "result = 'not this'\n"])
async def test_a_call_gives_what_the_skill_returns(code: str) -> None:
    assert await returned_by(call_program("double_it", code, {"number": 1.5})) == 3.0


def test_inputs_are_data_and_never_code() -> None:
    hostile = '\'); import os #\n"""\\'

    program = call_program("double_it", PLAIN, {"number": {hostile: [hostile, None, True]}})

    call = ast.parse(program).body[-2]
    assert isinstance(call, ast.Assign)
    assert isinstance(call.value, ast.Call)
    assert ast.literal_eval(call.value.keywords[0].value) == {"number": {hostile: [hostile, None, True]}}


def test_a_number_that_json_does_not_have_is_refused() -> None:
    with pytest.raises(BadArguments, match="number that JSON does not have"):
        call_program("double_it", PLAIN, {"number": float("nan")})
