"""Rows as scripts for databases carry them, with the columns that their tables have. All values are invented."""

from __future__ import annotations

from .reading import found

HEX = "683a8be5ea41a070bb020df96f09a062ae7f7b2d"
MADE = "aRnvJOuFMTS2gd0uum3HNi0x4gI8ZEW4KklqfpEv"


def test_a_script_of_sql_server_is_read_by_its_columns() -> None:
    script = (
        "INSERT [dbo].[Patient Card] ([Id], [LastName], [FirstName], [DOB], [SSN]) "
        "VALUES (26995, N'Hanson, Jr', N'Chris', CAST(N'1963-05-03' AS Date), N'309-92-2174')\n"
    )

    assert found(script) == [
        ("PERSON", "Hanson, Jr"),
        ("PERSON", "Chris"),
        ("BIRTHDAY", "1963-05-03"),
        ("SSN", "309-92-2174"),
    ]


def test_texts_may_have_casts_calls_and_escapes_around_them() -> None:
    script = (
        "INSERT INTO people (id, birthdate, last_name, pass, note) OVERRIDING SYSTEM VALUE VALUES\n"
        "  (1, '1963-05-03'::date, 'O\\'Roe', crypt('PlumTree47', gen_salt('bf')), 'a (b)'),\n"
        "  (2, TO_DATE('1964-05-03', 'YYYY-MM-DD'), 'D''Arc', 'x4Plum!9', now());"
    )

    assert found(script) == [
        ("BIRTHDAY", "1963-05-03"),
        ("PERSON", "O\\'Roe"),
        ("SECRET", "PlumTree47"),
        ("BIRTHDAY", "1964-05-03"),
        ("PERSON", "D''Arc"),
        ("SECRET", "x4Plum!9"),
    ]


def test_rows_without_names_have_those_of_the_table_that_was_made_above() -> None:
    script = (
        "CREATE TABLE `people` (\n  `id` int NOT NULL,\n  `first_name` varchar(80),\n  `dob` date,\n"
        "  PRIMARY KEY (`id`),\n  KEY `by_name` (`first_name`)\n) ENGINE=InnoDB;\n"
        "INSERT INTO `people` VALUES (1,'Esmee','1963-05-03'),(2,'Rigo',NULL);\n"
    )
    short = 'CREATE TABLE "p" ("id" integer PRIMARY KEY, "first_name" text(80));\nINSERT INTO p VALUES(1,\'Esmee\');'

    assert found(script) == [("PERSON", "Esmee"), ("BIRTHDAY", "1963-05-03"), ("PERSON", "Rigo")]
    assert found(short) == [("PERSON", "Esmee")]


def test_a_column_is_called_after_the_table_of_tokens_it_stands_in() -> None:
    copied = f"COPY public.authtoken_token (key, user_id) FROM stdin;\n{HEX}\t444\n\\.\n"

    assert found(copied) == [("SECRET", HEX)]
    assert found(copied.replace("authtoken_token", "builds")) == []
    assert found("INSERT INTO design_tokens (id, key, value) VALUES (1, 'shadow', 'rgba(0,0,0,0.2)');") == []
    assert found(f"INSERT INTO sessions (id, user_id) VALUES ('{MADE}', 7);") == [("SECRET", MADE)]
    assert found("INSERT INTO password_resets (id, code) VALUES (7, '436327');") == [("SECRET", "436327")]
    assert found(f"INSERT INTO uploads (id, user_id) VALUES ('{MADE}', 7);") == []


def test_what_a_machine_made_is_a_secret_in_a_table_of_clients_whose_columns_nobody_names() -> None:
    dumped = f"INSERT INTO `oauth_clients` VALUES (24,NULL,'Partner API','{MADE}','http://localhost',0);\n"

    assert found(dumped) == [("SECRET", MADE)]
    assert found(dumped.replace("oauth_clients", "uploads")) == []
    assert found("INSERT INTO user_tokens VALUES ();\n") == []
    assert found("INSERT INTO user_tokens VALUES (1,'2025-01-01','colorPrimaryButton');\n") == []
