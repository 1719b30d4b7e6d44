"""Every option Sandgate has, with its default and one sentence about it. How files are read is not here."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, get_args

from sandgate.model import Level, Limits, ServerSpec, Transport, Wall

ClientName = Literal["claude-code", "claude-desktop", "cursor", "vscode", "codex", "gemini", "windsurf", "zed", "goose"]
CLIENT_NAMES: tuple[ClientName, ...] = get_args(ClientName)

State = Literal["ready", "disabled", "shadowed", "duplicate", "self", "incomplete"]


def about(
    doc: str, *, secret: bool = False, at_least: float | None = None, at_most: float | None = None, default: str = ""
) -> Mapping[str, Any]:
    """What is known of an option besides its type and default. A number must be above 0 unless `at_least` is given;
    a `secret` is in no message; `default` says in words what the code works out.
    """
    return {"doc": doc, "secret": secret, "at_least": at_least, "at_most": at_most, "default": default}


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputOptions:
    tokens: int = field(default=4000, metadata=about("How many tokens of a program's answer the model is shown."))


BY_RISK = 'With `backend = "auto"`: where programs run that'


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxOptions:
    backend: Literal["process", "docker", "vm", "monty", "auto"] = field(
        default="process",
        metadata=about(
            "What puts up the walls around a program. `process`: the kernel, through namespaces of our own; `docker`: "
            "a container engine, whose image `sandgate sandbox build --docker` makes; `vm`: a virtual machine, which "
            "`sandgate sandbox build --vm` makes; `monty`: an interpreter of a part of Python, for machines without "
            "any of these; `auto`: by the risk of the program, as set below."
        ),
    )
    low_risk: Wall = field(default="process", metadata=about(f"{BY_RISK} only look."))
    medium_risk: Wall = field(default="process", metadata=about(f"{BY_RISK} change what can be undone."))
    high_risk: Wall = field(default="docker", metadata=about(f"{BY_RISK} may do harm."))
    critical_risk: Wall = field(default="vm", metadata=about(f"{BY_RISK} may do harm that cannot be undone."))
    docker_socket: str = field(
        default="", metadata=about("The socket of the container engine.", default="that of Docker, or of Podman")
    )
    docker_image: str = field(default="sandgate-sandbox", metadata=about("The image that programs run in."))
    docker_runtime: str = field(
        default="", metadata=about("The runtime of the containers, such as `runsc` for gVisor.", default="the engine's")
    )
    minimum_level: Level = field(
        default="bwrap",
        metadata=about(
            "The weakest walls programs may run behind; the strongest that stand are used. `full`: namespaces of "
            "our own; `bwrap`: those bubblewrap makes; `lite`: none, only what the kernel forbids a process."
        ),
    )
    concurrent_runs: int = field(default=8, metadata=about("How many programs may run at once; further ones wait."))
    spares: int = field(
        default=2,
        metadata=about(
            "How many sandboxes wait ready, so that a program starts at once; 0 makes each when asked.", at_least=0
        ),
    )
    packages: tuple[str, ...] = field(
        default=(),
        metadata=about(
            "Packages that programs may import, such as `numpy==2.1`; `sandgate sandbox build` fetches them."
        ),
    )
    preload: tuple[str, ...] = field(
        default=(), metadata=about("Modules that are imported before a program comes, so that it need not wait.")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOptions:
    most: int = field(
        default=8,
        metadata=about("How many sessions keep their variables at once; the one not used for longest makes room."),
    )
    idle_minutes: float = field(
        default=15.0, metadata=about("How long a session keeps its variables when nobody uses it. Its files stay.")
    )
    cpu_seconds: float = field(
        default=600.0, metadata=about("Processor time of all programs of a session while its variables are kept.")
    )
    keep_days: float = field(
        default=30.0,
        metadata=about(
            "How long the files of a session are kept after they were last written; 0 is for ever.", at_least=0
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillOptions:
    approval: bool = field(
        default=False,
        metadata=about(
            "Whether a person must approve a skill before programs can import it; one that was made elsewhere always "
            "needs it."
        ),
    )
    largest_kb: int = field(
        default=256, metadata=about("How large one version may be: its code, its text and its examples together.")
    )
    most: int = field(default=1000, metadata=about("How many skills may be saved."))
    most_versions: int = field(default=500, metadata=about("How many versions one skill may have; none is ever lost."))


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
class RuleOptions:
    """The keys of one `[[policy.rules]]`."""

    tools: tuple[str, ...] = field(
        default=(), metadata=about("Which tools: patterns of `server.tool`, where `*` stands for anything.")
    )
    action: Literal["allow", "ask", "deny", "limit"] = field(
        default="deny",
        metadata=about("What becomes of a call that fits: `ask` puts it to a person, `limit` allows so many of them."),
    )
    when: Mapping[str, str] = field(
        default_factory=dict[str, str],
        metadata=about(
            "What arguments must be for the rule to fit, by their path (`data.amount`): a pattern, a comparison such "
            "as `> 100`, or `!` before either. All must hold; one item of a list is enough."
        ),
    )
    per_run: int | None = field(default=None, metadata=about("For `limit`: how many such calls one program may make."))
    per_minute: int | None = field(
        default=None, metadata=about("For `limit`: how many such calls all programs may make in a minute.")
    )
    reason: str = field(default="", metadata=about("What the program is told when a call is denied."))


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyOptions:
    profile: Literal["read_only", "write_restricted", "execute_full"] = field(
        default="execute_full",
        metadata=about(
            "What decides about calls that no rule fits: `read_only` allows what changes nothing, `write_restricted` "
            "asks a person about the rest, `execute_full` allows all."
        ),
    )
    readonly_tool: bool = field(
        default=False,
        metadata=about(
            "Whether the model also gets `execute_code_readonly`, which reaches only tools that change nothing: a "
            "client can always allow that one."
        ),
    )
    approval_seconds: float = field(
        default=300.0, metadata=about("How long a person has to answer; silence means no. The program's clock stands.")
    )
    approval_webhook: str | None = field(
        default=None,
        repr=False,
        metadata=about(
            'Where questions are sent as JSON too; the answer `{"decision": "once"}` (or run, always, deny) counts.',
            secret=True,
        ),
    )
    rules: tuple[RuleOptions, ...] = field(
        default=(), metadata=about("Rules about calls, as tables `[[policy.rules]]`; the first that fits decides.")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationOptions:
    enabled: bool = field(default=True, metadata=about("Whether programs are looked through before they run."))
    rules: Mapping[str, str] = field(
        default_factory=dict[str, str],
        metadata=about(
            'What a rule does, such as `processes = "warn"`: `block` keeps a program from running, `warn` tells the '
            "model, `info` writes it down, `off`. `sandgate policy checks` lists the rules."
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivacyRuleOptions:
    """The keys of one `[[privacy.rules]]`."""

    tools: tuple[str, ...] = field(
        default=(), metadata=about("Which tools: patterns of `server.tool`, where `*` stands for anything.")
    )
    mode: Literal["tokens", "output", "off"] | None = field(
        default=None, metadata=about("What becomes of their results; if not set, what `privacy.mode` says.")
    )
    restore: tuple[str, ...] | None = field(
        default=None,
        metadata=about("The kinds of values they may be sent, such as `EMAIL`; if not set, every kind; `[]` is none."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecogniserOptions:
    """The keys of one `[[privacy.recognisers]]`."""

    name: str = field(default="", metadata=about("What its tokens are called: capital letters, such as `CASE`."))
    pattern: str = field(default="", metadata=about("A regular expression that finds it in texts."))
    checksum: Literal["none", "luhn", "mod97"] = field(
        default="none", metadata=about("What the digits of a find must pass.")
    )
    keys: tuple[str, ...] = field(default=(), metadata=about("Names of fields and columns that hold it."))


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivacyOptions:
    mode: Literal["tokens", "output", "off"] = field(
        default="off",
        metadata=about(
            "What becomes of personal data in results: with `tokens` programs and the model see tokens such as "
            "`[EMAIL_1]`, and tools get the real values; with `output` programs see the values and the model tokens."
        ),
    )
    regions: tuple[str, ...] = field(
        default=("US", "GB"),
        metadata=about(
            "The countries whose phone numbers and national ids are looked for; the first one's without a prefix too."
        ),
    )
    ignore: tuple[str, ...] = field(
        default=(), metadata=about("Kinds that are not looked for, such as `IP`; `sandgate pii kinds` lists them.")
    )
    include: tuple[str, ...] = field(
        default=(), metadata=about("Kinds that are looked for only where this says so, such as `USERNAME`.")
    )
    names: str = field(
        default="",
        metadata=about(
            "What looks for names in running text: `spacy:MODEL` with a model of spaCy that is installed. It is slow "
            "and makes mistakes; if not set, names are found by the names of their fields alone."
        ),
    )
    keep_hours: float = field(
        default=24.0, metadata=about("How long the tokens of a session can be turned back after their last use.")
    )
    restore_tool: bool = field(
        default=False,
        metadata=about("Whether the model gets `restore_pii`, which turns tokens of its session back into values."),
    )
    rules: tuple[PrivacyRuleOptions, ...] = field(
        default=(), metadata=about("What holds for some tools, as tables `[[privacy.rules]]`.")
    )
    recognisers: tuple[RecogniserOptions, ...] = field(
        default=(), metadata=about("Further kinds of data, as tables `[[privacy.recognisers]]`.")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheRuleOptions:
    """The keys of one `[[cache.rules]]`."""

    tools: tuple[str, ...] = field(
        default=(), metadata=about("Which tools: patterns of `server.tool`, where `*` stands for anything.")
    )
    seconds: float = field(
        default=300.0, metadata=about("How long their results are kept; 0 is not at all.", at_least=0)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheOptions:
    read_only: bool = field(
        default=False,
        metadata=about("Whether the results of every tool are kept whose server says that it only reads."),
    )
    tools: tuple[str, ...] = field(
        default=(),
        metadata=about(
            "Further tools that only read: patterns of `server.tool`. A call that looks like a change is never kept."
        ),
    )
    seconds: float = field(default=300.0, metadata=about("How long a result is kept."))
    size_mb: int = field(default=256, metadata=about("How much is kept; what was not used for longest goes first."))
    rules: tuple[CacheRuleOptions, ...] = field(
        default=(),
        metadata=about("What is kept for another time, as tables `[[cache.rules]]`; the first that fits decides."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertOptions:
    webhook: str | None = field(
        default=None,
        repr=False,
        metadata=about(
            "Where blocked programs, denied calls and connections, changed tools and repeated failures are sent as "
            "JSON; the log has them in any case.",
            secret=True,
        ),
    )
    repeated_failures: int = field(
        default=5, metadata=about("How often in a row a tool must fail until somebody is told.")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TelemetryOptions:
    endpoint: str | None = field(
        default=None,
        metadata=about(
            "The OTLP collector that traces and metrics are sent to, such as `http://127.0.0.1:4318`; if not set, "
            "nothing is sent. Needs the extra `telemetry`."
        ),
    )
    headers: Mapping[str, str] = field(
        default_factory=dict[str, str],
        repr=False,
        metadata=about("What is sent along with it, such as `authorization`.", secret=True),
    )
    every_seconds: float = field(default=60.0, metadata=about("How often metrics are sent."))
    prometheus: bool = field(
        default=True,
        metadata=about("Whether `/metrics` is there when serving over HTTP, behind `http.token` as all else."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LogOptions:
    format: Literal["text", "json"] = field(
        default="text", metadata=about("How the log on standard error is written: lines for people, or JSON.")
    )
    level: Literal["debug", "info", "warning", "error"] = field(
        default="warning", metadata=about("The least that is logged.")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditOptions:
    url: str | None = field(
        default=None,
        repr=False,
        metadata=about(
            "The PostgreSQL database that gateways of several machines write to, such as "
            "`postgresql://audit@db/sandgate`; if not set, `journal.db` in `state_dir` is used.",
            secret=True,
        ),
    )
    key_file: str = field(
        default="audit.key",
        metadata=about(
            "The key that signs both ends of the audit, from `state_dir` on; gateways with one database need the same."
        ),
    )
    when_unwritable: Literal["refuse", "warn"] = field(
        default="refuse",
        metadata=about(
            "What happens where the audit cannot be written: nothing runs, or programs run and the log and their "
            "notes say so."
        ),
    )
    synchronous: Literal["normal", "full"] = field(
        default="normal",
        metadata=about(
            "For `journal.db`: with `normal` a killed gateway loses nothing and a machine without power its last rows; "
            "`full` waits for the disk each time."
        ),
    )
    code: Literal["full", "hash"] = field(
        default="full",
        metadata=about("What is kept of a program: its text with tokens for personal data, or its hash."),
    )
    arguments: Literal["protected", "hashed", "full"] = field(
        default="protected",
        metadata=about(
            "What is kept of the arguments of calls: as programs see them, with tokens for personal data; hashes under "
            "the key; or as servers get them, with the personal data."
        ),
    )
    keep_days: float | None = field(
        default=None, metadata=about("After how many days rows are removed, behind a signed anchor; if not set, never.")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountingOptions:
    price_per_million_tokens: float | None = field(
        default=None,
        metadata=about(
            "What a million tokens cost, for `sandgate stats` and `sandgate audit report`; if not set, none is shown."
        ),
    )
    currency: str = field(default="", metadata=about("The currency of that price, such as `EUR`."))


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkOptions:
    allow: tuple[str, ...] = field(
        default=(),
        metadata=about(
            "The hosts programs may reach, such as `api.example.com`, `*.example.com` or `example.com:8443`; "
            "without any there is no network at all."
        ),
    )
    allow_private: tuple[str, ...] = field(
        default=(),
        metadata=about("Private addresses that may be connected to all the same, such as `10.1.0.0/16`."),
    )
    plain_tunnels: bool = field(
        default=False, metadata=about("Whether a tunnel may carry something else than TLS to the host it was made for.")
    )
    requests_per_minute: int = field(default=100, metadata=about("How many requests a run may send to one host."))
    transfer_mb: float = field(default=100.0, metadata=about("How much a run may send and receive together."))


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandOptions:
    allow: tuple[str, ...] = field(
        default=(),
        metadata=about(
            "The commands programs may run, such as `jq ...` or `grep -n * *`: the name of a program and a pattern for "
            "each argument, where `*` stands for any text that begins no option and a last `...` for any further "
            "arguments."
        ),
    )
    time_seconds: float = field(default=30.0, metadata=about("How long one command may run.", at_most=86_400))
    output_kb: int = field(default=1024, metadata=about("How much one command may write to each of its two outputs."))


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


def default_state_dir(environ: Mapping[str, str], home: Path) -> Path:
    given = Path(environ.get("XDG_STATE_HOME", ""))
    return (given if given.is_absolute() else home / ".local" / "state") / "sandgate"


def _state_dir() -> Path:
    return default_state_dir(os.environ, Path.home())


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Everything that was decided before the first request. `load` makes it; nothing changes it."""

    surface: Literal["full", "minimal"] = field(
        default="full",
        metadata=about("Which tools the model gets: all of them, or only search, definition and execute."),
    )
    prefix: str = field(default="", metadata=about("Text put before the names of Sandgate's own tools."))
    state_dir: Path = field(
        default_factory=_state_dir,
        metadata=about(
            "The folder where the catalogue, logins and statistics are kept.",
            default="$XDG_STATE_HOME/sandgate, else ~/.local/state/sandgate",
        ),
    )
    limits: Limits = field(default_factory=Limits, metadata=about("What one program may use."))
    output: OutputOptions = field(
        default_factory=OutputOptions, metadata=about("What the model sees of a program's answer.")
    )
    sandbox: SandboxOptions = field(default_factory=SandboxOptions, metadata=about("Where programs run."))
    sessions: SessionOptions = field(
        default_factory=SessionOptions, metadata=about("What stays between the programs of a session.")
    )
    skills: SkillOptions = field(
        default_factory=SkillOptions, metadata=about("Programs that are kept for others to import.")
    )
    http: HttpOptions = field(
        default_factory=HttpOptions, metadata=about("Serving over HTTP; nothing here matters for stdio.")
    )
    network: NetworkOptions = field(
        default_factory=NetworkOptions,
        metadata=about("What programs may reach: nothing, or some hosts through a proxy of Sandgate's own."),
    )
    commands: CommandOptions = field(
        default_factory=CommandOptions,
        metadata=about("Which programs of this machine a program may run, behind its own walls: none unless listed."),
    )
    policy: PolicyOptions = field(default_factory=PolicyOptions, metadata=about("Which calls programs may make."))
    validation: ValidationOptions = field(
        default_factory=ValidationOptions, metadata=about("What is said about a program before it runs.")
    )
    privacy: PrivacyOptions = field(
        default_factory=PrivacyOptions, metadata=about("Personal data: away from the model, real at the tools.")
    )
    cache: CacheOptions = field(
        default_factory=CacheOptions,
        metadata=about("Results of tools that only read, kept for a while; nothing is unless this says so."),
    )
    alerts: AlertOptions = field(default_factory=AlertOptions, metadata=about("Who is told when something is refused."))
    audit: AuditOptions = field(
        default_factory=AuditOptions, metadata=about("What is written down of programs and calls, and where.")
    )
    accounting: AccountingOptions = field(
        default_factory=AccountingOptions, metadata=about("What tokens cost, where somebody wants to know.")
    )
    telemetry: TelemetryOptions = field(
        default_factory=TelemetryOptions, metadata=about("What others may watch: traces and metrics.")
    )
    log: LogOptions = field(default_factory=LogOptions, metadata=about("The log, which is on standard error."))
    catalogue: CatalogueOptions = field(
        default_factory=CatalogueOptions, metadata=about("The remembered tools of all servers.")
    )
    import_: ImportOptions = field(
        default_factory=ImportOptions, metadata=about("Servers taken over from the files of MCP clients.")
    )

    servers: tuple[ServerSpec, ...] = field(default=(), repr=False)
    """The servers that can be used; no two have the same name."""
    found: tuple[Found, ...] = ()
    """Every entry that was seen, strongest file first."""
    notices: tuple[str, ...] = ()
    """What was asked for and is not in effect."""
    source: Path | None = None
    """The settings file that was read."""


LIMIT_DOCS: Mapping[str, str] = {
    "time_seconds": "How long it may run, not counting the time in which tools work for it or a person decides.",
    "tool_seconds": "How long tools may work for it, all calls together.",
    "cpu_seconds": "How much processor time its processes may use together.",
    "memory_mb": "How much memory its processes may use together.",
    "disk_mb": "How much it may keep in `/tmp`.",
    "file_mb": "How large one of its files may become.",
    "workspace_mb": "How much a workspace may hold.",
    "workspace_files": "How many files and folders a workspace may hold.",
    "processes": "How many processes and threads it may have at once.",
    "open_files": "How many files it may have open at once.",
    "output_kb": "How much of what it prints is kept.",
    "message_mb": "The largest call or value it may send out.",
    "tool_result_mb": "The largest answer of a tool that it is handed.",
    "calls": "How many tool calls it may make.",
    "concurrent_calls": "How many tool calls it may have under way at once.",
    "unread_seconds": "How long an answer to one of its calls may wait until it reads it.",
}
"""The model does not describe its options; this does."""


def key_of(option: Field[Any]) -> str:
    """A field's key in sandgate.toml; `import` is a word of Python's and so has a tail in the code."""
    return option.name.rstrip("_")


def config_values() -> list[str]:
    """The keys of sandgate.toml that are no tables."""
    return [key_of(item) for item in fields(Config) if "doc" in item.metadata and key_of(item) not in config_tables()]


def config_tables() -> dict[str, type]:
    """The tables of sandgate.toml and their options, but for `servers`, which is a table of tables."""
    return {key_of(item): item.default_factory for item in fields(Config) if isinstance(item.default_factory, type)}
