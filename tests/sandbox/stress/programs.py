"""The programs of the storm: what each does, and how it must end."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from sandgate.model import Call, Limits, Outcome, Status
from sandgate.sandbox.protocol import Answer, Request

LIMITS = Limits(
    time_seconds=20,
    cpu_seconds=20,
    memory_mb=96,
    disk_mb=8,
    workspace_mb=8,
    workspace_files=200,
    processes=16,
    open_files=64,
    output_kb=64,
    message_mb=1,
    calls=200,
    concurrent_calls=20,
)
BRIEF = replace(LIMITS, time_seconds=1)
"""For programs that only the clock ends; the others get time enough to reach their own end on a busy machine."""
MARK = f"storm-{os.getpid()}"
"""What every program calls its processes, so that one that is left can be found, and told from a storm beside it."""
NAMED = f"import ctypes\nctypes.CDLL(None).prctl(15, b'{MARK}')\n"
FILL = "import time\nfor n in range(50):\n    open(str(n), 'wb').write(bytes(2**20))\ntime.sleep(60)"
SEND = "import os, time\ndef send(body):\n    os.write(3, len(body).to_bytes(4, 'big') + body)\n"


@dataclass(frozen=True, slots=True)
class Kind:
    """A program and its verdict. Where a limit is held from inside or from outside, either status is right."""

    name: str
    code: str
    statuses: tuple[Status, ...]
    word: str = ""
    """In what the program is told or in what it printed."""

    @property
    def limits(self) -> Limits:
        return BRIEF if "timeout" in self.statuses else LIMITS

    def mistake(self, outcome: Outcome) -> str:
        """What is wrong with an outcome; empty if nothing is."""
        said = f"{outcome.fault.message if outcome.fault else ''} {outcome.output[-500:]} {outcome.value}"
        if outcome.status in self.statuses and self.word in said:
            return ""
        return f"{self.name}: {outcome.status}, {said[:300].strip()!r}"


WELL_BEHAVED = (
    Kind("calculates", "sum(n * n for n in range(20_000))", ("ok",), "2666466670000"),
    Kind(
        "calls 20 times",
        "for n in range(20):\n    assert await call_mcp_tool('s.echo', {'n': n}) == {'n': n}\n'all answered'",
        ("ok",),
        "all answered",
    ),
    Kind(
        "calls side by side",
        "import asyncio\nanswers = await asyncio.gather(*(call_mcp_tool('s.echo', {'n': n}) for n in range(50)))\n"
        "[answer['n'] for answer in answers] == [*range(50)] and 'in order'",
        ("ok",),
        "in order",
    ),
    Kind(
        "keeps files",
        "from pathlib import Path\nfor n in range(50):\n    Path(f'workspace/{n}').write_text('x' * n)\n"
        "len([*Path('workspace').iterdir()])",
        ("ok",),
        "50",
    ),
    Kind("raises", "raise ValueError('its own mistake')", ("error",), "its own mistake"),
)
PROCESSES = (
    Kind("fork bomb", "import os\nwhile True:\n    os.fork()", ("error", "killed"), "limits.processes"),
    Kind(
        "fork bomb that does not give up",
        "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass",
        ("timeout", "killed"),
        "raise limits.",
    ),
    Kind(
        "thread bomb",
        "import threading, time\nwhile True:\n    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()",
        ("error", "killed"),
        "limits.processes",
    ),
    Kind("segfault", "import ctypes\nctypes.string_at(0)", ("killed",), "SIGSEGV"),
    Kind("abort", "import os\nos.abort()", ("killed",), "SIGABRT"),
    Kind("leaves at once", "import os\nos._exit(7)", ("killed",), "exit code 7"),
    Kind(
        "kills all it can",
        "import os, time\nfor _ in range(5):\n    if os.fork() == 0:\n        time.sleep(60)\n"
        "os.kill(-1, 9)\n'still here'",
        ("ok",),
        "still here",
    ),
    Kind(
        "kills its first process",
        "import os\nfor pid in (1, os.getppid()):\n    try:\n        os.kill(pid, 9)\n    except OSError:\n"
        "        pass\n'in vain'",
        ("ok",),
        "in vain",
    ),
    Kind(
        "stops itself", "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", ("timeout",), "limits.time_seconds"
    ),
    Kind("sleeps", "import time\ntime.sleep(60)", ("timeout",), "limits.time_seconds"),
    Kind("spins", "while True:\n    pass", ("timeout",), "limits.time_seconds"),
    Kind(
        "daemon",
        """
import os, signal, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in range(1, 65):
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                pass
        os.closerange(0, 64)
        time.sleep(600)
    os._exit(0)
os.wait()
'went ahead'
""",
        ("ok",),
        "went ahead",
    ),
)
ROOM = (
    Kind(
        "memory bomb",
        "held = []\nwhile True:\n    held.append(bytearray(2**22))",
        ("memory",),
        "limits.memory_mb",
    ),
    Kind(
        "memory bomb of a tree",
        "import os, time\nfor _ in range(3):\n    os.fork()\nheld = bytearray(32 * 2**20)\ntime.sleep(60)",
        ("memory",),
        "limits.memory_mb",
    ),
    Kind("flood without end", "import os\nwhile True:\n    os.write(1, b'x' * 65536)", ("timeout",), "dropped"),
    Kind("flood", "for _ in range(2000):\n    print('x' * 1000)\n'done'", ("ok",), "dropped"),
    Kind(
        "disk filler",
        "import os\nos.chdir(os.environ['TMPDIR'])\n" + FILL,
        ("error", "killed"),
        "limits.disk_mb",
    ),
    Kind(
        "workspace filler",
        "import os\nos.chdir('workspace')\n" + FILL,
        ("error", "killed"),
        "_mb in sandgate.toml",
    ),
    Kind(
        "file maker",
        "import time\nfor n in range(400):\n    open(f'workspace/{n}', 'w')\ntime.sleep(60)",
        ("error", "killed"),
        "limits.workspace_files",
    ),
    Kind("opens files", "held = [open('/dev/null') for _ in range(10**6)]", ("error",), "limits.open_files"),
)
CHANNEL = (
    Kind("calls without end", "while True:\n    await call_mcp_tool('s.echo')", ("error",), "limits.calls"),
    Kind(
        "calls without reading",
        SEND + 'for n in range(10**5):\n    send(b\'{"type":"call","id":%d,"tool":"s.echo","arguments":{}}\' % n)',
        ("killed",),
        "limits.c",  # calls or concurrent_calls: whichever is counted first
    ),
    Kind("sends no JSON", SEND + "send(b'\\xff' * 1000)\ntime.sleep(60)", ("killed",), "not JSON"),
    Kind("sends no object", SEND + "send(b'[1, 2]')\ntime.sleep(60)", ("killed",), "not an object"),
    Kind("sends NaN", SEND + 'send(b\'{"type": "done", "value": NaN}\')\ntime.sleep(60)', ("killed",), "not JSON"),
    Kind("sends too deep", SEND + "send(b'{\"a\":' * 500 + b'1' + b'}' * 500)\ntime.sleep(60)", ("killed",), "nested"),
    Kind("sends too much", SEND + "os.write(3, b'\\xff' * 64)\ntime.sleep(60)", ("killed",), "4,294,967,295 bytes"),
    Kind("sends half a message", SEND + "os.write(3, b'\\0\\0\\0\\x20{')\ntime.sleep(60)", ("timeout",), "limits.time"),
    Kind("closes its channel", "import os, time\nos.close(3)\ntime.sleep(60)", ("killed",)),
    Kind(
        "says it is done and goes on",
        SEND + 'send(b\'{"type":"done","status":"ok","has_value":true,"value":"early"}\')\ntime.sleep(60)',
        ("ok",),
        "early",
    ),
)
KINDS = (*WELL_BEHAVED, *PROCESSES, *ROOM, *CHANNEL)

NEIGHBOUR = Kind(
    "neighbour",
    "import asyncio\nfor n in range(4):\n    await call_mcp_tool('s.echo')\n    await asyncio.sleep(0.015)\n'well'",
    ("ok",),
    "well",
)
"""Runs beside the storm, and must not feel it: it mostly waits, as programs that call tools do."""


async def echo(request: Request) -> Answer:
    assert isinstance(request, Call)
    return Answer([{"type": "value", "value": request.arguments}])
