"""The drive's documents: one long design document with a list of bugs, and short notes made from phrases."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from sandgate.demo.servers.checkout_design import CHECKOUT_DESIGN
from sandgate.demo.servers.records import NOW, Dice, staff


@dataclass(frozen=True, slots=True)
class Document:
    id: str
    name: str
    folder_id: str
    content: str


FOLDERS = {
    "root": "My Drive",
    "fld-engineering": "Engineering",
    "fld-design": "Design documents",
    "fld-sales": "Sales",
    "fld-operations": "Operations",
    "fld-notes": "Meeting notes",
}
TOPICS = (
    "the payment retry queue", "the returns form", "supplier invoices", "the autumn catalogue", "warehouse scanners",
    "the loyalty points rules", "search relevance", "the address validator", "holiday staffing", "the mobile basket",
)  # fmt: skip
FINDINGS = (
    "is two days behind the plan because the test data arrived late.",
    "went live for a tenth of the traffic and the error rate did not move.",
    "needs a decision on who answers questions from partners.",
    "was demonstrated; the group liked the shorter form and asked for clearer error texts.",
    "costs more than expected in the Osaka warehouse, mainly for overtime.",
    "is blocked until the contract with the new carrier is signed.",
    "passed the accessibility review with three small remarks.",
    "shows fewer support requests for the fourth week in a row.",
)
ACTIONS = (
    "write to the carrier and ask for a firm date",
    "collect ten examples of the failing case",
    "prepare a one-page comparison of the two options",
    "move the remaining work to the next cycle",
    "check the figures with finance before Thursday",
    "invite support to the next review",
)


def documents() -> list[Document]:
    return [Document("doc-checkout-design", "Checkout redesign", "fld-design", CHECKOUT_DESIGN), *_notes()]


def _notes() -> list[Document]:
    dice = Dice("notes")
    return [_note(dice, week) for week in range(1, 25)]


def _note(dice: Dice, week: int) -> Document:
    day = (NOW - timedelta(weeks=week)).date().isoformat()
    people = staff()
    present = ", ".join(sorted({dice.pick(people).name for _ in range(5)}))
    lines = [f"# Weekly review {day}", "", f"Present: {present}", "", "## Discussed", ""]
    for _ in range(6):
        lines.append(
            f"- {_capital(dice.pick(TOPICS))} {dice.pick(FINDINGS)} {_capital(dice.pick(TOPICS))} was deferred."
        )
    lines += ["", "## Actions", ""]
    for _ in range(4):
        lines.append(f"- [ ] {dice.pick(people).name}: {dice.pick(ACTIONS)} ({dice.pick(TOPICS)})")
    return Document(f"doc-review-{day}", f"Weekly review {day}", "fld-notes", "\n".join(lines) + "\n")


def _capital(phrase: str) -> str:
    return phrase[0].upper() + phrase[1:]
