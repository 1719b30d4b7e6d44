"""Sentences for what has none in the code, because there its name and type say enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from sandgate.config.options import LIMIT_DOCS, ServerOptions

OURS: Mapping[str, str] = {
    "Gateway.discovery": "Which servers and tools there are.",
    "Call.tool": "The name of a tool: `github.create_issue`.",
    "Call.arguments": "Its arguments by name.",
    "Outcome.status": "How it ended.",
    "Outcome.value": "Its value as JSON.",
    "Outcome.has_value": "Whether there is a value: None may be one.",
    "Outcome.fault": "Why it did not end well.",
    "Outcome.notes": "Hints for whoever wrote the program.",
    "Outcome.media": "What it showed.",
    "Outcome.calls": "What became of each call.",
    "Outcome.duration_seconds": "How long it took.",
    "Outcome.memory_peak_mb": "The most memory it had.",
    "Outcome.id": "Its name in the audit.",
    "Outcome.ok": "Whether the status is `ok`.",
    "Program.code": "Its text.",
    "Program.language": "What it is written in.",
    "Program.limits": "What it may use.",
    "ServerSpec.name": "How programs call it.",
    "Tool.server": "The server it belongs to.",
    "Tool.name": "Its name, as its server has it.",
    "Tool.title": "Its name for people.",
    "Tool.description": "What its server says of it.",
    "Tool.input_schema": "JSON schema of its arguments.",
    "Tool.output_schema": "JSON schema of its results, where the server has one.",
    "Tool.annotations": "Hints of its server, such as `readOnlyHint`.",
    "Tool.read_only": "Whether its server says that it only reads.",
    "Tool.required": "Parameters that must be given.",
    "CallRecord.tool": "Which tool was called.",
    "CallRecord.status": "`unfinished`: nobody knows its effect.",
    "CallRecord.duration_seconds": "How long it took.",
    "CallRecord.result_bytes": "How much came back.",
    "CallRecord.error": "What was wrong.",
    "Fault.type": "The type of the error.",
    "Fault.message": "What was wrong.",
    "Media.mime_type": "What it is: `image/png`.",
    "Observed.schema": "JSON schema of what was seen.",
    "Answer.blocks": 'One for each part of the answer, mostly `{"type": "value", "value": …}`.',
    "Who.session": "Its session.",
    "Who.client": "The program it came from.",
    "Who.client_version": "Of that program.",
    "Question.id": "Its name, for `gate.answer`.",
    "Question.run": "The program that asks.",
    "Question.tool": "What it wants to call.",
    "Question.reasons": "Why it is so risky.",
    "Decided.decision": "`deny` is no; the others are yes, for so long.",
    "Decided.by": "Who it was.",
    "Decided.through": "How they were asked.",
    "Decided.reason": "What the model is told.",
    "Decided.seconds": "How long they took.",
    "Task.code": "Its program.",
    "Task.language": "What it is written in.",
    "Task.description": "For whoever reads the list.",
    "Task.session": "Its files, its tokens for personal data, and what a person allows.",
    "Task.read_only": "Whether it may only look.",
    "Result.id": "Of the task.",
    "Result.status": "How it ended.",
    "Result.session": "Of the task.",
    "Result.stats": "What it used.",
    "Result.ok": "Whether the status is `done`.",
    "Stats.duration_seconds": "How long it took.",
    "Stats.memory_mb": "The most memory it had.",
    "Stats.calls": "How many it made.",
    "Stats.attempts": "How often it was run.",
    "Standing.id": "Of the task.",
    "Standing.status": "How it stands.",
    "Standing.reason": "Why it is not done.",
    "Standing.agent": "Whom it is for.",
    "Standing.session": "Of the task.",
    "Standing.description": "Of the task.",
    "Standing.submitted_at": "Seconds since 1970.",
    "Standing.started_at": "None where it has not begun.",
    "Standing.ended_at": "None where it has not ended.",
    "Standing.stats": "What it used.",
    "Progress.result": "The one that came last.",
    "Area.list": "All files in it.",
    "Reply.text": "Its words.",
    "Reply.ok": "Whether it worked.",
    "Reply.media": "What a program showed.",
}


EVENTS: Mapping[str, str] = {
    "session": "Its session.",
    "client": "The program it came from.",
    "client_version": "Of that program.",
    "language": "`python` or `typescript`.",
    "code_sha256": "Hash of its code.",
    "code_bytes": "How long its code is.",
    "sandbox": "The walls it ran behind, and their level.",
    "limits": "What it might use.",
    "read_only": "Whether it might only look.",
    "findings": "How much was found in it before it ran.",
    "Reviewed.findings": "Each with its rule, line and reason.",
    "Ended.outcome": "As in `Outcome.status`; or `cancelled`, or `failed` where nobody could run it.",
    "Connected.outcome": "`allowed` or `denied`.",
    "seconds": "How long it took.",
    "cpu_seconds": "Processor time of all its processes.",
    "memory_peak_mb": "The most memory it had.",
    "risk": "`low`, `medium`, `high` or `critical`.",
    "calls": "How many it made.",
    "failed_calls": "How many of these did not end well.",
    "approvals": "How often a person was asked.",
    "tokens_in": "Of its code.",
    "tokens_out": "Of its answer.",
    "server": "The server; `commands` for a command.",
    "tool": "The tool, or the command.",
    "approved_by": "Who that was.",
    "changes_data": "Whether it changes something, as far as is known.",
    "batch": "What the program says this and other calls are together.",
    "cached": "Whether the answer was kept from an earlier call.",
    "bytes_sent": "What was sent.",
    "bytes": "What came back.",
    "Approved.by": "Who it was.",
    "through": "How they were asked.",
    "reason": "Why.",
    "port": "Where it wanted to.",
    "address": "What the name stood for.",
    "Crossing.count": "How many.",
    "RuleChanged.what": "What has changed.",
    "now": "The rules from here on, without secrets.",
    "sha256": "Hash of its code.",
    "version": "Which version.",
    "SkillChanged": "What became of a skill.",
    "first": "The first row that was removed.",
    "last": "The last one.",
    "last_hash": "Its hash.",
    "ClockWentBack": "The clock of the machine was put back. The order of rows does not depend on it.",
    "ClockWentBack.seconds": "By how much.",
    "was": "What it had been.",
    "Lost.count": "How many.",
    "since": "From when on.",
    "kind": "Which kind of alert.",
    "message": "What happened, in a sentence.",
    "about": "The run, the tool, the host.",
    "Alert.at": "When: seconds since 1970.",
    "program_blocked": "A program was not let in.",
    "call_denied": "A rule or a person refused a call.",
    "connection_denied": "A program wanted to reach a host that is not listed.",
    "connection_unusual": "A program reached a host in a way that is out of the ordinary.",
    "tool_changed": "A tool is not what it was when it was last listed.",
    "repeated_failures": "A tool has failed so often in a row (`alerts.repeated_failures`).",
}


class Words:
    """The sentence for each thing on a page: that of the code, else one of the options, else one of ours."""

    def __init__(self, ours: Mapping[str, str]) -> None:
        self._without: list[str] = []
        self._ours, self._unused = ours, dict.fromkeys(ours)

    @property
    def missing(self) -> list[str]:
        """What has no sentence, and sentences of ours that nothing needs any more."""
        return sorted([*self._without, *self._unused])

    def said(self, owner: str, name: str, doc: str) -> str:
        """`doc` is what the code says of `owner.name`, or of `name` where it has no owner."""
        key = f"{owner}.{name}" if owner else name
        doc = doc or _of_options(owner, name) or self._own(key) or self._own(name)
        self._without += [] if doc else [key]
        return doc

    def _own(self, key: str) -> str:
        self._unused.pop(key, None)
        return self._ours.get(key, "")


def _of_options(owner: str, name: str) -> str:
    if owner == "Limits":
        return LIMIT_DOCS[name]
    if owner == "ServerSpec":
        return next((one.metadata["doc"] for one in fields(ServerOptions) if one.name == name), "")
    return ""
