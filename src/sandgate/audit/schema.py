"""The tables, as numbered steps: SQLite's since the first version, PostgreSQL's since there is one."""

from __future__ import annotations

from .sums import GREAT, GREAT_STEP, LITE, LITE_STEP, Step, statements

_SUMMARIES = """
create table if not exists executions (
    id text primary key, at {float} not null, language text not null, code_sha256 text not null, status text not null,
    seconds {float} not null, memory_mb {float} not null, calls integer not null, failed_calls integer not null,
    bytes_from_tools {big} not null, tokens_in {big} not null, tokens_out {big} not null
);
create table if not exists approvals (
    execution text not null, at {float} not null, tool text not null, decision text not null, person text not null,
    through text not null, reason text not null, seconds {float} not null
);
create table if not exists connections (
    execution text not null, host text not null, port integer not null, address text not null, verdict text not null,
    reason text not null, bytes_out {big} not null, bytes_in {big} not null, seconds {float} not null
);
create table if not exists tools_used (execution text not null, tool text not null, primary key (execution, tool))
"""
_REVIEWS = """
alter table approvals add column risk text not null default '';
create table reviews (
    execution text not null primary key, risk text not null, changes_data integer not null, undoable integer,
    impact text not null, findings text not null
)
"""
_CROSSED = """
create table crossed (
    execution text not null, tool text not null, kind text not null, way text not null, count integer not null
)
"""
_EVENTS = """
create table events (
    seq {big} primary key, hash {bytes} not null, kind text not null, at {float} not null,
    execution text not null, number integer not null, who text not null, session text not null,
    server text not null, tool text not null, risk text not null, outcome text not null,
    seconds {float}, tokens_in {big}, tokens_out {big}, bytes {big}
);
create table contents (seq {big} primary key, content text not null);
create table marks (
    name text primary key, seq {big} not null, hash {bytes} not null, at {float} not null, mac text not null
);
create table spools (name text primary key, done {big} not null);
create index events_execution on events (execution, number, kind) where execution <> '';
create index events_figures on events
    (kind, risk, outcome, server, tool, at, seconds, tokens_in, tokens_out, bytes) where kind in ('ended', 'answer');
create index events_rare on events (kind, seq) where kind not in ('started', 'ended', 'call', 'answer')
"""
# What is looked for stands apart from what is long, so that a search through all of it reads little.

_SQLITE_GUARDS = tuple(
    f"""create trigger {table}_{what}_refused before {what} on {table} {when}
    begin select raise(abort, 'the audit is append-only'); end"""
    for table in ("events", "contents")
    for what, when in (
        ("update", ""),
        ("delete", "when old.seq > coalesce((select seq from marks where name = 'anchor'), 0)"),
    )
)
_POSTGRES_GUARD = """
create function stays() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' and old.seq <= coalesce((select seq from marks where name = 'anchor'), 0) then
        return old;
    end if;
    raise exception 'the audit is append-only';
end $$
"""


_TOKENS = (
    "create table tokens (session text not null, what text not null, count {big} not null, primary key (session, what))"
)

SQLITE: tuple[Step, ...] = (
    statements(_SUMMARIES, **LITE),
    statements(_REVIEWS),
    statements(_CROSSED),
    (*statements(_EVENTS, **LITE), *_SQLITE_GUARDS),
    statements(_TOKENS, **LITE),
    LITE_STEP,
)
"""In their order; the database knows how many of them it has had."""

POSTGRES: tuple[Step, ...] = (
    (
        *statements(_SUMMARIES, **GREAT),
        *statements(_REVIEWS),
        *statements(_CROSSED),
        *statements(_EVENTS, **GREAT),
        _POSTGRES_GUARD,
        *(
            f"create trigger {table}_stay before update or delete on {table} for each row execute function stays()"
            for table in ("events", "contents")
        ),
    ),
    statements(_TOKENS, **GREAT),
    GREAT_STEP,
)
