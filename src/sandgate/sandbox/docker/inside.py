"""The first process of a container: ours, and trusted. It begins the run, carries what is said, and ends it.

Standard library only. When the gateway goes, so does this, and with it everything in the container.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from sandgate.sandbox.process import kernel
from sandgate.sandbox.remote import first, packets
from sandgate.sandbox.remote.porter import Gone, Porter

sys.path.pop(0)


def serve() -> None:
    os.umask(0o022)
    libraries = os.environ.get("LD_LIBRARY_PATH")
    os.environ.clear()  # a base image may have put anything there
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)  # a program has the same user, and must not read our memory
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # what has a handler can be sent to us from inside
    unpacker = packets.Unpacker()
    order = first.ordered(unpacker)
    if libraries:
        order["folders"]["libraries"] = libraries  # a program imports modules that link against them

    def begin() -> Porter:
        first.prepare(order["language"], order["folders"].get("packages"), order["preload"])
        return Porter(order, unpacker, first.start_worker, first.held(order))

    first.carry(begin)


if __name__ == "__main__":
    with contextlib.suppress(Gone):
        serve()
    os._exit(0)
