"""An agent loop on OpenAI's chat completions, without async. The model is a script."""

import json
import tempfile
from pathlib import Path
from typing import Any

from scene import PROGRAM, TASK, settings

from sandgate.adapters import openai
from sandgate.adapters.blocking import open_toolbox


def call(id: str, name: str, **arguments: object) -> dict[str, Any]:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}


SCRIPT = [
    call("1", "get_tool_definition", tool="tracker.list_issues"),
    call("2", "execute_code", code=PROGRAM),
]


def create(*, tools: list[Any], messages: list[Any]) -> dict[str, Any]:
    """In place of `client.chat.completions.create(...).choices[0].message`."""
    assert any(tool["function"]["name"] == "execute_code" for tool in tools)
    turn = sum(message["role"] == "assistant" for message in messages)
    if turn < len(SCRIPT):
        return {"role": "assistant", "content": None, "tool_calls": [SCRIPT[turn]]}
    return {"role": "assistant", "content": f"There are {messages[-1]['content']}."}


def main(state_dir: Path) -> None:
    with open_toolbox(settings(state_dir)) as box:
        messages: list[Any] = [
            {"role": "system", "content": box.instructions},
            {"role": "user", "content": TASK},
        ]
        while True:
            message = create(tools=openai.chat_tools(box), messages=messages)
            messages.append(message)
            results = box.wait_for(openai.chat_results, box, message)
            if not results:
                break
            messages += results
        print(message["content"])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(Path(folder))
