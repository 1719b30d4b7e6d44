"""Log in to a remote server: your browser opens its login page, and Sandgate keeps the tokens it gets."""

from __future__ import annotations

import argparse
import sqlite3
import webbrowser
from collections.abc import Callable
from functools import partial

import anyio
import anyio.to_thread

from sandgate.cache.settings import shelf_of
from sandgate.config import Config
from sandgate.errors import ConfigError, SandgateError
from sandgate.hub.callback import DEFAULT_REDIRECT
from sandgate.hub.login import log_in
from sandgate.hub.oauth import auth_for, takes_login
from sandgate.hub.router import Hub
from sandgate.hub.tokens import TokenStore
from sandgate.model import ServerSpec

from .options import add_config, config_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("server", metavar="SERVER", help="the server's name, as `sandgate servers` shows it")
    add_config(parser)
    parser.add_argument("--no-browser", action="store_true", help="print the address of the login page only")
    parser.add_argument("--forget", action="store_true", help="delete the tokens of this server")
    parser.add_argument(
        "--redirect-url",
        metavar="URL",
        default=DEFAULT_REDIRECT,
        help="where the browser comes back to, if you registered an OAuth client: such as http://localhost:3118/callback",
    )


def run(arguments: argparse.Namespace) -> int:
    config = config_of(arguments)
    store = TokenStore(config.state_dir / "oauth")
    if arguments.forget:
        forgotten = store.forget(arguments.server)
        print(f"Forgot the login to {arguments.server}." if forgotten else f"There is no login to {arguments.server}.")
        _forget_results(config, arguments.server)
        return 0
    spec = _spec(config, arguments.server)
    new_account = partial(_forget_results, config, spec.name)
    how = partial(_log_in, spec, store, new_account, browser=not arguments.no_browser, redirect=arguments.redirect_url)
    anyio.run(how)
    return 0


def _forget_results(config: Config, server: str) -> None:
    """What one account may see is not shown to the next."""
    shelf = shelf_of(config)
    if not shelf.file.exists():
        return
    try:
        shelf.forget(server)
    except (sqlite3.Error, OSError) as error:
        cure = f"before you go on, run `sandgate cache clear {server}`"
        raise SandgateError(f"results of the account before could not be forgotten ({error}); {cure}") from error
    finally:
        shelf.close()


def _spec(config: Config, name: str) -> ServerSpec:
    specs = {spec.name: spec for spec in config.servers}
    if name not in specs:
        raise ConfigError(f"there is no server {name!r}; the servers are: {', '.join(specs) or 'none'}")
    spec = specs[name]
    if spec.transport == "stdio":
        raise ConfigError(f"{name!r} is a program on this machine and takes no login")
    if not takes_login(spec):
        raise ConfigError(f"{name!r} has an Authorization header in {spec.source}, which is used instead of a login")
    return spec


async def _log_in(
    spec: ServerSpec, store: TokenStore, new_account: Callable[[], None], *, browser: bool, redirect: str
) -> None:
    async def show_page(url: str) -> None:
        opened = browser and await anyio.to_thread.run_sync(webbrowser.open, url)
        print(
            "Log in with the browser that has just opened. If you see none, visit:" if opened else "To log in, visit:"
        )
        print(f"  {url}", flush=True)

    login = await log_in(spec, show_page, redirect=redirect)
    if login:
        await anyio.to_thread.run_sync(store.save, spec, login)
        await anyio.to_thread.run_sync(new_account)
    count = await _count_tools(spec, store)
    tools = "1 tool" if count == 1 else f"{count} tools"
    print(f"Logged in to {spec.name}: {tools}." if login else f"{spec.name} asks for no login: {tools}.")


async def _count_tools(spec: ServerSpec, store: TokenStore) -> int:
    async with Hub([spec], auth=auth_for(store)) as hub:
        return len((await hub.list_tools(spec.name)).tools)
