"""What is counted of a conversation, on messages written out here."""

from __future__ import annotations

import mcp.types as wire

from sandgate.demo.counting import Transcript, definition, words
from sandgate.output import count

TOOL = wire.Tool(
    name="get_order",
    title="Order",
    description="Get one order.",
    input_schema={"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
    output_schema={"type": "object", "properties": {"total": {"type": "number"}}},
    annotations=wire.ToolAnnotations(read_only_hint=True),
)
AS_PASSED_ON = (
    '{"name":"get_order","description":"Get one order.",'
    '"inputSchema":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}}'
)


def test_a_definition_is_its_name_description_and_input_schema() -> None:
    assert definition(TOOL) == AS_PASSED_ON


def test_a_result_counts_its_text_and_not_the_structured_content_again() -> None:
    result = wire.CallToolResult(
        content=[wire.TextContent(text='{"total":12.5}')], structured_content={"total": 12.5, "currency": "EUR"}
    )

    assert words(result) == '{"total":12.5}'


def test_a_result_without_text_counts_its_structured_content() -> None:
    result = wire.CallToolResult(content=[], structured_content={"total": 12.5})

    assert words(result) == '{"total":12.5}'


def test_a_greeting_counts_each_definition_once_and_the_instructions() -> None:
    transcript = Transcript()

    transcript.offer([TOOL, TOOL], "Orders of the shop.")
    transcript.offer([], None)

    assert transcript.definitions == 2 * count(AS_PASSED_ON)
    assert transcript.instructions == count("Orders of the shop.")
    assert transcript.messages == 0


def test_a_call_counts_the_arguments_as_json_and_the_text_of_the_result_once() -> None:
    transcript = Transcript()
    result = wire.CallToolResult(content=[wire.TextContent(text="12.50 EUR")], structured_content={"total": 12.5})

    text = transcript.call("shop.get_order", {"id": "ORD-1", "für": None}, result)
    transcript.call("shop.get_order", {}, result)

    assert text == "12.50 EUR"
    assert transcript.arguments == count('{"id":"ORD-1","für":null}') + count("{}")
    assert transcript.results == 2 * count("12.50 EUR")
    assert transcript.calls == {"shop.get_order": 2}
    assert transcript.total == transcript.arguments + transcript.results


def test_a_program_costs_what_it_is_as_an_argument_escapes_included() -> None:
    transcript = Transcript()

    transcript.call("execute_code", {"code": 'print("a")\n'}, wire.CallToolResult(content=[]))

    assert transcript.arguments == count(r'{"code":"print(\"a\")\n"}')
