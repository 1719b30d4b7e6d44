"""What a user is promised, by id. A test cites the promise it proves with `@pytest.mark.promise("id")`.

`test_requirements.py` fails when a promise has no test or a test cites a promise that is not here.
"""

from __future__ import annotations

PROMISES: dict[str, str] = {
    # the path of an agent
    "path": "An agent searches, reads a definition and runs a program, over stdio and HTTP, in both protocol eras.",
    "path.third-parties": "It works with servers other people wrote, started from their packages.",
    "path.together": "One program can combine what several servers say.",
    "path.results": "Results arrive as values, a tool's error as a ToolError to catch, an image as bytes.",
    # what a client sees
    "surface.instructions": "The instructions teach the whole pattern in under 250 tokens.",
    "surface.full": "The whole tool list costs under 1,500 tokens.",
    "surface.minimal": "The minimal surface lists search, definition and execute in under 450 tokens.",
    "surface.prefix": "Our tools' names can be given a prefix.",
    "surface.at-once": "Tools an agent needs at once are marked so that clients do not defer them.",
    "surface.hints": "Annotations say which of our tools only read and which can change things.",
    # while a program runs
    "run.progress": "What a program prints arrives as progress while it runs.",
    "run.cancel": "Cancelling the call ends the program and everything it started, and the gateway serves on.",
    "run.cancel-reaches-server": "Cancelling reaches the downstream server whose tool is at work.",
    "run.long-line": "A program may print any amount in any form without harm to the conversation.",
    # the walls
    "walls.level": "Every result says how strong the walls were that its program ran behind.",
    "walls.minimum": "Below the configured level nothing runs, and the cause and the cure are named.",
    # bad input
    "bad.config": "Broken settings end with exit code 2 and one line that names the file, the line and the fault.",
    "bad.server": "A server that cannot start costs only its own tools; its last words are in the answer.",
    "bad.tool": "A tool that does not exist is answered with the nearest that do.",
    "bad.arguments": "Wrong arguments are answered with what would be right.",
    "bad.code": "Code that does not parse is answered with its line and is not run.",
    "bad.hang": "A tool that hangs is given up after its server's timeout_seconds.",
    "bad.loop": "A program that never ends is ended after limits.time_seconds.",
    "bad.death": "A server that dies in a call fails that call; the next call starts it again.",
    "bad.same-name": "Two servers with the same name: one is used, the other reported, nothing is guessed.",
    "bad.large": "A 50 MB result or value is refused or shortened with a word about it.",
    "bad.request": "A request that is not MCP gets an error and the next one is served.",
    # the end
    "end.disconnect": "When the client goes, even in the middle of a run, the gateway and all it started go too.",
    "end.signal": "A terminated gateway leaves nothing behind.",
    "end.kill": "A killed gateway leaves nothing behind.",
    # downstream servers
    "hub.list-changed": "A server's new tools are there as soon as it announces them, in both eras.",
    "hub.environment": "The gateway's own variables are not given to servers.",
    "state.shared": "Two gateways can share one state folder.",
    # the protocol
    "conformance.2025-11-25": "All applicable server scenarios of the official suite pass for the handshake era.",
    "conformance.2026-07-28": "All applicable server scenarios of the official suite pass for the newest protocol.",
}
