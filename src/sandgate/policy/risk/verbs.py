"""The words that say what a tool does, in three tiers: always a deed, usually one, and as often a thing as a deed."""

from __future__ import annotations

from typing import Literal

Kind = Literal["read", "make", "create", "change", "act", "send", "run", "grant", "pay", "remove", "delete", "destroy"]
"""From harmless to final. `make` is to produce an answer, `act` to press or start, `run` to obey an argument."""

SEVERITY: tuple[Kind, ...] = (
    "read", "make", "create", "change", "act", "send", "run", "remove", "grant", "pay", "delete", "destroy",
)  # fmt: skip

_ALWAYS: dict[Kind, str] = {
    "read": """
        analyse analyze assess browse calculate classify compare compute count crawl decode decompile describe detect
        diagnose disassemble discover enumerate estimate examine explain explore extract fetch find forecast geocode get
        glob grep identify inspect introspect investigate lint locate lookup measure observe parse ping predict
        recommend retrieve scrape sniff suggest summarise summarize think transcribe translate traverse troubleshoot
        validate verify visualise visualize calc obtain return echo aggregate rerank score
    """,
    "make": "generate render convert simulate encode",
    "create": """
        add append attach clone create duplicate ingest initialise initialize insert install instantiate provision
        register save scaffold submit subscribe bootstrap prepend
    """,
    "change": """
        acknowledge activate adjust alter apply approve assign associate autofit backfill cancel configure correct
        customise customize decline dedupe deny dismiss edit enable enrich escalate finalise finalize freeze import
        indent manage migrate modify move mute normalise normalize promote reassign rebase recolor redo refresh
        reject rename reopen reorder replace resize rewrite rotate snooze suspend swap toggle triage unarchive unassign
        unblock unfreeze ungroup unhide unindent unlabel unlock unmark unmerge unmute unpin unprotect unpublish
        unresolve unpause unsnooze unstar untag upsert disable hide reparent react unreact overwrite reschedule resubmit
        transform write increment decrement incr decr replay optimise optimize populate transact
    """,
    "act": """
        click connect disconnect dial drag hover interact invoke navigate perform press rerun restart reboot
        retry scroll swipe tap
    """,
    "send": "announce dispatch dm notify publish remind respond send unsend",
    "run": "eval exec execute",
    "grant": "authorise authorize delegate elevate grant impersonate permit share unshare invite",
    "pay": "buy disburse payout reimburse sell withdraw",
    "remove": """
        abort ban clean cleanup clear deactivate decommission deprovision deregister detach disassociate dissociate
        drain evict forget kick kill prune quit remove reset retract revert revoke rollback rescind shutdown subtract
        terminate trash undeploy uninstall unlink unregister unset unsubscribe deprecate
    """,
    "delete": "delete del rm rmdir",
    "destroy": "annihilate destroy erase flushall flushdb nuke obliterate purge shred truncate wipe",
}
_USUALLY: dict[Kind, str] = {
    "read": """
        check download expand export list match peek poll preview query read recall reverse scan screenshot
        receive search select show stat tail view wait ask compile reader
    """,
    "create": "build commit compose copy fork import make push put upload store open draft stage",
    "change": """
        archive change close complete deploy fix join lock merge pause pin release resolve restore resume scale set
        split start stop sync switch undo update updater upgrade downgrade transition mark sort format patch process
        writer
    """,
    "act": "trigger fill handle launch login logout play start type focus",
    "send": "broadcast email forward reply tweet",
    "run": "evaluate run shell ssh",
    "pay": "pay purchase refund transfer charge",
    "delete": "drop",
    "destroy": "flush",
}
_EITHER: dict[Kind, str] = {
    "read": """
        audit debug diff display monitor watch hash health help info log map outline overview probe profile rank report
        review see snapshot status summary test trace track version walk history details is has ls cat head which lists
        guide docs documentation schema stats metrics
    """,
    "create": "book bookmark checkout clone new order record request reserve schedule branch comment",
    "change": "pull confirm block group label leave link reduce star tag touch vote wrap cast style bind",
    "act": "take act call control enter long seek skip",
    "send": "comment mail message post sms",
    "pay": "payment trade wire",
    "run": "bash terminal",
}


def _table(tier: dict[Kind, str]) -> dict[str, Kind]:
    table: dict[str, Kind] = {}
    for kind in SEVERITY:  # of two kinds that claim a word, the worse one has it
        table.update(dict.fromkeys(tier.get(kind, "").split(), kind))
    return table


def _again(table: dict[str, Kind]) -> dict[str, Kind]:
    """`recreate` and `reinvite` do what `create` and `invite` do."""
    return {f"re{word}": kind for word, kind in table.items() if kind in ("create", "send", "grant", "run")}


ALWAYS = _again(_table(_ALWAYS)) | _table(_ALWAYS)
USUALLY, EITHER = _table(_USUALLY), _table(_EITHER)


def base(word: str) -> str:
    """`deletes` and `deleting` are `delete`, where that is a word of ours."""
    for ending, instead in (("", ""), ("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ing", "e")):
        if word.endswith(ending):
            stem = word[: len(word) - len(ending)] + instead
            if stem in ALWAYS or stem in USUALLY or stem in EITHER:
                return stem
    if word.endswith("ing") and word[-4:-3] == word[-5:-4]:  # getting, putting, running
        return word[:-4]
    return word
