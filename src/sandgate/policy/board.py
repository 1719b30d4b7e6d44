"""Questions on disk, so that a person in any terminal can see and answer them: `sandgate approvals`."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

import anyio
import anyio.to_thread

from .approval import DECISIONS, Answer, Question
from .risk import Risk

log = logging.getLogger("sandgate.policy")
LOOK_SECONDS = 0.2
LARGEST = 4 * 2**20


@dataclass(frozen=True, slots=True)
class Posted:
    """A question as the board shows it."""

    question: Question
    pid: int


class Board:
    """A folder with a file for each open question, and beside it, once there is one, its answer."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def ask(self, question: Question) -> Answer | None:
        """Post it, and look until somebody has answered. Whoever stops waiting takes it down."""
        try:
            await anyio.to_thread.run_sync(self._post, question)
        except OSError as error:  # a full disk: there are other ways to a person
            log.warning("a question cannot be put on %s: %s", self._folder, error)
            return None
        try:
            while True:
                if answer := await anyio.to_thread.run_sync(self._answer, question.id):
                    return answer
                await anyio.sleep(LOOK_SECONDS)
        finally:
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(self._take_down, question.id)

    def posted(self) -> list[Posted]:
        """What is asked now, oldest first. What a gateway left behind that is gone is taken down."""
        found: list[tuple[float, Posted]] = []
        for file in self._folder.glob("*.question"):
            with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
                data: dict[str, Any] = json.loads(_read(file))
                pid = int(data.pop("pid"))
                if not _is_alive(pid):
                    self._take_down(file.stem)
                    continue
                found.append((file.stat().st_mtime, Posted(_question(data), pid)))
        return [posted for _, posted in sorted(found, key=lambda entry: entry[0])]

    def decide(self, id: str, answer: Answer) -> None:
        """Answer a question. Raises FileNotFoundError where it is not asked any more."""
        if id not in (posted.question.id for posted in self.posted()):
            raise FileNotFoundError(id)
        self._write(self._folder / f"{id}.answer", asdict(answer))

    def _post(self, question: Question) -> None:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._write(self._folder / f"{question.id}.question", {**asdict(question), "pid": os.getpid()})

    def _answer(self, id: str) -> Answer | None:
        try:
            data: Any = json.loads(_read(self._folder / f"{id}.answer"))
        except (OSError, ValueError):
            return None
        match data:
            case {"decision": str(decision)} if decision in DECISIONS:
                said = cast("Mapping[str, object]", data)
                by, through, reason = (str(said.get(key, "")) for key in ("by", "through", "reason"))
                return Answer(decision=decision, by=by, through=through, reason=reason)
            case _:
                return None

    def _take_down(self, id: str) -> None:
        for suffix in ("question", "answer"):
            with suppress(OSError):
                (self._folder / f"{id}.{suffix}").unlink(missing_ok=True)

    def _write(self, file: Path, data: Mapping[str, object]) -> None:
        """In one step and for its owner alone: an answer that others could write would be theirs."""
        stage = file.with_suffix(f".{os.getpid()}")
        stage.unlink(missing_ok=True)
        descriptor = os.open(stage, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
            json.dump(data, opened)
        stage.replace(file)


def _question(data: Mapping[str, Any]) -> Question:
    id, run, tool, by, batch = (str(data[key]) for key in ("id", "run", "tool", "by", "batch"))
    calls, reasons = tuple(data["calls"]), tuple(map(str, data["reasons"]))
    risk, open_ended = str(data["risk"]), data["open_ended"] is True
    return Question(
        id=id,
        run=run,
        tool=tool,
        calls=calls,
        by=by,
        batch=batch,
        risk=cast("Risk", risk),
        reasons=reasons,
        open_ended=open_ended,
    )


def _read(file: Path) -> str:
    descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW)
    with os.fdopen(descriptor, encoding="utf-8") as opened:
        if os.fstat(descriptor).st_uid != os.getuid():
            raise PermissionError(f"{file} belongs to somebody else")
        return opened.read(LARGEST)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
