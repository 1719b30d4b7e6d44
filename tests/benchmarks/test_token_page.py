"""The page is made of what was measured, and says so where Sandgate costs more."""

from __future__ import annotations

from collections import Counter

from benchmarks.tokens.counting import Conversation, Round, Turn
from benchmarks.tokens.figures import Figures
from benchmarks.tokens.looking import BY
from benchmarks.tokens.page import page
from benchmarks.tokens.scenes import Played
from benchmarks.tokens.tasks import RULES
from benchmarks.tokens.ways import EXACT, LISTED, SEARCHED, USED, Scene, sandgate

from sandgate.model import Listing, Tool

CALLS = (Turn(10, (Round("call", 20, 30),)),)


def scene(name: str, listed: int, ours: dict[str, int]) -> Scene:
    made = Scene(name, servers=[2], tools=[9])
    for way, opening in ((LISTED, listed), (SEARCHED, 50), (EXACT, 40), (USED, 30)):
        made.add(way, Conversation(opening, CALLS))
    for way, total in ours.items():
        made.add(way, Conversation(total - 60, CALLS))
    for way in ("Sandgate", SEARCHED):
        made.find(way, Counter({BY[0]: 3, BY[1]: 1}))
    return made


def played(name: str, ours: dict[str, int]) -> Played:
    return Played(name, [scene("its own servers", 940, ours), scene("2 + 1 servers", 149_940, ours)])


def figures() -> Figures:
    rules = {sandgate(rule): 1_500 for rule in RULES}
    tools = tuple(Tool(server="other", name=f"weigh_{n}", description="Weigh a parcel.") for n in range(3))
    return Figures(
        demo=played("tasks of the demo", {sandgate("as shipped"): 500}),
        demo_names=["Bread is bought"],
        public=played("public tasks", rules),
        single=played("single calls", rules),
        captured={"other": Listing(tools=tools)},
        used_before={("shop", "buy"): "buy() -> Bought"},
        fresh={("shop", "buy"): "buy()"},
        openings={"full": 1_000, "minimal": 500},
        meanings=False,
    )


def test_the_page_shows_savings_and_costs_alike() -> None:
    text = page(figures())

    assert "| 1 tasks of the demo, its own servers | 9 | 50.0 % (50.0 %) |" in text
    assert "| 1 public tasks, its own servers | 9 | -50.0 % (-50.0 %) |" in text
    assert "| Sandgate, all printed | every tool listed | 1 of 1 | 0 of 1 |" in text
    assert "| public tasks | 2 + 1 servers | 149,940 | 99.0 % | 99.0 % |" in text


def test_no_figure_of_the_page_is_left_open() -> None:
    text = page(figures())

    assert "{" not in text
    assert all(by in text for by in BY)
