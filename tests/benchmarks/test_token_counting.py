"""The counting itself, on small invented conversations whose sums can be checked by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from benchmarks.tokens.counting import Conversation, Message, Round, Turn, counted, definition, text_of, tokens
from benchmarks.tokens.looking import BY, Finding, loaded_exactly
from benchmarks.tokens.programs import program, programs
from benchmarks.tokens.scenes import drawn, draws
from benchmarks.tokens.tables import break_even, break_even_sent, by_way, dearer, median_saving
from benchmarks.tokens.tasks import Call, Step, Task, ToolId, singles
from benchmarks.tokens.ways import EXACT, LISTED, SEARCHED, USED, Scene, deferred, direct

from sandgate.model import Json, Tool
from sandgate.output import count

TALK = Conversation(100, (Turn(10, (Round("call", 1, 2), Round("call", 3, 4))), Turn(20, (Round("program", 5, 6),))))


def call(tool: str, result: Json = None, /, **arguments: Json) -> Call:
    server, _, name = tool.partition(".")
    return Call((server, name), arguments, result)


def path(tool: ToolId) -> str:
    return ".".join(tool)


def step(user: str, *calls: Call) -> Step:
    used = tuple(dict.fromkeys(each.tool for each in calls))
    return Step(user, tuple(each.message for each in calls), used, used, {"all printed": ()})


def test_every_message_is_counted_once() -> None:
    assert TALK.once == 100 + 10 + 1 + 2 + 3 + 4 + 20 + 5 + 6


def test_every_request_sends_all_that_came_before_it() -> None:
    first_turn = 110 + 113 + 120
    second_turn = 140 + 151

    assert TALK.sent == first_turn + second_turn


def test_calls_side_by_side_take_one_request_and_the_same_tokens() -> None:
    together = TALK.side_by_side()

    assert together.turns[0].rounds == (Round("call", 4, 6),)
    assert together.once == TALK.once
    assert together.sent == 110 + 120 + 140 + 151


def test_programs_are_never_put_side_by_side() -> None:
    several = Conversation(0, (Turn(0, (Round("program", 1, 1), Round("program", 1, 1))),))

    assert several.side_by_side() == several


def test_a_call_costs_its_name_its_arguments_and_the_text_of_its_result() -> None:
    message = Message("call", "find", {"query": "bread"}, "two loaves")

    assert counted(message) == Round("call", count('{"name":"find","input":{"query":"bread"}}'), count("two loaves"))


@pytest.mark.parametrize(
    ("result", "text"), [(None, ""), ("as it is", "as it is"), ({"a": [1, "ä"]}, '{"a":[1,"ä"]}'), (False, "false")]
)
def test_a_result_is_read_as_short_as_a_server_can_word_it(result: Json, text: str) -> None:
    assert text_of(result) == text


def test_half_characters_that_nobody_can_send_are_counted_too() -> None:
    assert tokens("\ud800") == count("?")


def test_a_program_makes_the_calls_in_order_and_prints_results_as_they_are() -> None:
    calls = [call("shop.open", door="front"), call("shop.count", of=["bread"], exact=True), call("shop.open")]

    assert program(calls, path) == (
        "from servers.shop import open, count\n"
        "print(await open(door='front'))\n"
        "print(await count(of=['bread'], exact=True))\n"
        "print(await open())"
    )


def test_only_the_last_result_is_printed_where_the_rule_says_so() -> None:
    ((code, calls),) = programs([call("shop.open"), call("shop.count")], "last printed", path)

    assert code == "from servers.shop import open, count\nawait open()\nprint(await count())"
    assert len(calls) == 2


def test_a_program_for_each_call_prints_each_result() -> None:
    made = programs([call("shop.open"), call("shop.count")], "a program a call", path)

    assert [code for code, _ in made] == [
        "from servers.shop import open\nprint(await open())",
        "from servers.shop import count\nprint(await count())",
    ]


def test_nothing_to_call_is_no_program() -> None:
    assert programs([], "all printed", path) == []


def test_two_tools_of_one_name_are_told_apart() -> None:
    assert program([call("a.find"), call("b.find")], path) == (
        "from servers.a import find as a_find\nfrom servers.b import find as b_find\n"
        "print(await a_find())\nprint(await b_find())"
    )


def test_arguments_that_are_no_names_in_python_are_given_as_an_object() -> None:
    assert program([call("a.find", **{"from": 1, "to": 2})], path).endswith("find({'from': 1, 'to': 2}))")


class Shown:
    """A search that shows what each query is told to show, and remembers the queries."""

    def __init__(self, **shown: Sequence[ToolId]) -> None:
        self.shown, self.queries = shown, list[str]()

    async def __call__(self, query: str) -> tuple[Message, Sequence[ToolId]]:
        self.queries.append(query)
        return Message("search", "search_tools", {"query": query}, "found"), self.shown.get(query.replace(" ", "_"), [])


@pytest.mark.anyio
async def test_what_the_first_search_shows_is_not_searched_again() -> None:
    shown = Shown(buy=[("shop", "buy"), ("shop", "sell")])
    finding = Finding(shown)

    first = await finding.find("buy", [("shop", "buy")])
    second = await finding.find("sell it again", [("shop", "sell"), ("shop", "buy")])

    assert (len(first), second) == (1, [])
    assert shown.queries == ["buy"]


@pytest.mark.anyio
async def test_a_tool_that_is_not_shown_is_searched_by_its_name_and_then_with_its_server() -> None:
    shown = Shown(open_door=[("house", "openDoor")], big_house_cd=[("bigHouse", "cd")])
    finding = Finding(shown)

    messages = await finding.find("let me in", [("house", "openDoor"), ("bigHouse", "cd"), ("house", "lost")])

    assert shown.queries == ["let me in", "open door", "cd", "big house cd", "lost", "house lost"]
    assert len(messages) == 6
    assert finding.by == {BY[0]: 0, BY[1]: 1, BY[2]: 1, BY[3]: 1}


def test_a_search_that_is_never_wrong_loads_each_definition_once() -> None:
    tools = {("shop", name): Tool(server="shop", name=name, description=name) for name in ("buy", "sell")}
    task = Task("t", ("shop",), (step("buy", call("shop.buy")), step("both", call("shop.buy"), call("shop.sell"))))

    first, second = loaded_exactly(task, tools)

    assert [message.text for message in first] == [definition(tools["shop", "buy"])]
    assert [message.text for message in second] == [definition(tools["shop", "sell"])]


def test_searches_come_before_the_calls_and_replace_the_listing() -> None:
    task = Task("t", ("shop",), (step("buy it", call("shop.buy", "done")),))
    search = Message("search", "tool_search", {"query": "buy it"}, "definition")

    listed, searched = direct(task, 1_000), deferred(task, [[search]])

    assert listed.once == 1_000 + count("buy it") + count('{"name":"buy","input":{}}') + count("done")
    assert [each.kind for each in searched.rounds] == ["search", "call"]
    assert searched.opening < 100


def test_single_calls_are_tasks_with_that_calls_server_alone() -> None:
    several = step("two", call("shop.buy"), call("shop.sell"))
    task = Task("t", ("shop", "bank"), (several, step("pay", call("bank.pay")), step("sell", call("shop.sell"))))

    assert singles([task, Task("none", ("shop",), (several,))]) == [Task("t", ("bank",), (task.steps[1],))]


def scene(listed: Sequence[int], ours: Sequence[int], messages: int = 0) -> Scene:
    """Tasks with so many tokens each; `messages` of the listed ones are no definitions."""
    made = Scene("one", servers=[1] * len(listed), tools=[1] * len(listed))
    for way, totals in ((LISTED, listed), (SEARCHED, listed), (EXACT, listed), (USED, listed)):
        made.ways[way] = [Conversation(total - messages, (Turn(messages, ()),)) for total in totals]
    made.ways["Sandgate"] = [Conversation(total, ()) for total in ours]
    return made


def test_the_median_saving_is_that_of_the_middle_task_and_negative_where_it_costs_more() -> None:
    assert median_saving(scene([100, 100, 1_000], [150, 90, 10]), "Sandgate", LISTED) == pytest.approx(10)
    assert median_saving(scene([100], [150]), "Sandgate", LISTED) == pytest.approx(-50)


def test_tasks_that_cost_more_are_counted() -> None:
    assert dearer([scene([100, 100, 100], [150, 100, 99])])[1] == ["Sandgate", LISTED, "1 of 3"]


def test_it_pays_from_the_number_of_tools_whose_definitions_cost_the_difference() -> None:
    given = scene([500], [1_000], messages=400)

    assert break_even(given, "Sandgate", 100) == [6]
    assert break_even(given, "Sandgate", 100, share=0.75) == [36]
    assert break_even(scene([5_000], [1_000], messages=4_000), "Sandgate", 100) == [0]


def test_what_is_listed_is_sent_with_every_request() -> None:
    calls = (Round("call", 5, 5), Round("call", 5, 5))
    given = Scene(
        "one", ways={USED: [Conversation(7, (Turn(0, calls),))], "Sandgate": [Conversation(630, (Turn(0, ()),))]}
    )

    assert given.ways[USED][0].requests == 3
    assert break_even_sent(given, "Sandgate", 100) == [2]  # 10 + 20 of messages, and 100 a tool with each request


def test_a_table_has_a_row_for_each_way() -> None:
    rows = by_way([scene([100, 300], [10, 20])], sum)

    assert [row[0] for row in rows] == ["", LISTED, SEARCHED, EXACT, "Sandgate"]
    assert [row[1] for row in rows] == ["one", "400", "400", "400", "30"]


def test_the_servers_that_are_drawn_are_neither_the_lightest_nor_the_heaviest() -> None:
    weights = {f"s{number}": number * number for number in range(30)}

    chosen = drawn(weights, 5)

    sums = [sum(weights[name] for name in servers) for servers in draws(weights, 5)]
    assert sum(weights[name] for name in chosen) == sums[len(sums) // 2]
    assert chosen == drawn(weights, 5)
    assert sums[0] < sums[len(sums) // 2] < sums[-1]


def test_all_servers_are_no_draw() -> None:
    assert drawn({"a": 1, "b": 2}, 2) == ["a", "b"]
