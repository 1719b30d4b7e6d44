"""The first rule that fits a call decides; limits count; what can never be called is hidden."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from sandgate.policy.rules import Counts, Profile, Rule, Rules

DELETE = ("github.delete_repo", "github.deleteRepo")


def decided(rules: list[Rule], arguments: dict[str, Any] | None = None, names: tuple[str, ...] = DELETE) -> bool:
    return Rules(rules, "execute_full").decide(names, arguments or {}, changes=lambda: True, counts=Counts()).allowed


def test_without_rules_the_profile_decides() -> None:
    looks: dict[tuple[Profile, bool], bool] = {}
    for profile in ("read_only", "execute_full"):
        for changes in (True, False):
            verdict = Rules([], profile).decide(DELETE, {}, changes=partial(bool, changes), counts=Counts())
            looks[profile, changes] = verdict.allowed

    assert looks == {
        ("read_only", True): False,
        ("read_only", False): True,
        ("execute_full", True): True,
        ("execute_full", False): True,
    }


def test_the_first_rule_that_fits_decides_and_is_named() -> None:
    rules = [
        Rule(tools=("slack.*",), action="deny"),
        Rule(tools=("github.delete_*",), action="deny", reason="Ask the platform team."),
        Rule(tools=("github.*",), action="allow"),
    ]

    verdict = Rules(rules, "execute_full").decide(DELETE, {}, changes=lambda: True, counts=Counts())

    assert not verdict.allowed
    assert verdict.by == "rule 2 (deny github.delete_*)"
    assert verdict.reason == "Ask the platform team."


def test_a_rule_may_use_the_tools_own_name_or_its_python_name() -> None:
    for pattern in ("github.delete_repo", "github.deleteRepo", "*.delete*", "*"):
        assert not decided([Rule(tools=(pattern,), action="deny")])


@pytest.mark.parametrize(
    ("when", "arguments", "fits"),
    [
        ({"repo": "prod-*"}, {"repo": "prod-api"}, True),
        ({"repo": "prod-*"}, {"repo": "test-api"}, False),
        ({"repo": "prod-*"}, {}, False),
        ({"repo": "prod-*"}, {"repo": ["test", "prod-a"]}, True),
        ({"repo": "!test-*"}, {"repo": "prod"}, True),
        ({"repo": "!test-*"}, {}, True),
        ({"data.amount": "> 100"}, {"data": {"amount": 100.5}}, True),
        ({"data.amount": "> 100"}, {"data": {"amount": 100}}, False),
        ({"data.amount": "> 100"}, {"data": {"amount": "250"}}, True),
        ({"data.amount": "> 100"}, {"data": {"amount": "much"}}, False),
        ({"data.amount": "> 100"}, {"data": [1]}, False),
        ({"data.amount": ">= 100"}, {"data": {"amount": 100}}, True),
        ({"data.amount": "<5"}, {"data": {"amount": True}}, False),
        ({"force": "true"}, {"force": True}, True),
        ({"force": "true"}, {"force": 1}, False),
        ({"to": "null"}, {}, True),
        ({"a": "x", "b": "y"}, {"a": "x", "b": "z"}, False),
    ],
)
def test_conditions_look_at_the_real_arguments(when: dict[str, str], arguments: dict[str, Any], fits: bool) -> None:
    assert decided([Rule(tools=("*",), action="deny", when=when)], arguments) is not fits


def test_a_run_may_use_a_limited_tool_so_many_times() -> None:
    rules = Rules([Rule(tools=("github.*",), action="limit", per_run=2)], "execute_full")
    mine, other = Counts(), Counts()

    allowed = [rules.decide(DELETE, {}, changes=lambda: True, counts=mine).allowed for _ in range(3)]
    last = rules.decide(DELETE, {}, changes=lambda: True, counts=mine)

    assert allowed == [True, True, False]
    assert last.reason == "2 calls a run are allowed."
    assert rules.decide(DELETE, {}, changes=lambda: True, counts=other).allowed


def test_a_minute_allows_so_many_calls_over_all_runs() -> None:
    clock = [0.0]
    rules = Rules([Rule(tools=("*",), action="limit", per_minute=2)], "execute_full", now=lambda: clock[0])

    first = [rules.decide(DELETE, {}, changes=lambda: True, counts=Counts()) for _ in range(3)]
    clock[0] = 61.0
    later = rules.decide(DELETE, {}, changes=lambda: True, counts=Counts())

    assert [verdict.allowed for verdict in first] == [True, True, False]
    assert first[2].reason == "2 calls a minute are allowed; the next in 60 s."
    assert later.allowed


@pytest.mark.parametrize(
    ("rules", "profile", "changes", "hidden"),
    [
        ([Rule(tools=("github.*",), action="deny")], "execute_full", False, True),
        ([Rule(tools=("github.*",), action="deny", when={"repo": "x"})], "execute_full", False, False),
        ([Rule(tools=("github.*",), action="deny", when={"repo": "x"})], "read_only", True, True),
        ([Rule(tools=("github.*",), action="allow", when={"repo": "x"})], "read_only", True, False),
        ([], "read_only", True, True),
        ([], "read_only", False, False),
    ],
)
def test_what_can_never_be_called_is_hidden(rules: list[Rule], profile: Profile, changes: bool, hidden: bool) -> None:
    assert Rules(rules, profile).hides(DELETE, changes=changes) is hidden
