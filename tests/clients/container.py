"""`python -m tests.clients.container [--base IMAGE]`: build the image, start it, and use it as a client does.

It needs the `docker` command, an engine that it reaches, and a package index. It takes minutes, so the suite does not
run it. The container has the machine's own network: an engine without networks will do.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

import anyio
from httpx2 import AsyncClient
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.scenarios.gate import execute, free_port, listening, said

ROOT = Path(__file__).parents[2]
IMAGE = "sandgate-check"
TOKEN = "a-token-for-this-check"
LOOSENED = [f"--security-opt={name}=unconfined" for name in ("seccomp", "apparmor", "systempaths")]
TIGHTENED = ["--cap-drop=ALL", "--security-opt=no-new-privileges", "--read-only", "--tmpfs=/tmp"]
SETTINGS = """
state_dir = "/var/lib/sandgate"
[http]
port = {port}
token = "${{SANDGATE_TOKEN}}"
[servers.tracker]
command = "python3"
args = ["-m", "sandgate.demo.servers.tracker"]
"""
PROGRAM = """
import os, socket
from servers.tracker import list_issues

page = await list_issues(project="SHOP", priority="urgent", limit=250)
try:
    socket.create_connection(("127.0.0.1", {port}), 2)
    reached = "reached"
except OSError:
    reached = "not reached"
print(len(page["issues"]), "urgent;", "the gateway is", reached + "; token:", os.environ.get("SANDGATE_TOKEN"))
"""


def docker(*words: str, check: bool = True) -> str:
    environment = {**os.environ, "DOCKER_BUILDKIT": os.environ.get("DOCKER_BUILDKIT", "0"), "SANDGATE_TOKEN": TOKEN}
    done = subprocess.run(["docker", *words], env=environment, capture_output=True, text=True, check=False)
    if check and done.returncode:
        sys.exit(f"docker {words[0]} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout + done.stderr


@contextmanager
def serving(settings: Path) -> Generator[str]:
    """A container that serves these settings; gone afterwards."""
    mounted = f"--volume={settings}:/etc/sandgate/sandgate.toml:ro"
    options = ["--detach", "--network=host", "--env=SANDGATE_TOKEN", mounted, *LOOSENED, *TIGHTENED]
    name = docker("run", *options, IMAGE).strip()
    try:
        yield name
    finally:
        docker("rm", "--force", "--volumes", name)


async def use(port: int) -> str:
    """What a program prints that looks around inside."""
    with anyio.fail_after(60):
        await listening(port)
        async with AsyncClient() as nobody:
            answer = await nobody.post(f"http://127.0.0.1:{port}/mcp")
        check("without the token there is no answer", answer.status_code == 401, answer.text)
        headers = {"Authorization": f"Bearer {TOKEN}"}
        async with (
            AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=http)) as client,
        ):
            found = said(await client.call_tool("search_tools", {"query": "list issues of a project"}))
            check("a search finds the tool", "tracker.list_issues" in found, found)
            return await execute(client, PROGRAM.format(port=port))


def check(what: str, held: bool, seen: str) -> None:
    print("ok  " if held else "FAIL", what)
    if not held:
        sys.exit(seen)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", help="the image to build on; without it, the one that the Dockerfile names")
    base = parser.parse_args().base
    began = time.monotonic()
    docker("build", "--network=host", f"--tag={IMAGE}", *([f"--build-arg=BASE={base}"] if base else []), str(ROOT))
    check("the image is built", True, "")

    told = docker("run", "--rm", "--env=SANDGATE_TOKEN", *LOOSENED, *TIGHTENED, IMAGE, "doctor")
    check("doctor says that level full stands", "ok\tlevel full" in told, told)
    refused = docker("run", "--rm", "--env=SANDGATE_TOKEN", IMAGE, check=False)
    check("without the options it does not serve, and says why", "Nothing was run without walls" in refused, refused)

    port = free_port()
    with NamedTemporaryFile("w", suffix=".toml") as settings:
        settings.write(SETTINGS.format(port=port))
        settings.flush()
        Path(settings.name).chmod(0o644)
        with serving(Path(settings.name)):
            printed = anyio.run(use, port)
    check(
        "a program reaches tools and nothing else",
        printed.startswith("14 urgent; the gateway is not reached; token: None"),
        printed,
    )
    print(f"done in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
