"""The example on tasks, as a person runs it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.docs.pages import EXAMPLES, runs


def test_the_example_prints_what_its_page_says(tmp_path: Path) -> None:
    said = {words[-1]: said for words, said in runs()}["many_agents.py"]

    ended = subprocess.run(
        [sys.executable, EXAMPLES / "many_agents.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert (ended.stdout, ended.stderr, ended.returncode) == (said, "", 0)
