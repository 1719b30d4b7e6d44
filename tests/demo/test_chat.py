from __future__ import annotations

from typing import Any

import pytest

from sandgate.demo.servers import chat

from .asking import ask, refusal

pytestmark = pytest.mark.anyio

SUPPORT, DEPLOYMENTS = "C1002", "C1003"


async def latest(server: Any, channel_id: str = SUPPORT) -> dict[str, Any]:
    return (await ask(server, "get_channel_history", channel_id=channel_id, limit=1))[0]


async def test_support_was_busy_for_two_weeks_and_the_newest_message_comes_first() -> None:
    said = await ask(chat.build(), "get_channel_history", channel_id=SUPPORT, limit=1000)

    stamps = [message["ts"] for message in said]
    assert stamps == sorted(stamps, reverse=True)
    assert len(set(stamps)) == len(stamps) == 14 * 9
    assert any("ORD-" in message["text"] for message in said)


async def test_paging_back_by_timestamp_gives_every_message_once() -> None:
    server = chat.build()
    everything = await ask(server, "get_channel_history", channel_id=SUPPORT, limit=1000)

    first = await ask(server, "get_channel_history", channel_id=SUPPORT, limit=100)
    second = await ask(server, "get_channel_history", channel_id=SUPPORT, limit=100, latest=first[-1]["ts"])

    assert first + second == everything


async def test_the_deployment_is_reported_complete_at_the_tenth_reading() -> None:
    server = chat.build()

    heard = [(await latest(server, DEPLOYMENTS))["text"] for _ in range(11)]

    assert [text.startswith("Deployment complete") for text in heard] == [False] * 9 + [True, True]


async def test_reading_another_channel_does_not_move_the_deployment() -> None:
    server = chat.build()

    for _ in range(12):
        await latest(server, SUPPORT)

    assert "requested" in (await latest(server, DEPLOYMENTS))["text"]


async def test_a_posted_message_is_the_newest_and_can_be_found() -> None:
    server = chat.build()

    posted = await ask(server, "post_message", channel_id=SUPPORT, message="The zebra has landed")

    assert (await latest(server))["ts"] == posted["ts"]
    found = await ask(server, "search_messages", query="ZEBRA landed")
    assert [match["ts"] for match in found["matches"]] == [posted["ts"]]


async def test_a_reply_stays_in_its_thread() -> None:
    server = chat.build()
    posted = await ask(server, "post_message", channel_id=SUPPORT, message="Question")

    await ask(server, "post_message", channel_id=SUPPORT, message="Answer", thread_ts=posted["ts"])

    newest = await latest(server)
    thread = await ask(server, "get_thread_replies", channel_id=SUPPORT, thread_ts=posted["ts"])
    assert (newest["text"], newest["reply_count"]) == ("Question", 1)
    assert [message["text"] for message in thread] == ["Question", "Answer"]


async def test_the_reply_count_of_old_messages_is_right() -> None:
    server = chat.build()
    said = await ask(server, "get_channel_history", channel_id=SUPPORT)
    busiest = max(said, key=lambda message: message["reply_count"])

    thread = await ask(server, "get_thread_replies", channel_id=SUPPORT, thread_ts=busiest["ts"])

    assert len(thread) - 1 == busiest["reply_count"] > 0


async def test_reacting_twice_counts_once_and_can_be_taken_back() -> None:
    server = chat.build()
    posted = await ask(server, "post_message", channel_id=SUPPORT, message="Cake?")
    target = {"channel_id": SUPPORT, "message_ts": posted["ts"], "reaction": "tada"}

    await ask(server, "add_reaction", **target)
    twice = await ask(server, "add_reaction", **target)
    none = await ask(server, "remove_reaction", **target)

    assert twice["reactions"] == [{"name": "tada", "users": ["U201"]}]
    assert none["reactions"] == []


async def test_edited_and_deleted_messages_change_for_everybody() -> None:
    server = chat.build()
    posted = await ask(server, "post_message", channel_id=SUPPORT, message="Tpyo")

    await ask(server, "update_message", channel_id=SUPPORT, message_ts=posted["ts"], message="Typo")
    edited = await latest(server)
    await ask(server, "delete_message", channel_id=SUPPORT, message_ts=posted["ts"])

    assert (edited["text"], edited["edited"]) == ("Typo", True)
    assert (await latest(server))["ts"] != posted["ts"]


async def test_a_pin_needs_a_message_and_is_kept_once() -> None:
    server = chat.build()
    newest = await latest(server)

    await ask(server, "pin_message", channel_id=SUPPORT, message_ts=newest["ts"])
    pinned = await ask(server, "pin_message", channel_id=SUPPORT, message_ts=newest["ts"])

    assert pinned["pinned"] == [newest["ts"]]
    assert "message_not_found" in await refusal(server, "pin_message", channel_id=SUPPORT, message_ts="1.0")


async def test_a_new_topic_is_shown_and_announced() -> None:
    server = chat.build()

    await ask(server, "set_channel_topic", channel_id=SUPPORT, topic="Be kind")

    assert (await ask(server, "get_channel_info", channel_id=SUPPORT))["topic"] == "Be kind"
    assert "Be kind" in (await latest(server))["text"]


async def test_private_channels_can_be_left_out() -> None:
    shown = await ask(chat.build(), "list_channels", include_private=False)

    assert "incidents" not in [channel["name"] for channel in shown["channels"]]
    assert len(shown["channels"]) == 7


async def test_every_member_of_a_channel_has_a_profile() -> None:
    server = chat.build()

    ids = await ask(server, "list_channel_members", channel_id=SUPPORT)
    profiles = [await ask(server, "get_user_profile", user_id=user_id) for user_id in ids]

    assert [profile["id"] for profile in profiles] == ids
    assert len(ids) == (await ask(server, "get_channel_info", channel_id=SUPPORT))["member_count"]


async def test_an_unknown_channel_is_answered_with_the_known_ones() -> None:
    message = await refusal(chat.build(), "post_message", channel_id="#support", message="Hello")

    assert "C1002 (#support)" in message
