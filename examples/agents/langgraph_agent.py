"""A LangGraph agent whose tools are Sandgate's. The model is a script; any chat model with tools takes its place."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anyio
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from scene import PROGRAM, TASK, settings

import sandgate
from sandgate.adapters import Toolbox, langchain


class Scripted(GenericFakeChatModel):
    """Says what it was given, one message after the other."""

    def bind_tools(self, tools: Sequence[Any], **_: Any) -> "Scripted":
        assert any(tool.name == "execute_code" for tool in tools)
        return self


def asks(id: str, name: str, **arguments: object) -> AIMessage:
    return AIMessage("", tool_calls=[{"id": id, "name": name, "args": arguments}])


async def main(state_dir: Path) -> None:
    async with sandgate.open(settings(state_dir)) as gate, Toolbox(gate) as box:
        tools = langchain.tools(box)
        script: list[BaseMessage] = [
            asks("1", "search_tools", query="list issues", limit=1),
            asks("2", "execute_code", code=PROGRAM),
            AIMessage("That is the answer."),
        ]
        model = Scripted(messages=iter(script)).bind_tools(tools)

        async def think(state: MessagesState) -> dict[str, Any]:
            return {"messages": [await model.ainvoke(state["messages"])]}

        graph = StateGraph(MessagesState)
        graph.add_node("model", think)
        graph.add_node("tools", ToolNode(tools))
        graph.add_edge(START, "model")
        graph.add_conditional_edges("model", tools_condition)
        graph.add_edge("tools", "model")

        start = [SystemMessage(box.instructions), HumanMessage(TASK)]
        ended = await graph.compile().ainvoke({"messages": start})
        for message in ended["messages"][-2:]:
            print(f"{message.type}: {message.content}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(main, Path(folder))
