"""Names of people and companies in running text, with and without the extra.

`python -m benchmarks.privacy.names DIR CHOICE` prints the figures as JSON: the extra may need another interpreter.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from sandgate.privacy.detection import DetectionOptions, Detector

from .labelled import NAME_SETS, rows
from .scoring import percent, scored

ROOT = Path(__file__).parent.parent.parent
KINDS = ("PERSON", "COMPANY")
Table = list[list[str]]


def names(folder: Path, choice: str = "") -> Table:
    return _measured(folder, choice)[0]


def names_apart(python: str, choice: str, folder: Path) -> tuple[Table, str]:
    """The same by another interpreter, and how fast it read."""
    command = [python, "-m", "benchmarks.privacy.names", str(folder.absolute()), choice]
    path = os.pathsep.join((str(ROOT), str(ROOT / "src")))
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}
    )
    answer = json.loads(done.stdout)
    return answer["table"], answer["speed"]


def _measured(folder: Path, choice: str) -> tuple[Table, str]:
    detector = Detector(DetectionOptions(names=choice))
    table: Table = [["set", "extra", "kind", "labels", "precision", "recall", "F1"]]
    started, read = time.process_time(), 0
    for name in NAME_SETS:
        given = rows(folder, (name,))
        score = scored(given, [detector.find(row["text"]) for row in given])
        read += sum(len(row["text"]) for row in given)
        for kind in KINDS:
            tally = score.kinds[kind]
            shares = map(percent, (tally.precision, tally.recall, tally.f1))
            table.append([name, choice or "–", kind, f"{tally.labels:,}", *shares])
    seconds = max(1e-9, time.process_time() - started)
    return table, f"{read / seconds / 1000:.0f} KB of text a second"


if __name__ == "__main__":
    measured, rate = _measured(Path(sys.argv[1]), sys.argv[2])
    print(json.dumps({"table": measured, "speed": rate}))
