"""The image that microsandbox's machines start from: what containers have, with another first process."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import anyio.to_thread

from ....errors import SandboxError
from ...docker import image
from ...remote import contents
from ...remote.speech import PYTHON, Speech
from ...typescript import runtime
from .. import build as machines
from .sdk import Sdk

NAME = "sandgate-machine:latest"
INSIDE = "vm/micro"
"""The package whose first process runs in it."""
BUILD = "run `sandgate sandbox build --vm`"
MISSING = f"microsandbox has no image for virtual machines: {BUILD}"
OTHER = f"the image for virtual machines was made {{}}: {BUILD} again"
OnProgress = Callable[[str], None]


async def check(sdk: Sdk, *, has_packages: bool = False, speech: Speech = PYTHON) -> None:
    """Raises SandboxError, with what to do, where there is no image that this version can use."""
    from microsandbox import ImageNotFoundError, MicrosandboxError

    try:
        about = (await sdk.images.inspect(NAME)).config
    except ImageNotFoundError as error:
        raise SandboxError(MISSING) from error
    except MicrosandboxError as error:
        raise SandboxError(f"the image for virtual machines cannot be read: {error}") from error
    labels = {name: str(text) for name, text in ((about.labels if about else None) or {}).items()}
    if other := await anyio.to_thread.run_sync(_other, labels, has_packages, speech):
        raise SandboxError(OTHER.format(other))


def _other(labels: Mapping[str, str], has_packages: bool, speech: Speech) -> str:
    if labels.get(image.CODE_LABEL) != contents.code_key(INSIDE):
        return "by another version of Sandgate"
    if has_packages and labels.get(image.PYTHON_LABEL) != machines.python_key():
        return f"for {labels.get(image.PYTHON_LABEL)}, and here is {machines.python_key()}"
    if speech.language == "typescript" and labels.get(image.DENO_LABEL) != runtime.key():
        return "with another Deno" if image.DENO_LABEL in labels else "without Deno"
    return ""


async def build(sdk: Sdk, on_progress: OnProgress = lambda _: None) -> None:
    """Make the image and hand it to microsandbox. Raises SandboxError."""
    from microsandbox import MicrosandboxError

    with tempfile.TemporaryDirectory(prefix="sandgate-image-") as scratch:
        on_progress("Putting the image together")
        archive = await anyio.to_thread.run_sync(_archived, Path(scratch))
        on_progress("Handing it to microsandbox")
        try:
            await sdk.images.load(str(archive))
        except MicrosandboxError as error:
            raise SandboxError(f"microsandbox did not take the image: {error}") from error
    await check(sdk)


def _archived(folder: Path) -> Path:
    return image.archived(folder, NAME, inside=INSIDE)
