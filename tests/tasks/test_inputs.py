"""How inputs reach a program."""

from __future__ import annotations

import pytest

from sandgate.errors import BadArguments
from sandgate.model import Limits
from sandgate.tasks.inputs import program_of


def test_the_text_of_a_program_is_as_it_was_written() -> None:
    program = program_of("return inputs", {"n": 1}, Limits())

    assert (program.code, program.inputs) == ("return inputs", {"n": 1})


def test_more_than_a_program_may_be_given_is_refused() -> None:
    with pytest.raises(BadArguments, match=r"the inputs have 2\.0 MB.*limits\.tool_result_mb"):
        program_of("1", {"text": "x" * 2**21}, Limits(tool_result_mb=1))
