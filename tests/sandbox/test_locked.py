"""A lock says what we wrote and nothing more: it comes from other people, and what it says goes to pip."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandgate.errors import ConfigError
from sandgate.sandbox.locked import HERE, Lock, Pin

ELSEWHERE = 'python_version == "3.99" and platform_machine == "abacus"'
HASH, OTHER_HASH = "sha256:" + "a" * 64, "sha256:" + "b" * 64


def test_a_lock_reads_as_it_was_written(tmp_path: Path) -> None:
    pins = (Pin("a-b", "1.0+cpu", ELSEWHERE, (HASH,)), Pin("c", "2!3.0rc1", HERE, (HASH, OTHER_HASH)))
    lock = Lock(("a-b>=1,<2", "c"), pins)

    lock.write(tmp_path / "a.lock")

    assert Lock.read(tmp_path / "a.lock") == lock
    assert lock.here == pins[1:]
    assert [file.name for file in tmp_path.iterdir()] == ["a.lock"]


@pytest.mark.parametrize(
    "line",
    [
        "--index-url https://example.com",
        "greet @ https://example.com/greet.whl",
        "-r other.txt",
        "greet==1.0",
        f"greet==1.0 ; {HERE} --hash=md5:00",
        f"greet==1.0 ; {HERE} --hash={HASH} --no-binary :all:",
    ],
)
def test_a_lock_that_says_more_than_we_write_is_refused(tmp_path: Path, line: str) -> None:
    file = tmp_path / "a.lock"
    file.write_text(f"# packages: greet\n{line}\n", encoding="utf-8")

    with pytest.raises(ConfigError, match=r"a.lock is not as Sandgate wrote it; delete it"):
        Lock.read(file)


def test_a_lock_that_does_not_say_what_it_is_for_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.lock"
    file.write_text(f"greet==1.0 ; {HERE} --hash={HASH}\n", encoding="utf-8")

    with pytest.raises(ConfigError, match="is not as Sandgate wrote it"):
        Lock.read(file)


def test_other_files_have_another_key_and_other_machines_do_not_count() -> None:
    ours, theirs = Pin("greet", "1.0", HERE, (HASH,)), Pin("greet", "1.0", ELSEWHERE, (HASH,))
    changed = Pin("greet", "1.0", HERE, (OTHER_HASH,))

    keys = [Lock(("greet",), pins).key for pins in [(ours,), (ours, theirs), (changed,)]]

    assert keys[0] == keys[1] != keys[2]
