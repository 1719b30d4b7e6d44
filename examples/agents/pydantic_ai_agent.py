"""A Pydantic AI agent with Sandgate as its toolset. The model is a script; `"anthropic:..."` takes its place."""

import tempfile
from pathlib import Path

import anyio
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from scene import PROGRAM, TASK, settings

import sandgate
from sandgate.adapters import Toolbox, pydantic_ai

SCRIPT = [
    ToolCallPart("search_tools", {"query": "list issues", "limit": 1}),
    ToolCallPart("execute_code", {"code": PROGRAM}),
]


def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    """In place of a model."""
    assert "execute_code" in (info.instructions or "")
    assert any(tool.name == "execute_code" for tool in info.function_tools)
    turn = sum(isinstance(message, ModelResponse) for message in messages)
    if turn < len(SCRIPT):
        return ModelResponse(parts=[SCRIPT[turn]])
    seen = next(part for part in messages[-1].parts if isinstance(part, ToolReturnPart))
    return ModelResponse(parts=[TextPart(f"There are {seen.content}.")])


async def main(state_dir: Path) -> None:
    async with sandgate.open(settings(state_dir)) as gate, Toolbox(gate) as box:
        agent = Agent(FunctionModel(answer), toolsets=[pydantic_ai.toolset(box)])
        print((await agent.run(TASK)).output)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(main, Path(folder))
