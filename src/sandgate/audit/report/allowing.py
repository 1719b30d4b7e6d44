"""Sections about what may happen: what was stopped, who allowed what is risky, when the rules changed."""

from __future__ import annotations

from sandgate.audit.exporting import when

from .actions import RISKY
from .gathering import Gathered
from .nouns import Cell, Section, Table
from .sections import counted, how_many, largest_first, rounded, section


def stopped(found: Gathered) -> dict[str, int]:
    return {
        "programs that were not let in": how_many(one for one in found.executions if one.outcome == "blocked"),
        "calls that were denied": how_many(one for one in found.calls if one.outcome == "denied"),
        "connections that were denied": sum(
            sums.count for (_, _, verdict), sums in found.rare.places.items() if verdict == "denied"
        ),
    }


def violations(found: Gathered) -> Section:
    denied = [one for one in found.calls if one.outcome == "denied"]
    hosts = [
        (sums.count, host, port) for (host, port, verdict), sums in found.rare.places.items() if verdict == "denied"
    ]
    tables = [
        Table(
            id="blocked_programs",
            title="Programs that were not let in, by rule",
            columns=["rule", "programs"],
            rows=[[rule, count] for rule, count in found.rare.blocking.most_common()],
            chart="bars",
        ),
        Table(
            id="denied_calls",
            title="Denied calls, by tool",
            columns=["tool", "risk", "calls"],
            rows=sorted(([f"{one.server}.{one.tool}", one.risk, one.count] for one in denied), key=largest_first),
            chart="bars",
        ),
        Table(
            id="denied_connections",
            title="Denied connections, by host",
            columns=["host", "port", "connections"],
            rows=[[host, port, count] for count, host, port in sorted(hosts, reverse=True)],
        ),
    ]
    says = "What was stopped: programs that validation did not let in, calls that a rule or a person denied, and "
    says += "connections that the network policy refused. A program may break several rules."
    return section("violations", "Violations", says, {**stopped(found)}, tables)


def high_risk(found: Gathered) -> Section:
    risky = [one for one in found.calls if one.risk in RISKY]
    listed = [[when(one.at), *one[1:]] for one in found.actions]
    decisions = sorted(found.rare.decisions.items(), key=lambda item: -item[1].count)
    tables = [
        Table(
            id="decisions",
            title="What people decided",
            columns=["person", "through", "decision", "decisions", "mean seconds"],
            rows=[[*one, sums.count, rounded(sums.seconds / sums.count)] for one, sums in decisions],
            empty="Nobody was asked.",
        ),
        Table(
            id="actions",
            title="High-risk and critical calls, newest first",
            columns=["time", "user", "tool", "risk", "verdict", "rule", "decision", "person", "outcome", "execution"],
            rows=listed,
            total=how_many(risky),
        ),
    ]
    says = "Calls of high or critical risk, which rule let them through or asked, what a person decided, and how they "
    says += "ended. A decision of a person holds for one call, a run, a session or always."
    figures: dict[str, Cell] = {"high-risk calls": how_many(risky)}
    figures |= {f"… {outcome}": count for outcome, count in counted(risky, lambda one: one.outcome)}
    return section("high_risk", "High-risk actions and approvals", says, figures, tables)


def changes(found: Gathered) -> Section:
    changes = found.rare.changes[::-1]
    rows = [
        [
            when(one["at"]),
            one.get("user", ""),
            one["kind"],
            one.get("what") or one.get("tool", ""),
            one.get("outcome", ""),
            one.get("version", ""),
            one.get("sha256", ""),
        ]
        for one in changes
    ]
    columns = ["time", "user", "kind", "what", "change", "version", "sha256"]
    tables = [Table(id="changes", title="Newest first", columns=columns, rows=rows)]
    figures: dict[str, Cell] = {
        "rules": sum(one["kind"] == "rule" for one in changes),
        "skills": sum(one["kind"] == "skill" for one in changes),
    }
    says = "When what programs may do became another, and which saved programs were made, changed or trusted."
    return section("changes", "Changes of rules and skills", says, figures, tables)
