"""How programs run: where, how long, with what, and what the model sees of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sandgate.model import Level, Wall

from .describing import about


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
    vm_driver: Literal["auto", "microsandbox", "qemu"] = field(
        default="qemu",
        metadata=about(
            "Who starts virtual machines. `qemu`: that alone; `microsandbox`: that alone, from the extra "
            "`sandgate[microsandbox]`; `auto`: microsandbox if it is installed and boots here, else QEMU."
        ),
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
