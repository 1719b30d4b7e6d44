"""A smolagents agent with Sandgate's tools, without async. The model is a script; any of its models takes its place."""

import tempfile
from pathlib import Path
from typing import Any

from scene import PROGRAM, TASK, settings
from smolagents import ToolCallingAgent
from smolagents.models import ChatMessage, ChatMessageToolCall, ChatMessageToolCallFunction, MessageRole, Model

from sandgate.adapters import smolagents
from sandgate.adapters.blocking import open_toolbox

SCRIPT: list[tuple[str, dict[str, Any]]] = [
    ("search_tools", {"query": "list issues", "limit": 1}),
    ("execute_code", {"code": PROGRAM}),
]


class Scripted(Model):
    """Calls one tool after the other, then repeats what the last one said."""

    turn = 0

    def generate(self, messages: list[Any], **_: Any) -> ChatMessage:
        if self.turn < len(SCRIPT):
            name, arguments = SCRIPT[self.turn]
        else:
            seen = str(messages[-1].content[0]["text"]).rpartition(":")[2].strip()
            name, arguments = "final_answer", {"answer": f"There are {seen}."}
        self.turn += 1
        function = ChatMessageToolCallFunction(name=name, arguments=arguments)
        call = ChatMessageToolCall(id=str(self.turn), type="function", function=function)
        return ChatMessage(role=MessageRole.ASSISTANT, content="", tool_calls=[call])


def main(state_dir: Path) -> None:
    with open_toolbox(settings(state_dir)) as box:
        agent = ToolCallingAgent(
            tools=smolagents.tools(box), model=Scripted(), instructions=box.instructions, verbosity_level=0
        )
        print(agent.run(TASK))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(Path(folder))
