"""The examples of agents, run as a person would, print what their page says."""

from __future__ import annotations

import os
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.warm import warm

AGENTS = Path(__file__).parents[2] / "examples" / "agents"
PAGE = (AGENTS / "README.md").read_text(encoding="utf-8")
NEEDS = {"langgraph_agent.py": "langgraph", "pydantic_ai_agent.py": "pydantic_ai", "smolagents_agent.py": "smolagents"}
SAID = dict(re.findall(r"```sh\npython (\w+\.py)\n```\n\n```text\n(.*?)```", PAGE, re.DOTALL))


@pytest.mark.parametrize("name", SAID)
def test_an_agent_prints_what_the_page_says(name: str, tmp_path: Path) -> None:
    if name in NEEDS and find_spec(NEEDS[name]) is None:
        pytest.skip(f"{NEEDS[name]} is not installed: {name} is not run here")

    ended = warm().run([name], {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}, AGENTS)

    assert (ended.stdout, ended.returncode) == (SAID[name], 0), ended.stderr


def test_every_agent_is_on_the_page() -> None:
    assert set(SAID) == {file.name for file in AGENTS.glob("*.py")} - {"scene.py"}
