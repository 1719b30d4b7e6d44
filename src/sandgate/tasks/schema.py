"""The tables that tasks are written down in, as steps from one version to the next. A step that was released stays."""

STEPS: tuple[tuple[str, ...], ...] = (
    (
        """
        create table tasks (
            number integer primary key autoincrement, id text not null, owner text not null, agent text not null,
            session text not null, description text not null, status text not null, reason text not null default '',
            submitted_at real not null, started_at real, ended_at real,
            duration_seconds real not null default 0, tokens_in integer not null default 0,
            tokens_out integer not null default 0, memory_mb real not null default 0, calls integer not null default 0,
            tools_called text not null default '[]', attempts integer not null default 0
        )
        """,
        "create index tasks_by_id on tasks (id, number)",
        "create index tasks_by_status on tasks (status, owner)",
    ),
    ("alter table tasks add column cancel_reason text",),
)
