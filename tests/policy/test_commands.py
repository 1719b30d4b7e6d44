"""Which commands the list lets through, and which lists are no lists."""

from __future__ import annotations

import pytest

from sandgate.errors import BadArguments, ConfigError, Denied
from sandgate.policy.commands import AllowList, arguments_of, weigh


def lets_through(pattern: str, *words: str) -> bool:
    try:
        AllowList([pattern]).check(words)
    except Denied:
        return False
    return True


@pytest.mark.parametrize(
    ("pattern", "words", "allowed"),
    [
        ("jq ...", ["jq"], True),
        ("jq ...", ["jq", "-r", ".items | length", "--arg"], True),
        ("jq", ["jq"], True),
        ("jq", ["jq", "."], False),
        ("jq *", ["jq", "."], True),
        ("jq *", ["jq"], False),
        ("jq *", ["jq", ".", "."], False),
        ("jq *", ["jq", ""], True),
        ("jq *", ["jq", "two words\nand lines; rm -rf $HOME"], True),
        ("git log ...", ["git", "log", "--oneline"], True),
        ("git log ...", ["git", "push"], False),
        ("git log ...", ["git"], False),
        ("git log ...", ["git", "-c", "log"], False),
        ("grep -n * *", ["grep", "-n", "error", "workspace/log"], True),
        ("grep -n * *", ["grep", "-n", "error", "--file=workspace/x"], False),
        ("grep -n * *", ["grep", "-n", "-e", "x"], False),
        ("grep -n * *", ["grep", "-c", "error", "workspace/log"], False),
        ("sort -* *", ["sort", "-rn", "workspace/x"], True),
        ("sort -* *", ["sort", "workspace/x", "workspace/x"], False),
        ("cat workspace/*", ["cat", "workspace/a.txt"], True),
        ("cat workspace/*", ["cat", "/workspace/a.txt"], False),
        ("cat *.txt", ["cat", "a.txt"], True),
        ("cat *.txt", ["cat", "a.txt.gz"], False),
        ("cat a*a", ["cat", "a"], False),
        ("cat a*a", ["cat", "aa"], True),
        ("cat *b*b*", ["cat", "abcb"], True),
        ("cat *b*b*", ["cat", "abc"], False),
        ("cat [ab]?", ["cat", "a1"], False),
        ("jq '.items | length'", ["jq", ".items | length"], True),
        ("jq '.items | length'", ["jq", ".items"], False),
        ("jq ...", ["JQ"], False),
        ("jq ...", ["/usr/bin/jq"], False),
        ("jq ...", [""], False),
    ],
)
def test_a_pattern_stands_for_exactly_its_arguments(pattern: str, words: list[str], allowed: bool) -> None:
    assert lets_through(pattern, *words) is allowed


def test_a_refusal_says_what_would_be_allowed() -> None:
    allowed = AllowList(["git log ...", "git show *", "jq ..."])

    with pytest.raises(
        Denied, match=r"git with these arguments is not in commands\.allow\. Allowed: `git log \.\.\.`, "
    ):
        allowed.check(["git", "push"])
    with pytest.raises(Denied, match=r"the program rm is not in commands\.allow\. Allowed: .*`jq \.\.\.`"):
        allowed.check(["rm", "x"])
    with pytest.raises(Denied, match=r"no commands can be run here"):
        AllowList([]).check(["jq"])


def test_a_refusal_shows_nothing_that_a_terminal_would_obey_and_stays_short() -> None:
    with pytest.raises(Denied) as refused:
        AllowList([f"tool{number} ..." for number in range(500)]).check(["\x1b[2J" + "x" * 100_000])

    assert "\x1b" not in str(refused.value)
    assert len(str(refused.value)) < 400
    assert "and 490 more" in str(refused.value)


def test_a_null_byte_is_refused() -> None:
    with pytest.raises(BadArguments, match="null byte"):
        AllowList(["jq ..."]).check(["jq", "a\0b"])


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        ("", "names no program"),
        ("   ", "names no program"),
        ("* ...", "plain name of a program"),
        ("g*p ...", "plain name of a program"),
        ("/usr/bin/jq ...", "plain name of a program"),
        ("../jq", "plain name of a program"),
        ("...", "plain name of a program"),
        ("jq ... *", "only be the last word"),
        ("jq 'open", "cannot be read"),
        ("sh ...", "a shell would run whatever it is told"),
        ("bash -c *", "a shell would run whatever it is told"),
        ("zsh", "a shell would run whatever it is told"),
        ("busybox ...", "would allow the shell in busybox"),
        ("busybox", "would allow the shell in busybox"),
        ("busybox sh", "would allow the shell in busybox"),
        ("busybox * x", "would allow the shell in busybox"),
        ("toybox --help ...", "would allow the shell in toybox"),
    ],
)
def test_a_pattern_that_says_nothing_or_too_much_is_refused_with_the_cure(pattern: str, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        AllowList([pattern])


def test_one_thing_of_many_in_one_program_may_be_listed() -> None:
    assert lets_through("busybox sort ...", "busybox", "sort", "-n")
    assert not lets_through("busybox sort ...", "busybox", "sh")


def test_a_shell_by_another_name_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"helper is /bin/dash, and a shell"):
        AllowList(["helper ..."]).refuse_shells({"helper": "/bin/dash"})


def test_a_pattern_of_many_stars_is_decided_without_going_back() -> None:
    assert not lets_through("cat " + "*a" * 2000 + "*b", "cat", "a" * 100_000)


def test_rules_and_people_see_the_arguments_and_how_the_input_begins() -> None:
    long = arguments_of(["perl", "-"], "x" * 5_000_000)["input"]

    assert arguments_of(["sort", "-n"], "") == {"args": ["-n"]}
    assert arguments_of(["perl", "-"], "unlink") == {"args": ["-"], "input": "unlink"}
    assert long == "x" * 2000 + "… (5,000,000 characters)"


def test_what_a_command_does_is_weighed_by_its_words() -> None:
    assert not weigh("grep", {"args": ["-n", "x", "workspace/log"]}).changes_data
    assert weigh("rm", {"args": ["-rf", "workspace"]}).changes_data
