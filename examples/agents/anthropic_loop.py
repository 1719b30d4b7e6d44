"""An agent loop on Anthropic's Messages API. The model is a script; put `client.messages.create` in its place."""

import tempfile
from pathlib import Path
from typing import Any

import anyio
from scene import PROGRAM, TASK, settings

import sandgate
from sandgate.adapters import Toolbox, anthropic

SCRIPT = [
    [{"type": "tool_use", "id": "1", "name": "search_tools", "input": {"query": "list issues", "limit": 1}}],
    [{"type": "tool_use", "id": "2", "name": "execute_code", "input": {"code": PROGRAM}}],
]


def create(*, system: str, tools: list[Any], messages: list[Any]) -> list[Any]:
    """In place of `client.messages.create(...).content`."""
    assert "execute_code" in system
    assert any(tool["name"] == "execute_code" for tool in tools)
    turn = len(messages) // 2
    if turn < len(SCRIPT):
        return SCRIPT[turn]
    seen = messages[-1]["content"][0]["content"][0]["text"]
    return [{"type": "text", "text": f"There are {seen}."}]


async def main(state_dir: Path) -> None:
    async with sandgate.open(settings(state_dir)) as gate, Toolbox(gate) as box:
        messages: list[Any] = [{"role": "user", "content": TASK}]
        while True:
            content = create(system=box.instructions, tools=anthropic.tools(box), messages=messages)
            messages.append({"role": "assistant", "content": content})
            results = await anthropic.results(box, content)
            if not results:
                break
            messages.append({"role": "user", "content": results})
        print(content[0]["text"])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(main, Path(folder))
