"""What programs may do, and who is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .describing import about


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
