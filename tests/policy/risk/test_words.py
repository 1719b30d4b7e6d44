"""What names and first sentences say is done."""

from __future__ import annotations

import pytest

from sandgate.policy.risk.words import deed_of_name, deed_of_sentence, parts


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("get_user", "read"),
        ("getUserByID", "read"),
        ("crm_list_users", "read"),
        ("list-deleted-files", "read"),
        ("get_post", "read"),
        ("search_and_replace", "change"),
        ("get_or_create", "create"),
        ("list_create", "create"),
        ("list_users", "read"),
        ("release_list", "read"),
        ("pull_request_read", "read"),
        ("pull_request_review_write", "change"),
        ("update_task_list", "change"),
        ("mark_all_read", "change"),
        ("comment_on_issue", "send"),
        ("order_list", "read"),
        ("run_query", "run"),
        ("run_promql", "read"),
        ("resolve_library_id", "read"),
        ("resolve_thread", "change"),
        ("reinvite_member", "grant"),
        ("user_delete", "delete"),
        ("read_trigger", "read"),
        ("services_updater", "change"),
        ("services_reader", "read"),
    ],
)
def test_a_name_says_what_is_done(name: str, kind: str) -> None:
    deed = deed_of_name(name)

    assert deed is not None
    assert deed.kind == kind


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("Deletes a user for good.", "delete"),
        ("This tool retrieves all users. It never deletes one.", "read"),
        ("Use this to remove a member.", "remove"),
        ("List, create, close or select a tab.", "change"),
        ("Read or replace the clipboard.", "change"),
        ("Shows differences between branches or commits.", "read"),
        ("Executes a PromQL query.", "read"),
        ("Getting the weather.", "read"),
    ],
)
def test_the_first_sentence_says_what_is_done(sentence: str, kind: str) -> None:
    deed = deed_of_sentence(sentence)

    assert deed is not None
    assert deed.kind == kind


@pytest.mark.parametrize("text", ["", "weather", "___", "🙂"])
def test_a_name_without_a_verb_says_nothing(text: str) -> None:
    assert deed_of_name(text) is None


def test_names_are_cut_where_people_see_words() -> None:
    assert parts("getHTTPResponse_v2-fromGraphQL") == ("get", "http", "response", "v", "2", "from", "graphql")
