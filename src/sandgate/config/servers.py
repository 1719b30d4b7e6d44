"""From the options of one server to the server that can be started: transport chosen, variables filled in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from sandgate.config.documents import read_text
from sandgate.config.dotenv import parse_dotenv
from sandgate.config.options import ServerOptions
from sandgate.config.surroundings import Surroundings, is_file
from sandgate.config.variables import Filling, Incomplete, Syntax
from sandgate.model import ServerSpec, Transport


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Whose entry it is: the file, the client, and the folder its relative paths start at."""

    client: str
    file: Path
    folder: Path
    variables: Syntax | None


def complete(name: str, options: ServerOptions, origin: Origin, around: Surroundings) -> ServerSpec:
    """The server as it can be started. Raises Incomplete when something is missing that only a person can add."""
    if not name.strip():
        raise Incomplete("it has no name; give it one")
    transport = _transport(options)
    filling = Filling(origin.variables, around)
    # A placeholder named like one of the entry's own variables is one the server fills in itself: mcp-remote asks
    # for `"--header", "Authorization: ${TOKEN}"` with TOKEN in `env`. Its client leaves it alone, and so do we.
    args = tuple(filling.text(arg, kept=options.env) for arg in options.args)
    command, url = filling.text(options.command), filling.text(options.url)
    env = {key: filling.text(value) for key, value in options.env.items()}
    headers = {key: filling.text(value) for key, value in options.headers.items()}
    cwd, env_file = filling.text(options.cwd or ""), filling.text(options.env_file)
    login = [filling.text(text or "") for text in (options.oauth_client_id, options.oauth_client_secret)]
    if filling.missing:
        raise Incomplete("; ".join(filling.missing))
    if transport != "stdio":
        _check_url(url)
    return ServerSpec(
        name=name,
        transport=transport,
        command=command if transport == "stdio" else "",
        args=args,
        env=_env_of_file(env_file, origin.folder, around) | env,
        cwd=str(around.path(cwd, origin.folder)) if cwd else None,
        url=url if transport != "stdio" else "",
        headers=headers,
        oauth_client_id=login[0] or None,
        oauth_client_secret=login[1] or None,
        oauth_scope=options.oauth_scope,
        timeout_seconds=options.timeout_seconds,
        start_timeout_seconds=options.start_timeout_seconds,
        concurrency=options.concurrency,
        only_tools=None if options.only_tools is None else frozenset(options.only_tools),
        hidden_tools=frozenset(options.hidden_tools),
        source=str(origin.file),
        client=origin.client,
    )


def same_definition(one: ServerSpec, other: ServerSpec) -> bool:
    """Whether two entries start or reach the same thing; how long each may take does not matter."""

    def definition(spec: ServerSpec) -> tuple[object, ...]:
        return spec.transport, spec.command, spec.args, dict(spec.env), spec.cwd, spec.url, dict(spec.headers)

    return definition(one) == definition(other)


def _transport(options: ServerOptions) -> Transport:
    match options.transport, bool(options.command), bool(options.url):
        case _, False, False:
            raise Incomplete("it has neither a command nor a url; add one")
        case None, True, True:
            raise Incomplete("it has both a command and a url; remove one, or set transport")
        case "stdio", False, _:
            raise Incomplete("it is to be started, but has no command; add one")
        case (("http" | "sse"), _, False):
            raise Incomplete("it is to be reached over HTTP, but has no url; add one")
        case None, True, _:
            return "stdio"
        case None, _, True:
            return "sse" if options.url.partition("?")[0].rstrip("/").endswith("/sse") else "http"
        case given, _, _:
            return given or "stdio"


def _check_url(url: str) -> None:
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise Incomplete("its url is not an address that begins with http:// or https://; correct it")


def _env_of_file(env_file: str, folder: Path, around: Surroundings) -> dict[str, str]:
    if not env_file:
        return {}
    path = around.path(env_file, folder)
    if not is_file(path):
        raise Incomplete(f"its env file {around.shown(path)} is not there; create it or correct the path")
    return parse_dotenv(read_text(path, around.shown(path)))
