"""What is found where nobody is meant: source code, system logs, output of commands, tool catalogues."""

from __future__ import annotations

import json
import subprocess
import sysconfig
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from sandgate.privacy.detection import Detector, Span

PRESENT = ("EMAIL", "IP", "MAC", "URL")
Table = list[list[str]]


def by_corpus(data: Path | None, logs: Path | None = None) -> Table:
    """Found by 1,000 lines: everything, and what is left without addresses of mailboxes and machines."""
    table: Table = [
        ["what was read", "lines", "found in 1,000", "without addresses of mailboxes and machines", "kinds"]
    ]
    for name, texts in _corpora(data, logs).items():
        detector, lines, kinds, doubtful = Detector(), 0, Counter[str](), 0
        for text in texts:
            lines += text.count("\n") + 1
            spans = detector.find(text)
            kinds.update(span.kind for span in spans)
            doubtful += sum(span.kind not in PRESENT and not _beside_an_address(text, span) for span in spans)
        most = ", ".join(f"{kind} {count:,}" for kind, count in kinds.most_common(6)) or "–"
        rates = [f"{1000 * count / max(1, lines):.2f}" for count in (kinds.total(), doubtful)]
        table.append([name, f"{lines:,}", *rates, most])
    return table


def _beside_an_address(text: str, span: Span) -> bool:
    return span.kind == "PERSON" and text[span.end : span.end + 3].lstrip('" ').startswith("<")


def _corpora(data: Path | None, given: Path | None) -> dict[str, list[str]]:
    library = Path(sysconfig.get_paths()["stdlib"])
    sources = [path for path in library.rglob("*.py") if not {"test", "tests", "site-packages"} & set(path.parts)]
    logs = [path for path in Path("/var/log").rglob("*") if path.is_file() and path.suffix in (".log", "")]
    commands = (
        "ps aux",
        "df -h",
        "mount",
        "cat /proc/meminfo /proc/vmstat /proc/cpuinfo",
        "ls -laR /usr/share/zoneinfo",
        "git log --stat",
    )
    corpora = {"the source of Python's library": read(sources), "logs of the system": read(logs)}
    if given:
        corpora["logs that were given"] = read(sorted(given.rglob("*.log")))
    corpora["documentation of packages"] = read(path for path in Path("/usr/share/doc").rglob("*") if path.is_file())
    corpora["the output of commands"] = [_output(command) for command in commands]
    if data and (data / "catalogue").is_dir():
        corpora["real tool catalogues"] = [
            json.dumps(json.loads(text), indent=1) for text in read(sorted((data / "catalogue").glob("*.json")))
        ]
    return corpora


def read(paths: Iterable[Path]) -> list[str]:
    texts: list[str] = []
    for path in paths:
        try:
            texts.append(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            continue
    return texts


def _output(command: str) -> str:
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, errors="replace", check=False)
    return done.stdout
