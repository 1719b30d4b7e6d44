from __future__ import annotations

import pytest

from sandgate.demo.servers import tracker

from .asking import ask, call, refusal

pytestmark = pytest.mark.anyio


async def test_a_deployment_finishes_at_the_tenth_poll_and_stays_finished() -> None:
    server = tracker.build()

    seen = [(await ask(server, "get_deployment", deployment_id="dep-2041"))["status"] for _ in range(11)]

    assert seen == ["queued"] * 2 + ["running"] * 7 + ["finished"] * 2


async def test_a_started_deployment_has_its_own_polls() -> None:
    server = tracker.build()
    await ask(server, "get_deployment", deployment_id="dep-2041")

    started = await ask(server, "start_deployment", build_id="bld-960", environment="staging")
    polls = [await ask(server, "get_deployment", deployment_id=started["id"]) for _ in range(10)]

    assert started["status"] == "queued"
    assert (polls[-1]["status"], polls[-1]["progress_percent"], polls[-1]["step"]) == ("finished", 100, "done")
    assert (await ask(server, "get_deployment", deployment_id="dep-2041"))["status"] == "queued"


async def test_listing_deployments_does_not_move_them() -> None:
    server = tracker.build()

    lists = [await ask(server, "list_deployments", environment="production") for _ in range(12)]

    assert [(each["id"], each["status"]) for each in lists[-1]] == [("dep-2041", "queued")]


async def test_a_cancelled_deployment_stays_cancelled() -> None:
    server = tracker.build()

    await ask(server, "cancel_deployment", deployment_id="dep-2041")

    assert (await ask(server, "get_deployment", deployment_id="dep-2041"))["status"] == "cancelled"
    assert "already cancelled" in await refusal(server, "cancel_deployment", deployment_id="dep-2041")


async def test_a_failed_build_is_not_deployed() -> None:
    server = tracker.build()
    failed = (await ask(server, "list_builds", status="failed", limit=1))[0]

    message = await refusal(server, "start_deployment", build_id=failed["id"], environment="staging")

    assert failed["id"] in message


async def test_the_log_of_a_failed_build_names_the_test() -> None:
    server = tracker.build()
    failed = (await ask(server, "list_builds", status="failed", limit=1))[0]

    result = await call(server, "get_build_log", {"build_id": failed["id"]})

    assert result.structured_content is not None
    assert "FAILED test_basket_total" in result.structured_content["result"]


async def test_a_created_issue_has_the_next_number_and_is_listed_first() -> None:
    server = tracker.build()

    made = await ask(server, "create_issue", project="SHOP", title="Zebra", body="Stripes", labels=["bug"])

    listed = await ask(server, "list_issues", project="SHOP", limit=1)
    assert (made["id"], made["number"], made["status"]) == ("SHOP-61", 61, "todo")
    assert listed == {"total": 61, "issues": [made]}


async def test_the_number_of_a_deleted_issue_is_not_used_again() -> None:
    server = tracker.build()
    made = await ask(server, "create_issue", project="PAY", title="Wrong")
    await call(server, "delete_issue", {"issue_id": made["id"]})

    again = await ask(server, "create_issue", project="PAY", title="Right")

    assert again["number"] == made["number"] + 1


async def test_an_issue_with_an_unknown_label_is_not_created() -> None:
    server = tracker.build()

    message = await refusal(server, "create_issue", project="SHOP", title="Zebra", labels=["bgu"])

    assert "Labels are: bug" in message
    assert (await ask(server, "list_issues", project="SHOP"))["total"] == 60


async def test_an_update_changes_only_what_was_given() -> None:
    server = tracker.build()
    before = await ask(server, "get_issue", issue_id="OPS-7")

    after = await ask(server, "update_issue", issue_id="OPS-7", status="in_review", body="")

    assert after == {**before, "status": "in_review", "body": "", "updated_at": after["updated_at"]}
    assert after["updated_at"] > before["updated_at"]
    assert await ask(server, "get_issue", issue_id="OPS-7") == after


async def test_issues_are_filtered_by_all_given_conditions() -> None:
    server = tracker.build()
    await ask(server, "create_issue", project="MOB", title="Zebra", priority="urgent", labels=["security"])

    found = await ask(
        server, "list_issues", project="MOB", priority="urgent", label="security", status="todo", limit=250
    )

    assert "Zebra" in [issue["title"] for issue in found["issues"]]
    for issue in found["issues"]:
        assert (issue["priority"], issue["status"]) == ("urgent", "todo")
        assert "security" in issue["labels"]


async def test_labels_are_added_and_removed() -> None:
    server = tracker.build()
    made = await ask(server, "create_issue", project="SHOP", title="Zebra")
    await ask(server, "create_label", name="stripes", color="#000000")

    added = await ask(server, "add_labels", issue_id=made["id"], labels=["stripes", "bug"])
    left = await ask(server, "remove_label", issue_id=made["id"], label="bug")

    assert (added, left) == (["bug", "stripes"], ["stripes"])


async def test_comments_are_kept_in_order_and_go_with_their_issue() -> None:
    server = tracker.build()
    for body in ("first", "second"):
        await ask(server, "add_comment", issue_id="SHOP-3", body=body)

    listed = await ask(server, "list_comments", issue_id="SHOP-3")
    await call(server, "delete_issue", {"issue_id": "SHOP-3"})

    assert [comment["body"] for comment in listed] == ["first", "second"]
    assert "SHOP-3" in await refusal(server, "list_comments", issue_id="SHOP-3")


async def test_search_looks_in_titles_and_bodies_of_all_projects() -> None:
    server = tracker.build()
    await ask(server, "create_issue", project="OPS", title="Zebra", body="has stripes")

    found = await ask(server, "search_issues", query="stripes zebra")

    assert [issue["id"] for issue in found] == ["OPS-61"]


async def test_projects_count_their_open_issues() -> None:
    server = tracker.build()
    before = {line["key"]: line["open_issues"] for line in await ask(server, "list_projects")}
    await ask(server, "create_issue", project="PAY", title="Zebra")

    after = {line["key"]: line["open_issues"] for line in await ask(server, "list_projects")}

    assert after == {**before, "PAY": before["PAY"] + 1}
