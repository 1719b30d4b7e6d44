"""The five tasks of the demo. Their programs are files in `programs/`, so that the documentation shows what runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from . import by_hand, proofs
from .agents import Direct
from .proofs import Ask, Facts


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One task, how each agent goes about it, and what must be true afterwards."""

    key: str
    title: str
    task: str
    searches: tuple[str, ...]
    tools: tuple[str, ...]
    """The tools whose definitions the agent reads: all that its programs use."""
    programs: tuple[str, ...]
    """What the agent runs, in order. The last one does the task."""
    by_hand: Callable[[Direct], Awaitable[str]]
    proof: Callable[[Ask], Awaitable[Facts]]
    expected: Mapping[str, Any]
    """Facts of the proof that are known beforehand."""
    says: str
    """Words the answer must hold."""

    @property
    def looks(self) -> bool:
        """Whether a first program only sees how the data is laid out, as nothing else would tell."""
        return len(self.programs) > 1


def program(name: str) -> str:
    """The text of a file in `programs/`."""
    return files("sandgate.demo").joinpath("programs", f"{name}.py").read_text(encoding="utf-8")


SCENARIOS = (
    Scenario(
        key="document",
        title="A document becomes issues",
        task='Open an issue in project SHOP, labelled "bug", for each known bug in the document "Checkout redesign", '
        "with its severity as priority.",
        searches=("search files and read a document", "create issue"),
        tools=("drive.search_files", "drive.read_document", "tracker.create_issue"),
        programs=(program("document_look"), program("document")),
        by_hand=by_hand.document,
        proof=proofs.document,
        expected={"issues": 12, "by priority": {"high": 4, "medium": 5, "low": 3}},
        says="BUG-12: Tax line for the United States",
    ),
    Scenario(
        key="rows",
        title="10,000 rows, a few wanted",
        task='Which orders in the sheet "Orders 2026" from before September are still pending: how many, worth how '
        "much in each currency, and who placed the five oldest?",
        searches=("search files and read spreadsheet rows",),
        tools=("drive.search_files", "drive.get_sheet"),
        programs=(program("rows_look"), program("rows")),
        by_hand=by_hand.rows,
        proof=proofs.rows,
        expected={"rows": 10_000, "pending from before September": 935},
        says="935 of 10000 orders: ",
    ),
    Scenario(
        key="records",
        title="1,000 records updated",
        task='Give each lead in the sheet "Contact refresh October 2026" its new e-mail address and phone number, '
        "and mark the address as valid since the day it was verified.",
        searches=("search files and read spreadsheet rows", "describe crm objects, update and count records"),
        tools=(
            "drive.search_files",
            "drive.get_sheet",
            "crm.describe_objects",
            "crm.update_record",
            "crm.count_records",
        ),
        programs=(program("records_look"), program("records")),
        by_hand=by_hand.records,
        proof=proofs.records,
        expected={"updated": 1_000, "as in the sheet": 1_000},
        says="1000 leads updated, 0 still bounce",
    ),
    Scenario(
        key="support",
        title="Three servers together",
        task='For each order that the chat says is "still pending", look up its status in the sheet "Orders 2026" and '
        "answer in the thread; open an issue for those that really are.",
        searches=("search messages and post a reply", "search files and read spreadsheet rows", "create issue"),
        tools=(
            "chat.search_messages",
            "chat.post_message",
            "drive.search_files",
            "drive.get_sheet",
            "tracker.create_issue",
        ),
        programs=(program("support_look"), program("support")),
        by_hand=by_hand.support,
        proof=proofs.support,
        expected={"answered": 20, "issues": 2},
        says="20 reports answered",
    ),
    Scenario(
        key="rollout",
        title="Waiting for a deployment",
        task="Deploy build bld-960 to staging, wait until it is finished, and say so in #deployments.",
        searches=("start deployment and get its state", "list channels and post message"),
        tools=("tracker.start_deployment", "tracker.get_deployment", "chat.list_channels", "chat.post_message"),
        programs=(program("rollout"),),
        by_hand=by_hand.rollout,
        proof=proofs.rollout,
        expected={
            "deployment": ["bld-960", "finished", 100],
            "posted": [["deployments", "bld-960: deployment dep-2042 to staging finished."]],
        },
        says="to staging finished",
    ),
)
