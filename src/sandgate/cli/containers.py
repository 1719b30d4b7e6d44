"""Containers on the command line: build the image they start from, and see whether they can be used."""

from __future__ import annotations

import os
from collections.abc import Callable

from sandgate.config import Config, SandboxOptions

from .checks import Check
from .display import say, say_json, short


def build(base: str, on_progress: Callable[[str], None], *, as_json: bool) -> int:
    """Make the image of this machine's Python, or on top of another image."""
    import anyio

    from sandgate.sandbox.docker import image
    from sandgate.sandbox.docker.engine import Engine, socket_of

    engine = Engine(socket_of(os.environ))

    async def built() -> str:
        return await image.build(engine, base=base, on_progress=on_progress)

    digest = anyio.run(built)
    if as_json:
        say_json({"image": digest, "name": image.NAME, "base": base or None, "engine": engine.path})
    else:
        say(f"The image {image.NAME} is built, at the engine of {short(engine.path)}: {digest}", "green")
    return 0


def docker(config: Config | None) -> Check:
    """Whether programs can run in containers, tried by one that attacks the walls; else why not."""
    import anyio

    from sandgate.sandbox.docker.backend import DockerBackend
    from sandgate.sandbox.docker.selftest import tried

    options = config.sandbox if config else SandboxOptions()
    backend = DockerBackend(socket=options.docker_socket, name=options.docker_image, runtime=options.docker_runtime)
    return Check.of("docker", anyio.run(tried, backend))
