"""A team chat: channels, threads, reactions and search. Run it with `python -m sandgate.demo.servers.chat`."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta
from functools import cached_property
from typing import Annotated

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent
from pydantic import Field
from typing_extensions import TypedDict

from sandgate.demo.servers.conversations import DEPLOYMENTS, ROLLOUT, Member, channels, history, members, message
from sandgate.demo.servers.records import NOW
from sandgate.demo.servers.surface import ADD, CHANGE, DESTROY, READ, not_found, offer, structured, text
from sandgate.model import JsonObject

ChannelId = Annotated[str, Field(description="ID of the channel, e.g. 'C1002'")]
UserId = Annotated[str, Field(description="ID of the user, e.g. 'U201'")]
MessageTs = Annotated[str, Field(description="Timestamp of the message, e.g. '1793606400.000100'; it identifies it")]
Emoji = Annotated[str, Field(description="Name of the emoji without colons, e.g. 'thumbsup'")]
ME, BOT = "U201", "U203"
Limit = Annotated[int, Field(ge=1, le=1000, description="Most items to return")]


class Channel(TypedDict):
    id: str
    name: str
    topic: str
    is_private: bool
    member_count: int
    created: str


class ChannelList(TypedDict):
    channels: list[Channel]


class Profile(TypedDict):
    id: str
    name: str
    real_name: str
    email: str
    title: str
    timezone: str


class Posted(TypedDict):
    channel: str
    ts: Annotated[str, Field(description="Timestamp of the message; use it to reply, edit or react")]
    permalink: str


class Match(TypedDict):
    channel: str
    channel_name: str
    ts: str
    user: str
    text: str


class Matches(TypedDict):
    total: int
    matches: list[Match]


class Chat:
    """The channels and what is said in them. Messages posted here last as long as the process."""

    def __init__(self) -> None:
        self._posted = 0
        self._rollout_lines = 0
        self._pins: dict[str, list[str]] = {}

    @cached_property
    def _channels(self) -> dict[str, JsonObject]:
        return channels()

    @cached_property
    def _members(self) -> dict[str, Member]:
        return {member.id: member for member in members()}

    @cached_property
    def _messages(self) -> dict[str, list[JsonObject]]:
        return {channel_id: history(channel) for channel_id, channel in self._channels.items()}

    async def list_channels(
        self,
        include_private: Annotated[bool, Field(description="Also list private channels you belong to")] = True,
        limit: Limit = 100,
    ) -> Annotated[CallToolResult, ChannelList]:
        """List the channels of the workspace with their topic and number of members."""
        shown = [each for each in self._channels.values() if include_private or not each["is_private"]]
        return structured({"channels": [_channel(each) for each in shown[:limit]]})

    async def get_channel_info(self, channel_id: ChannelId) -> Annotated[CallToolResult, Channel]:
        """Get name, topic, visibility, age and number of members of one channel."""
        return structured(_channel(self._channel(channel_id)))

    async def list_channel_members(self, channel_id: ChannelId, limit: Limit = 100) -> TextContent:
        """List the IDs of the users in a channel. Returns a JSON array; use get_user_profile for names."""
        return text(self._channel(channel_id)["members"][:limit])

    async def get_channel_history(
        self,
        channel_id: ChannelId,
        oldest: Annotated[str | None, Field(description="Only messages after this timestamp")] = None,
        latest: Annotated[str | None, Field(description="Only messages before this timestamp")] = None,
        limit: Limit = 100,
    ) -> TextContent:
        """Read the messages of a channel, newest first. Returns a JSON array of messages with ts, user, text,
        reply_count and reactions. Replies are not included; use get_thread_replies. To page back, pass the ts of the
        last message as latest."""
        self._channel(channel_id)
        if channel_id == DEPLOYMENTS:
            self._report_rollout()
        found = [
            said
            for said in reversed(self._messages[channel_id])
            if said["thread_ts"] is None
            and (oldest is None or said["ts"] > oldest)
            and (latest is None or said["ts"] < latest)
        ]
        return text(found[:limit])

    async def get_thread_replies(
        self,
        channel_id: ChannelId,
        thread_ts: Annotated[str, Field(description="Timestamp of the message that started the thread")],
    ) -> TextContent:
        """Read a thread: the message that started it and all replies, oldest first. Returns a JSON array."""
        first = self._message(channel_id, thread_ts)
        replies = [said for said in self._messages[channel_id] if said["thread_ts"] == thread_ts]
        return text([first, *replies])

    async def search_messages(
        self,
        query: Annotated[str, Field(min_length=2, description="Words that must all occur in the message")],
        channel_id: Annotated[str | None, Field(description="Only messages of this channel")] = None,
        from_user: Annotated[str | None, Field(description="Only messages written by this user ID")] = None,
        limit: Limit = 20,
    ) -> Annotated[CallToolResult, Matches]:
        """Search messages and replies in all channels, newest first. Case does not matter."""
        if channel_id is not None:
            self._channel(channel_id)
        words = query.lower().split()
        found = [
            _match(self._channels[where], said)
            for where, messages in self._messages.items()
            if channel_id in (None, where)
            for said in messages
            if from_user in (None, said["user"]) and all(word in said["text"].lower() for word in words)
        ]
        found.sort(key=lambda match: match["ts"], reverse=True)
        return structured({"total": len(found), "matches": found[:limit]})

    async def post_message(
        self,
        channel_id: ChannelId,
        message: Annotated[str, Field(min_length=1, max_length=4000, description="Text; a little Markdown is shown")],
        thread_ts: Annotated[str | None, Field(description="Reply in the thread this message started")] = None,
    ) -> Annotated[CallToolResult, Posted]:
        """Post a message to a channel, or a reply to a thread. Everybody in the channel sees it at once. Returns the
        timestamp and a link."""
        self._channel(channel_id)
        if thread_ts is not None:
            self._message(channel_id, thread_ts)["reply_count"] += 1
        said = self._say(channel_id, ME, message, thread_ts)
        link = f"https://chat.example.com/{channel_id}/p{said['ts'].replace('.', '')}"
        return structured({"channel": channel_id, "ts": said["ts"], "permalink": link})

    async def update_message(
        self,
        channel_id: ChannelId,
        message_ts: MessageTs,
        message: Annotated[str, Field(min_length=1, max_length=4000, description="New text of the message")],
    ) -> TextContent:
        """Replace the text of a message. It is shown as edited; reactions and replies stay."""
        said = self._message(channel_id, message_ts)
        said["text"] = message
        said["edited"] = True
        return text(said)

    async def delete_message(self, channel_id: ChannelId, message_ts: MessageTs) -> TextContent:
        """Delete a message for everybody. Replies to it stay. This cannot be undone."""
        self._messages[channel_id].remove(self._message(channel_id, message_ts))
        return text({"ok": True, "channel": channel_id, "ts": message_ts})

    async def add_reaction(self, channel_id: ChannelId, message_ts: MessageTs, reaction: Emoji) -> TextContent:
        """React to a message with an emoji. Reacting twice with the same emoji has no further effect."""
        said = self._message(channel_id, message_ts)
        users = next((each["users"] for each in said["reactions"] if each["name"] == reaction), None)
        if users is None:
            said["reactions"].append({"name": reaction, "users": [ME]})
        elif ME not in users:
            users.append(ME)
        return text({"ok": True, "reactions": said["reactions"]})

    async def remove_reaction(self, channel_id: ChannelId, message_ts: MessageTs, reaction: Emoji) -> TextContent:
        """Take back your own reaction to a message. Reactions of other people stay."""
        said = self._message(channel_id, message_ts)
        for each in said["reactions"]:
            if each["name"] == reaction and ME in each["users"]:
                each["users"].remove(ME)
        said["reactions"] = [each for each in said["reactions"] if each["users"]]
        return text({"ok": True, "reactions": said["reactions"]})

    async def pin_message(self, channel_id: ChannelId, message_ts: MessageTs) -> TextContent:
        """Pin a message to its channel so that everybody finds it in the channel details."""
        self._message(channel_id, message_ts)
        pins = self._pins.setdefault(channel_id, [])
        if message_ts not in pins:
            pins.append(message_ts)
        return text({"ok": True, "pinned": pins})

    async def set_channel_topic(
        self,
        channel_id: ChannelId,
        topic: Annotated[str, Field(max_length=250, description="New topic; an empty text removes it")],
    ) -> Annotated[CallToolResult, Channel]:
        """Change the topic that is shown at the top of a channel. A notice is posted in the channel."""
        channel = self._channel(channel_id)
        channel["topic"] = topic
        self._say(channel_id, ME, f"set the channel topic: {topic}")
        return structured(_channel(channel))

    async def list_users(self, limit: Limit = 100) -> TextContent:
        """List the people of the workspace with ID, short name and real name. Returns a JSON array."""
        people = list(self._members.values())[:limit]
        return text([{"id": each.id, "name": each.name, "real_name": each.real_name} for each in people])

    async def get_user_profile(self, user_id: UserId) -> Annotated[CallToolResult, Profile]:
        """Get name, e-mail address, title and time zone of one user."""
        if user_id not in self._members:
            raise not_found("User", user_id, self._members)
        return structured(asdict(self._members[user_id]))

    def _channel(self, channel_id: str) -> JsonObject:
        if channel_id not in self._channels:
            names = ", ".join(f"{each['id']} (#{each['name']})" for each in self._channels.values())
            raise ToolError(f"channel_not_found: '{channel_id}'. Channels are {names}.")
        return self._channels[channel_id]

    def _message(self, channel_id: str, ts: str) -> JsonObject:
        channel = self._channel(channel_id)
        found = next((said for said in self._messages[channel_id] if said["ts"] == ts), None)
        if found is None:
            raise ToolError(f"message_not_found: no message with timestamp '{ts}' in #{channel['name']}.")
        return found

    def _say(self, channel_id: str, user: str, words: str, thread_ts: str | None = None) -> JsonObject:
        self._posted += 1
        said = message(user, words, NOW + timedelta(seconds=self._posted), thread_ts)
        self._messages[channel_id].append(said)
        return said

    def _report_rollout(self) -> None:
        if self._rollout_lines < len(ROLLOUT):
            self._say(DEPLOYMENTS, BOT, ROLLOUT[self._rollout_lines])
            self._rollout_lines += 1


def _channel(channel: JsonObject) -> Channel:
    return {
        "id": channel["id"],
        "name": channel["name"],
        "topic": channel["topic"],
        "is_private": channel["is_private"],
        "member_count": len(channel["members"]),
        "created": channel["created"],
    }


def _match(channel: JsonObject, said: JsonObject) -> Match:
    return {
        "channel": channel["id"],
        "channel_name": channel["name"],
        "ts": said["ts"],
        "user": said["user"],
        "text": said["text"],
    }


def build() -> MCPServer:
    """A server with its own fresh messages."""
    chat = Chat()
    server = MCPServer("chat", version="0.9.2", instructions="The shop's team chat.", log_level="WARNING")
    offer(server, READ, chat.list_channels, chat.get_channel_info, chat.list_channel_members, chat.get_channel_history)
    offer(server, READ, chat.get_thread_replies, chat.search_messages, chat.list_users, chat.get_user_profile)
    offer(server, ADD, chat.post_message)
    offer(server, CHANGE, chat.update_message, chat.add_reaction, chat.remove_reaction, chat.pin_message)
    offer(server, CHANGE, chat.set_channel_topic)
    offer(server, DESTROY, chat.delete_message)
    return server


if __name__ == "__main__":
    build().run()
