"""What is true on the servers after a scenario, read from them and not from anyone's answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

Ask: TypeAlias = Callable[..., Awaitable[Any]]
"""`await ask("tracker.get_issue", issue_id="SHOP-1")`, counted on nobody's bill."""
Facts: TypeAlias = dict[str, Any]


async def document(ask: Ask) -> Facts:
    listed = await ask("tracker.list_issues", project="SHOP", label="bug", limit=250)
    issues = [issue for issue in listed["issues"] if issue["title"].startswith("BUG-")]
    return {
        "issues": len(issues),
        "by priority": dict(Counter(issue["priority"] for issue in issues)),
        "texts": {issue["id"]: [issue["title"], issue["body"]] for issue in issues},
    }


async def rows(ask: Ask) -> Facts:
    info = await ask("drive.get_sheet_info", sheet_id="orders-2026")
    page = await ask("drive.get_sheet", sheet_id="orders-2026", range=f"D2:G{info['row_count'] + 1}")
    months = Counter(row["ordered_at"][:7] for row in page if row["status"] == "pending")
    late = sum(times for month, times in months.items() if month <= "2026-08")
    return {"rows": info["row_count"], "pending from before September": late}


async def records(ask: Ask) -> Facts:
    fresh = [{"field": "EmailStatus", "value": "Valid"}, {"field": "LastVerifiedDate", "value": "2026-10-27"}]
    found = await ask(
        "crm.query_records", object_type="Lead", fields=["Email", "Phone"], where=fresh, order_by="Id", limit=2000
    )
    sheet = await ask("drive.get_sheet", sheet_id="contact-refresh-2026-10")
    wanted = {row["lead_id"]: (row["email"], row["phone"]) for row in sheet}
    right = [lead["Id"] for lead in found["records"] if (lead["Email"], lead["Phone"]) == wanted.get(lead["Id"])]
    return {"updated": found["total_size"], "as in the sheet": len(right), "leads": found["records"]}


async def support(ask: Ask) -> Facts:
    reports = (await ask("chat.search_messages", query="still pending", limit=1000))["matches"]
    threads = [
        await ask("chat.get_thread_replies", channel_id=report["channel"], thread_ts=report["ts"]) for report in reports
    ]
    answers = [said["text"] for thread in threads for said in thread[1:] if said["text"].startswith("ORD-")]
    listed = await ask("tracker.list_issues", project="SHOP", label="customer-report", limit=250)
    stuck = [issue for issue in listed["issues"] if issue["title"].endswith("is stuck")]
    return {
        "answered": len(answers),
        "issues": len(stuck),
        "answers": answers,
        "texts": {issue["id"]: [issue["title"], issue["body"]] for issue in stuck},
    }


async def rollout(ask: Ask) -> Facts:
    newest = (await ask("tracker.list_deployments", environment="staging", limit=1))[0]
    posted = await ask("chat.search_messages", query="bld-960 deployment", limit=1000)
    return {
        "deployment": [newest["build_id"], newest["status"], newest["progress_percent"]],
        "posted": [[said["channel_name"], said["text"]] for said in posted["matches"]],
    }
