"""What the database keeps added up, so that a question about all rows need not: what has not ended, how often what
ended how, how many took how long. Triggers do it, so that it cannot differ from the rows that a transaction adds.
"""

from __future__ import annotations

Step = tuple[str, ...]
"""Statements that are carried out together, or not at all."""
LITE = {"float": "real", "big": "integer", "bytes": "blob", "about": "cast(printf('%.2e', new.seconds) as real)"}
GREAT = {
    "float": "double precision",
    "big": "bigint",
    "bytes": "bytea",
    "about": "to_char(new.seconds, '9.99EEEE')::double precision",
}
"""How SQLite and PostgreSQL say it. `about` is a time to three digits, so that few of them differ."""

_TABLES = """
create table begun (
    execution text not null, number integer not null, seq {big} not null, primary key (execution, number)
);
create table tallies (
    kind text not null, server text not null, tool text not null, outcome text not null, count {big} not null,
    seconds {float} not null, longest {float} not null, bytes {big} not null,
    primary key (kind, server, tool, outcome)
);
create table lasted (kind text not null, seconds {float} not null, count {big} not null, primary key (kind, seconds));
create table totals (
    one integer primary key, executions {big} not null, succeeded {big} not null, calls {big} not null,
    failed_calls {big} not null, seconds {float} not null, memory_mb {float} not null,
    bytes_from_tools {big} not null, tokens_in {big} not null, tokens_out {big} not null
);
insert into begun select execution, number, min(seq) from events
    where execution <> '' and kind in ('started', 'call', 'ended', 'answer')
    group by execution, number having count(*) = 1 and max(kind) in ('started', 'call');
insert into tallies select kind, server, tool, outcome, count(*), coalesce(sum(seconds), 0), coalesce(max(seconds), 0),
    coalesce(sum(bytes), 0) from events where kind in ('ended', 'answer') group by kind, server, tool, outcome;
insert into lasted select kind, {about}, count(*) from events new
    where kind in ('ended', 'answer') and seconds is not null group by 1, 2;
insert into totals select 1, count(*), coalesce(sum(case when status = 'ok' then 1 else 0 end), 0),
    coalesce(sum(calls), 0), coalesce(sum(failed_calls), 0), coalesce(sum(seconds), 0), coalesce(max(memory_mb), 0),
    coalesce(sum(bytes_from_tools), 0), coalesce(sum(tokens_in), 0), coalesce(sum(tokens_out), 0) from executions;
alter table events add column tokens_results {big};
drop index if exists events_figures;
create index events_figures on events
    (kind, risk, outcome, server, tool, at, seconds, tokens_in, tokens_out, bytes, tokens_results, who)
    where kind in ('ended', 'answer');
create index executions_at on executions (at)
"""
_BEGUN = """
    insert into begun values (new.execution, new.number, new.seq) on conflict do nothing;
"""
_ENDED = """
    delete from begun where execution = new.execution and number = new.number;
    insert into tallies values (new.kind, new.server, new.tool, new.outcome, 1, coalesce(new.seconds, 0),
        coalesce(new.seconds, 0), coalesce(new.bytes, 0))
    on conflict (kind, server, tool, outcome) do update set count = tallies.count + 1,
        seconds = tallies.seconds + excluded.seconds, bytes = tallies.bytes + excluded.bytes,
        longest = case when excluded.longest > tallies.longest then excluded.longest else tallies.longest end;
    insert into lasted values (new.kind, coalesce({about}, 0), 1)
    on conflict (kind, seconds) do update set count = lasted.count + 1;
"""
_COUNTED = """
    update totals set executions = executions + 1,
        succeeded = succeeded + case when new.status = 'ok' then 1 else 0 end, calls = calls + new.calls,
        failed_calls = failed_calls + new.failed_calls, seconds = seconds + new.seconds,
        memory_mb = case when new.memory_mb > memory_mb then new.memory_mb else memory_mb end,
        bytes_from_tools = bytes_from_tools + new.bytes_from_tools,
        tokens_in = tokens_in + new.tokens_in, tokens_out = tokens_out + new.tokens_out;
"""
_TRIGGERS = (
    ("events", "begun", "new.kind in ('started', 'call') and new.execution <> ''", _BEGUN),
    ("events", "ended", "new.kind in ('ended', 'answer')", _ENDED),
    ("executions", "counted", "true", _COUNTED),
)


def statements(script: str, **types: str) -> Step:
    return tuple(part for part in script.format(**types).split(";") if part.strip())


def _lite_triggers() -> Step:
    return tuple(
        f"create trigger {table}_{name} after insert on {table} when {condition} begin {body.format(**LITE)} end"
        for table, name, condition, body in _TRIGGERS
    )


def _great_triggers() -> Step:
    made: list[str] = []
    for table, name, condition, body in _TRIGGERS:
        does = f"begin {body.format(**GREAT)} return null; end"
        made.append(f"create function {name}() returns trigger language plpgsql as $$ {does} $$")
        each = f"after insert on {table} for each row when ({condition})"
        made.append(f"create trigger {table}_{name} {each} execute function {name}()")
    return tuple(made)


LITE_STEP: Step = (*statements(_TABLES, **LITE), *_lite_triggers())
GREAT_STEP: Step = (*statements(_TABLES, **GREAT), *_great_triggers())
