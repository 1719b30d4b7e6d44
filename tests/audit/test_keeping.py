"""What is kept of programs and calls is what the settings say, and personal data only where they say so."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from sandgate.audit import Called, Journal
from sandgate.audit.settings import store_of
from sandgate.config import AuditOptions, Config, PrivacyOptions, PrivacyRuleOptions
from sandgate.model import JsonObject, Program
from sandgate.policy.run import Run
from sandgate.privacy.settings import vaults_of

from .shelf import ADA, Shelf, entry, lite

pytestmark = pytest.mark.anyio
MAIL = "ada.lovelace@example.com"


async def kept(journal: Journal, run: Run, called: Called) -> None:
    await journal.started(run, Program(code=f"send({MAIL!r})"), ADA)
    await journal.called(run, called).wait()
    await journal.record(entry(run, code=f"send({MAIL!r})"))
    await journal.close()


def arguments(shelf: Shelf) -> JsonObject:
    return shelf.rows(kind=["call"])[0].content["arguments"]


async def test_arguments_are_kept_as_the_program_sees_them(shelf: Shelf) -> None:
    called = Called(server="mail", tool="send", arguments={"to": "[EMAIL_1]"}, sent={"to": MAIL})

    await kept(shelf.keeping(), Run(), called)

    assert arguments(shelf) == {"to": "[EMAIL_1]"}


async def test_full_arguments_are_those_the_server_gets(shelf: Shelf) -> None:
    called = Called(server="mail", tool="send", arguments={"to": "[EMAIL_1]"}, sent={"to": MAIL})

    await kept(shelf.keeping(arguments="full"), Run(), called)

    assert arguments(shelf) == {"to": MAIL}


async def test_hashed_arguments_can_be_compared_and_not_read(shelf: Shelf) -> None:
    called = Called(server="mail", tool="send", arguments={"to": MAIL, "cc": MAIL, "text": "hello"})

    await kept(shelf.keeping(arguments="hashed", code="hash"), Run(), called)

    hashes = arguments(shelf)
    assert hashes["to"] == hashes["cc"] != hashes["text"]
    assert hashes["to"].startswith("hmac-sha256:")
    assert MAIL not in str(shelf.rows())


async def test_of_the_code_only_its_hash_is_kept_where_the_settings_say_so(shelf: Shelf) -> None:
    await kept(shelf.keeping(code="hash"), Run(), Called(server="mail", tool="send", arguments={}))

    started = shelf.rows(kind=["started"])[0].content
    assert "code" not in started
    assert len(started["code_sha256"]) == 64


async def test_long_arguments_are_kept_by_their_hashes(shelf: Shelf) -> None:
    called = Called(server="files", tool="write", arguments={"path": "a", "text": "x" * 1_000_000})

    await kept(shelf.keeping(), Run(), called)

    known = arguments(shelf)
    assert "16,384 characters" in known["…"]
    assert known["text"].startswith("hmac-sha256:")
    assert len(str(known)) < 300


async def test_a_value_that_the_model_wrote_itself_is_a_token_in_the_audit(tmp_path: Path) -> None:
    config = Config(state_dir=tmp_path, privacy=PrivacyOptions(mode="tokens"))
    run = Run(boundary=await vaults_of(config).boundary("s"))
    called = Called(server="mail", tool="send", arguments={"to": [MAIL], "card": 4111111111111111})

    await kept(Journal(store_of(config)), run, called)

    with closing(store_of(config).open()) as database:
        texts = "".join(text for (text,) in database.execute("select content from contents"))
    assert MAIL not in texts
    assert "4111111111111111" not in texts
    assert "[EMAIL_1]" in texts


@pytest.mark.parametrize(
    ("privacy", "audit", "keeps"),
    [
        (PrivacyOptions(mode="tokens"), AuditOptions(), "protected"),
        (PrivacyOptions(mode="output"), AuditOptions(), "hashed"),
        (PrivacyOptions(mode="tokens", rules=(PrivacyRuleOptions(mode="output"),)), AuditOptions(), "hashed"),
        (PrivacyOptions(mode="output"), AuditOptions(arguments="full"), "full"),
    ],
)
async def test_where_programs_see_personal_data_arguments_are_hashed(
    tmp_path: Path, privacy: PrivacyOptions, audit: AuditOptions, keeps: str
) -> None:
    config = Config(state_dir=tmp_path, privacy=privacy, audit=audit)

    assert store_of(config).keeping.arguments == keeps


async def test_the_settings_reach_the_database(tmp_path: Path) -> None:
    config = Config(state_dir=tmp_path, audit=AuditOptions(synchronous="full", key_file="keys/mine", keep_days=9))
    store = store_of(config)

    with closing(store.open()) as database:
        ((synchronous,),) = database.execute("pragma synchronous")

    assert (synchronous, store.keep_days, store.refuse, len(store.key())) == (2, 9, True, 32)
    assert (tmp_path / "keys" / "mine").exists()
    assert lite(tmp_path).folder == tmp_path
