"""A task gets the few tools it needs, with a reason each; what was used together before comes together again."""

from __future__ import annotations

from sandgate.catalog import Together, recommended

from .shop import shop

TASK = "Merge the open pull request, then post a message to the team channel."


def test_each_part_of_a_task_gets_a_tool_and_a_reason() -> None:
    found = recommended(shop().index(), TASK, Together(), limit=3)

    assert {one.tool.name for one in found} >= {"merge_pull_request", "post_message"}
    reasons = {one.tool.name: one.reason for one in found}
    assert reasons["post_message"] == "for 'post a message to the team channel'"


def test_what_was_used_with_the_best_tools_is_recommended_with_them() -> None:
    history = Together.of([[("github", "merge_pull_request"), ("weather", "forecast")]] * 3)

    alone = recommended(shop().index(), "merge a pull request", Together(), limit=5)
    found = recommended(shop().index(), "merge a pull request", history, limit=5)

    assert "forecast" not in {one.tool.name for one in alone}
    assert {one.tool.name: one.reason for one in found}["forecast"] == (
        "used 3 times together with github.merge_pull_request"
    )


def test_tools_that_are_gone_are_not_recommended() -> None:
    history = Together.of([[("github", "merge_pull_request"), ("gone", "tool")]])

    found = recommended(shop().index(), "merge a pull request", history, limit=50)

    assert "gone" not in {one.tool.server for one in found}


def test_a_task_for_which_there_is_nothing_gets_nothing() -> None:
    assert recommended(shop().index(), "bake a chocolate cake", Together(), limit=5) == []
