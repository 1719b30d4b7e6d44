"""Whom we speak with: clients, servers, and where their entries were found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from sandgate.model import ServerSpec, Transport

from .describing import about

ClientName = Literal["claude-code", "claude-desktop", "cursor", "vscode", "codex", "gemini", "windsurf", "zed", "goose"]


CLIENT_NAMES: tuple[ClientName, ...] = get_args(ClientName)


State = Literal["ready", "disabled", "shadowed", "duplicate", "self", "incomplete"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpOptions:
    host: str = field(default="127.0.0.1", metadata=about("The address to listen on when serving over HTTP."))
    port: int = field(default=8700, metadata=about("The port to listen on when serving over HTTP.", at_most=65535))
    token: str | None = field(
        default=None,
        repr=False,
        metadata=about("The bearer token a client must send; if not set, none is asked for.", secret=True),
    )
    allowed_hosts: tuple[str, ...] = field(
        default=(), metadata=about("Further `Host` headers to accept, such as `gate.example.com:8700`.")
    )
    allowed_origins: tuple[str, ...] = field(
        default=(), metadata=about("Further `Origin` headers to accept, such as `https://chat.example.com`.")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueOptions:
    refresh_after_hours: float = field(
        default=24.0, metadata=about("How old a remembered tool list may be before it is asked for again.", at_least=0)
    )
    wait_seconds: float = field(
        default=8.0, metadata=about("How long a search waits for servers whose tools are not known yet.", at_least=0)
    )
    learn: bool = field(
        default=True,
        metadata=about(
            "Whether the types of real results are remembered and shown where a server declares none; values never are."
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    clients: tuple[ClientName, ...] = field(
        default=CLIENT_NAMES, metadata=about("The clients whose servers are imported.")
    )
    project: bool = field(
        default=True, metadata=about("Whether the clients' files in the current folder are read, not only the user's.")
    )
    files: tuple[str, ...] = field(
        default=(), metadata=about("Further files with servers, in the form of any of the clients.")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """The keys of `[servers.NAME]`, and what every client's entry is turned into first. Variables are not filled in."""

    command: str = field(default="", metadata=about("The program to start, for a server that talks over stdio."))
    args: tuple[str, ...] = field(default=(), metadata=about("Its arguments."))
    env: Mapping[str, str] = field(
        default_factory=dict[str, str],
        repr=False,
        metadata=about("Variables it is given on top of the few it needs to run.", secret=True),
    )
    env_file: str = field(
        default="", metadata=about("A file of `NAME=value` lines with further variables; those in `env` win.")
    )
    cwd: str | None = field(default=None, metadata=about("The folder it is started in; the current one if not set."))
    url: str = field(default="", metadata=about("The address of a server that is reached over HTTP."))
    headers: Mapping[str, str] = field(
        default_factory=dict[str, str],
        repr=False,
        metadata=about("Headers sent with every request to `url`.", secret=True),
    )
    transport: Transport | None = field(
        default=None,
        metadata=about(
            "How to talk to it; if not set: stdio for a command, sse for a `url` that ends in `/sse`, else http."
        ),
    )
    timeout_seconds: float = field(default=60.0, metadata=about("How long one call may take."))
    start_timeout_seconds: float = field(
        default=60.0, metadata=about("How long it may take to start and to answer for the first time.")
    )
    concurrency: int = field(default=16, metadata=about("How many calls it is sent at once; further ones wait."))
    disabled: bool = field(
        default=False,
        metadata=about("Whether to leave it out; this also switches off an imported server of this name."),
    )
    only_tools: tuple[str, ...] | None = field(
        default=None, metadata=about("The only tools of it that exist for the model.")
    )
    hidden_tools: tuple[str, ...] = field(default=(), metadata=about("Tools of it that do not exist for the model."))
    oauth_client_id: str | None = field(
        default=None, metadata=about("The OAuth client to log in as, where it does not register one itself.")
    )
    oauth_client_secret: str | None = field(
        default=None, repr=False, metadata=about("The secret of that OAuth client.", secret=True)
    )
    oauth_scope: str | None = field(default=None, metadata=about("The OAuth scopes to ask for, separated by spaces."))


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One server entry that was seen in a file, and what became of it."""

    name: str
    client: str
    """Whose file it is: a name of CLIENT_NAMES, `sandgate`, or `file` for one that was named in `import.files`."""
    source: str
    state: State
    reason: str = ""
    """Why it is not ready and what to do. Holds no values of `env` or `headers`."""
    spec: ServerSpec | None = field(default=None, repr=False)
