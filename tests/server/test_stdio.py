"""The pipes between a client and us: whatever they are made of, messages go through and nothing else does."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
SECONDS = 60
ECHOES = """
import anyio, os, sys
from sandgate.server import stdio

async def main():
    async with stdio.client() as (read, write):
        print("a library prints", flush=True)
        os.write(1, b"so does a process\\n")
        assert sys.stdin.read() == ""
        try:
            while True:
                message = await read.receive()
                if not isinstance(message, Exception):
                    await write.send(message)
        except anyio.EndOfStream:
            pass
    os.write(1, b"afterwards " + str(os.get_blocking(1)).encode())

anyio.run(main)
"""


def serve(config: Path) -> list[str]:
    config.write_text(f'state_dir = "{config.parent}"\n[import]\nclients = []\n', encoding="utf-8")
    return [sys.executable, "-m", "sandgate", "serve", "--config", str(config)]


def test_a_client_whose_pipes_are_sockets_is_served(tmp_path: Path) -> None:
    said, heard = socket.socketpair()
    told, tells = socket.socketpair()
    with (
        said,
        told,
        subprocess.Popen(serve(tmp_path / "sandgate.toml"), stdin=heard.fileno(), stdout=tells.fileno()) as process,
    ):
        heard.close()
        tells.close()
        told.settimeout(SECONDS)
        said.sendall(json.dumps(HELLO).encode() + b"\n")
        answer = told.makefile().readline()
        said.close()
        process.wait(SECONDS)

    assert json.loads(answer)["result"]["serverInfo"]["name"] == "sandgate"
    assert process.returncode == 0


def test_a_client_that_is_a_file_is_served(tmp_path: Path) -> None:
    (tmp_path / "said").write_text(json.dumps(HELLO) + "\n", encoding="utf-8")
    with (tmp_path / "said").open() as said:
        ran = subprocess.run(serve(tmp_path / "sandgate.toml"), stdin=said, capture_output=True, timeout=SECONDS)

    assert json.loads(ran.stdout)["result"]["serverInfo"]["name"] == "sandgate"


@pytest.mark.parametrize("size", [10, 1_000_000])
def test_only_messages_go_to_the_client_and_its_pipe_is_given_back_as_it_was(size: int) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "x", "params": {"text": "x" * size}}
    said = b"no message\n" + json.dumps(message).encode() + b"\n"

    ran = subprocess.run([sys.executable, "-c", ECHOES], input=said, capture_output=True, timeout=SECONDS)

    line, afterwards = ran.stdout.decode().split("\n")
    assert json.loads(line) == message
    assert afterwards == "afterwards True"
    assert ran.stderr.decode() == "a library prints\nso does a process\n"


def test_half_a_character_does_not_lose_the_message_around_it() -> None:
    said = b'{"jsonrpc": "2.0", "id": 1, "method": "x", "params": {"text": "\xff!"}}\n'

    ran = subprocess.run([sys.executable, "-c", ECHOES], input=said, capture_output=True, timeout=SECONDS)

    assert json.loads(ran.stdout.decode().split("\n")[0])["params"]["text"] == "\N{REPLACEMENT CHARACTER}!"


def test_where_errors_go_to_the_same_pipe_whoever_writes_them_need_not_wait(tmp_path: Path) -> None:
    read, write = os.pipe()
    subprocess.run(
        serve(tmp_path / "sandgate.toml"),
        input=json.dumps(HELLO).encode() + b"\n",
        stdout=write,
        stderr=write,
        timeout=SECONDS,
    )
    waits = os.get_blocking(write)
    os.close(write)
    with os.fdopen(read) as pipe:
        answer = next(line for line in pipe if line.startswith("{"))

    assert waits
    assert json.loads(answer)["result"]["serverInfo"]["name"] == "sandgate"
