"""Vaults on disk are sealed, one key for each session, and gone when their time is over."""

from __future__ import annotations

import sqlite3
import stat
from collections import Counter
from pathlib import Path
from weakref import ref

import pytest

from sandgate.errors import Denied, SandgateError
from sandgate.privacy.detection import Detector
from sandgate.privacy.guard import Guard
from sandgate.privacy.store import VaultStore
from sandgate.privacy.vault import Vault
from sandgate.privacy.vaults import Vaults

pytestmark = pytest.mark.anyio
HOUR = 3600.0
VALUES = ("ada@example.com", "bob@example.com")


def filled(store: VaultStore, session: str, *values: str) -> Vault:
    vault = store.open(session)
    for value in values:
        vault.token("EMAIL", value)
    store.save(session, vault)
    return vault


def test_a_session_goes_on_with_its_tokens_after_a_restart(tmp_path: Path) -> None:
    filled(VaultStore(tmp_path, HOUR), "one", "ada@example.com")
    again = filled(VaultStore(tmp_path, HOUR), "one", "bob@example.com")
    tokens = [again.token("EMAIL", value) for value in ("ada@example.com", "bob@example.com")]

    kept = VaultStore(tmp_path, HOUR).open("one")

    assert tokens[0] == "[EMAIL_1]"
    assert kept.restored(" ".join(tokens)) == "ada@example.com bob@example.com"


def test_no_session_gives_the_number_of_another_also_after_a_crash(tmp_path: Path) -> None:
    filled(VaultStore(tmp_path, HOUR), "one", "ada@example.com")  # and never closed
    crashed = VaultStore(tmp_path, HOUR)
    lost = crashed.open("two").token("EMAIL", "bob@example.com")  # and never saved

    store = VaultStore(tmp_path, HOUR)
    tokens = [store.open(session).token("EMAIL", "carl@example.com") for session in ("two", "three")]

    assert len({"[EMAIL_1]", lost, *tokens}) == 4
    assert store.open("two").restored(lost) == lost


def test_numbers_that_nobody_needed_are_for_whoever_comes_next(tmp_path: Path) -> None:
    store = VaultStore(tmp_path, HOUR)
    filled(store, "one", "ada@example.com")
    store.close()

    assert VaultStore(tmp_path, HOUR).open("two").token("EMAIL", "bob@example.com") == "[EMAIL_2]"


def test_a_process_gives_back_no_numbers_behind_which_another_has_some(tmp_path: Path) -> None:
    first, second = VaultStore(tmp_path, HOUR), VaultStore(tmp_path, HOUR)
    filled(first, "one", "ada@example.com")
    taken = filled(second, "two", "bob@example.com").token("EMAIL", "bob@example.com")
    first.close()

    assert VaultStore(tmp_path, HOUR).open("three").token("EMAIL", "carl@example.com") not in ("[EMAIL_1]", taken)


def test_nothing_of_another_session_can_be_turned_back(tmp_path: Path) -> None:
    filled(VaultStore(tmp_path, HOUR), "one", "ada@example.com")

    assert VaultStore(tmp_path, HOUR).open("two").restored("[EMAIL_1]") == "[EMAIL_1]"


def test_no_value_stands_on_the_disk_and_nobody_else_may_look(tmp_path: Path) -> None:
    filled(VaultStore(tmp_path / "vault", HOUR), "one", "ada.lovelace@example.com")

    files = [file for file in (tmp_path / "vault").rglob("*") if file.is_file()]
    assert {file.name for file in files} >= {"vault.db", "vault.key"}
    assert [file for file in files if b"lovelace" in file.read_bytes()] == []
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert stat.S_IMODE((tmp_path / "vault").stat().st_mode) == 0o700


def test_what_was_sealed_for_one_session_does_not_open_for_another(tmp_path: Path) -> None:
    store = VaultStore(tmp_path, HOUR)
    filled(store, "one", "ada@example.com")
    filled(store, "two", "bob@example.com")
    with sqlite3.connect(tmp_path / "vault.db") as database:
        row = database.execute("select nonce, sealed from chunks where session = 'one'").fetchone()
        database.execute("update chunks set nonce = ?, sealed = ? where session = 'two'", row)

    with pytest.raises(SandgateError, match="was changed, or its key is another"):
        store.open("two")


def test_a_lost_key_is_said_and_no_token_is_given_twice(tmp_path: Path) -> None:
    filled(VaultStore(tmp_path, HOUR), "one", "ada@example.com")
    (tmp_path / "vault.key").unlink()

    with pytest.raises(SandgateError, match="its key is another"):
        VaultStore(tmp_path, HOUR).open("one")


def test_a_session_whose_time_is_over_is_gone_from_the_disk(tmp_path: Path) -> None:
    filled(VaultStore(tmp_path, -1), "one", "ada@example.com")

    kept = VaultStore(tmp_path, HOUR).open("one")

    assert len(kept) == 0
    with sqlite3.connect(tmp_path / "vault.db") as database:
        assert database.execute("select count(*) from chunks").fetchone() == (0,)


def test_a_forgotten_session_cannot_be_turned_back(tmp_path: Path) -> None:
    store = VaultStore(tmp_path, HOUR)
    filled(store, "one", "ada@example.com")

    assert store.forget("one")
    assert len(store.open("one")) == 0
    assert not store.forget("one")


def test_what_could_not_be_written_is_tried_again(tmp_path: Path) -> None:
    store = VaultStore(tmp_path / "vault", HOUR)
    vault = Vault()
    vault.token("EMAIL", "ada@example.com")
    (tmp_path / "vault").write_text("in the way")

    with pytest.raises(SandgateError, match="cannot be written"):
        store.save("one", vault)
    (tmp_path / "vault").unlink()
    store.save("one", vault)

    assert store.open("one").restored("[EMAIL_1]") == "ada@example.com"


def test_what_was_new_while_the_key_was_none_is_written_when_it_is_one_again(tmp_path: Path) -> None:
    store = VaultStore(tmp_path, HOUR)
    vault = filled(store, "one", "ada@example.com")
    key = (tmp_path / "vault.key").read_bytes()
    vault.token("EMAIL", "bob@example.com")
    (tmp_path / "vault.key").write_bytes(key[:5])

    with pytest.raises(SandgateError, match=r"cannot be written: vault\.key is not a key"):
        store.save("one", vault)
    (tmp_path / "vault.key").write_bytes(key)
    store.save("one", vault)

    assert store.open("one").restored("[EMAIL_2]") == "bob@example.com"


def test_all_processes_of_a_session_that_was_forgotten_write_down_again_what_they_know(tmp_path: Path) -> None:
    one, two = VaultStore(tmp_path, HOUR), VaultStore(tmp_path, HOUR)
    vaults = filled(one, "lists", VALUES[0]), filled(two, "lists", VALUES[1])
    tokens = [vault.token("EMAIL", value) for vault, value in zip(vaults, VALUES, strict=True)]
    one.forget("lists")
    for store, vault in zip((one, two), vaults, strict=True):
        vault.token("EMAIL", "carl@example.com")
        store.save("lists", vault)

    assert VaultStore(tmp_path, HOUR).open("lists").restored(" ".join(tokens)) == " ".join(VALUES)


@pytest.mark.parametrize("number", [1e400, -1e400, -0.0, 2.5, 10**30])
def test_a_number_comes_back_from_the_disk_as_it_was(tmp_path: Path, number: float) -> None:
    store = VaultStore(tmp_path, HOUR)
    vault = store.open("one")
    token = vault.token("CASE", number)
    store.save("one", vault)

    assert repr(store.open("one").restored(token)) == repr(number)


async def test_a_gateway_that_goes_on_running_forgets_what_the_disk_forgot(tmp_path: Path) -> None:
    vaults = Vaults(Detector(), VaultStore(tmp_path, -1), "tokens")
    token = (await vaults.boundary("lists")).protected("ada@example.com")
    await vaults.save("lists")

    assert await (await vaults.boundary("lists")).restored(token, Counter()) == token


async def test_a_program_that_runs_for_long_keeps_what_the_disk_forgot(tmp_path: Path) -> None:
    vaults = Vaults(Detector(), VaultStore(tmp_path, -1), "tokens")
    running = await vaults.boundary("lists")
    token = running.protected("ada@example.com")
    await vaults.save("lists")
    await vaults.boundary("another")

    assert await vaults.boundary("lists") is running
    assert await running.restored(token, Counter()) == "ada@example.com"


async def test_values_of_a_program_without_a_session_are_gone_from_memory_with_it(tmp_path: Path) -> None:
    vault = ref((await Vaults(Detector(), VaultStore(tmp_path, HOUR), "tokens").boundary(None)).vault)

    assert vault() is None


async def test_what_a_tool_was_sent_is_known_again_after_a_restart(tmp_path: Path) -> None:
    store, detector = VaultStore(tmp_path, HOUR), Detector()
    guard = Guard(detector, store.open("one"))
    blocks, _ = await guard.arrived(["a.b"], [{"type": "value", "value": {"last_name": "Roe", "plan": "gold"}}])
    store.save("one", guard.vault)
    await guard.sent(["a.b"], {"name": blocks[0]["value"]["last_name"]})
    store.save("one", guard.vault)

    again = Guard(detector, VaultStore(tmp_path, HOUR).open("one"))

    assert again.text("no such user: Roe") == f"no such user: {blocks[0]['value']['last_name']}"


@pytest.fixture
async def two(tmp_path: Path) -> tuple[Guard, Guard, str]:
    """Two processes in one session, and a token that the second gave after the first had begun."""
    processes = [Vaults(Detector(), VaultStore(tmp_path, HOUR), "tokens") for _ in range(2)]
    one, other = [await vaults.boundary("lists") for vaults in processes]
    one.protected("bob@example.com")
    await processes[0].save("lists")
    token = other.protected("ada@example.com")
    await processes[1].save("lists")
    return one, other, token


async def test_what_another_process_hid_in_the_same_session_is_sent(two: tuple[Guard, Guard, str]) -> None:
    one, _, token = two

    assert (await one.sent(["a.b"], {"to": token}))[0] == {"to": "ada@example.com"}


async def test_what_another_process_hid_is_turned_back_and_asked_about(two: tuple[Guard, Guard, str]) -> None:
    one, other, token = two

    assert await one.restored(f"to {token}", Counter()) == "to ada@example.com"
    assert await other.looked("domain", [one.protected("bob@example.com")]) == ["example.com"]


async def test_a_value_that_two_processes_hid_keeps_the_token_it_has_in_each(two: tuple[Guard, Guard, str]) -> None:
    one, other, token = two
    mine = one.protected("ada@example.com")
    await one.restored(token, Counter())

    assert one.protected("ada@example.com") == mine
    assert other.protected("ada@example.com") == token
    assert await one.restored(f"{mine} {token}", Counter()) == "ada@example.com ada@example.com"


async def test_a_token_that_no_process_gave_is_still_refused(two: tuple[Guard, Guard, str]) -> None:
    with pytest.raises(Denied, match=r"\[EMAIL_9999\] stands for nothing in this session"):
        await two[0].sent(["a.b"], {"to": "[EMAIL_9999]"})
