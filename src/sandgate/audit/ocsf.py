"""Rows as events of the Open Cybersecurity Schema Framework, version 1.9.0.

Calls are API Activity (6003), programs Process Activity (1007), connections Network Activity (4001), changed rules and
skills Entity Management (3004); what the framework has no class for is a Base Event (0). Our own fields, and the hash
that chains the row, are under `unmapped`: the framework's own attestation would be over its form, not over ours.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from platform import node
from typing import Any

from sandgate import __version__

from .reading import Record

VERSION = "1.9.0"
UNKNOWN, SUCCESS, FAILURE = 0, 1, 2
OTHER = 99
SEVERITIES = {"low": 2, "medium": 3, "high": 4, "critical": 5}
INFORMATIONAL = 1
GOOD = {"ok", "once", "run", "session", "always", "allowed", "hidden", "restored", "saved", "changed", "deleted"}
CATEGORIES = {6003: 6, 1007: 1, 4001: 4, 3004: 3, 0: 0}
REGULAR_FILE = 1
Body = tuple[int, int, dict[str, Any]]
"""The class, the activity, and what the class wants besides."""


def ocsf_of(record: Record) -> dict[str, Any]:
    content = record.content
    uid, activity, body = _BODIES.get(record.kind, _other)(content)
    event = {
        "activity_id": activity,
        "activity_name": record.kind if activity == OTHER else "",
        "category_uid": CATEGORIES[uid],
        "class_uid": uid,
        "type_uid": uid * 100 + activity,
        "severity_id": SEVERITIES.get(content.get("risk", ""), INFORMATIONAL),
        "status_id": _status(record.outcome),
        "status_detail": record.outcome,
        "time": round(content["at"] * 1000),
        "message": _message(record),
        "metadata": _metadata(record),
        "unmapped": {"sandgate": {"hash": record.hash, **content}},
    }
    return {name: value for name, value in {**event, **body}.items() if value not in ("", None, {})}


def _metadata(record: Record) -> dict[str, Any]:
    product = {"name": "Sandgate", "vendor_name": "Sandgate", "version": __version__}
    known = {"version": VERSION, "product": product, "log_name": "audit", "sequence": record.seq}
    execution = record.content.get("execution")
    return {**known, "uid": str(record.seq), **({"correlation_uid": execution} if execution else {})}


def _status(outcome: str) -> int:
    return UNKNOWN if outcome in ("", "unfinished") else SUCCESS if outcome in GOOD else FAILURE


def _message(record: Record) -> str:
    content = record.content
    name = ".".join(filter(None, (content.get("server"), content.get("tool"))))
    return " ".join(filter(None, (record.kind, name, record.outcome)))


def _call(content: dict[str, Any]) -> Body:
    request = {"uid": f"{content.get('execution', '')}/{content.get('number', 0)}"}
    if "arguments" in content:
        request["data"] = content["arguments"]
    api: dict[str, Any] = {"operation": content["tool"], "service": {"name": content.get("server") or "sandgate"}}
    api["request"] = request
    if error := content.get("error"):
        api["response"] = {"error_message": error}
    # what a call does to its server is known only where it changes nothing
    activity = 2 if content.get("changes_data") is False else OTHER
    return 6003, activity, {"api": api, "actor": _actor(content), "src_endpoint": {"name": _machine()}}


def _approval(content: dict[str, Any]) -> Body:
    uid, _, body = _call({**content, "tool": f"approve {content['tool']}"})
    return uid, OTHER, {**body, "actor": {"user": {"name": content.get("by") or "nobody"}}}


def _program(content: dict[str, Any]) -> Body:
    sha = {"algorithm_id": 3, "value": content.get("code_sha256", "")}
    file = {"name": "program", "type_id": REGULAR_FILE, "hashes": [sha]}
    process = {"uid": content["execution"], "name": content.get("language") or "python", "file": file}
    device = {"hostname": _machine(), "type_id": UNKNOWN}
    activity = 1 if content["kind"] == "started" else 2
    return 1007, activity, {"process": process, "actor": _actor(content), "device": device}


def _connection(content: dict[str, Any]) -> Body:
    there = {"hostname": content.get("server", ""), "ip": content.get("address", ""), "port": content.get("port")}
    traffic = {"bytes_out": content.get("bytes_sent", 0), "bytes_in": content.get("bytes", 0)}
    activity = 1 if content.get("outcome") == "allowed" else 5  # opened, refused
    endpoint = {name: value for name, value in there.items() if value} or {"name": "unknown"}
    return 4001, activity, {"dst_endpoint": endpoint, "src_endpoint": {"name": _machine()}, "traffic": traffic}


def _change(content: dict[str, Any]) -> Body:
    name = content.get("tool") or content.get("what") or "rules"
    entity = {
        "name": name,
        "type_id": OTHER,
        "type": content["kind"],
        "version": content.get("version") or content.get("sha256", ""),
    }
    activity = {"saved": 1, "deleted": 4}.get(content.get("outcome", ""), 3)
    return 3004, activity, {"entity": entity, "actor": _actor(content)}


def _other(_: dict[str, Any]) -> Body:
    return 0, OTHER, {}


def _actor(content: dict[str, Any]) -> dict[str, Any]:
    actor: dict[str, Any] = {"app_name": content.get("client") or "sandgate"}
    if user := content.get("user"):
        actor["user"] = {"name": user}
    if session := content.get("session"):
        actor["session"] = {"uid": session}
    return actor


@cache
def _machine() -> str:
    return node() or "unknown"


_BODIES: dict[str, Callable[[dict[str, Any]], Body]] = {
    "started": _program,
    "ended": _program,
    "call": _call,
    "answer": _call,
    "approval": _approval,
    "connection": _connection,
    "rule": _change,
    "skill": _change,
}
