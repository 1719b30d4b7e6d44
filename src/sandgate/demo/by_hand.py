"""Each scenario without code execution: the calls an agent would write, one after another, and the answer it reaches.

The Python between two calls stands for the model's own head. Where a tool can page, filter or leave columns out, the
agent lets it.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from .agents import Direct

ROWS_PER_PAGE = 1_000


async def document(agent: Direct) -> str:
    found = await agent.call("drive.search_files", query="Checkout redesign", type="document")
    text = await agent.call("drive.read_document", document_id=found["files"][0]["id"])
    section = text.split("## 9. Known bugs")[1].split("\n## ")[0]
    lines: list[str] = []
    for entry in section.split("\n- ")[1:]:
        name, _, rest = " ".join(entry.split()).removeprefix("**").partition("** ")
        key, severity = name.rstrip(")").split(" (")
        title, _, body = rest.partition(". ")
        issue = await agent.call(
            "tracker.create_issue",
            project="SHOP",
            title=f"{key}: {title}",
            body=body,
            priority=severity,
            labels=["bug"],
        )
        lines.append(f"{issue['id']} {severity} {issue['title']}")
    return "\n".join(lines)


async def rows(agent: Direct) -> str:
    found = await agent.call("drive.search_files", query="Orders 2026", type="sheet")
    sheet = found["files"][0]["id"]
    size = (await agent.call("drive.get_sheet_info", sheet_id=sheet))["row_count"]
    read: list[dict[str, Any]] = []
    for first in range(2, size + 2, ROWS_PER_PAGE):  # region and items, in H and I, are not needed
        read += await agent.call("drive.get_sheet", sheet_id=sheet, range=f"A{first}:G{first + ROWS_PER_PAGE - 1}")
    late = [row for row in read if row["status"] == "pending" and row["ordered_at"] < "2026-09-01"]
    worth: Counter[str] = Counter()
    for row in late:
        worth[row["currency"]] += row["amount"]
    lines = [f"{len(late)} of {len(read)} orders: " + ", ".join(f"{worth[code]:.2f} {code}" for code in sorted(worth))]
    for row in sorted(late, key=lambda row: (row["ordered_at"], row["id"]))[:5]:
        lines.append(
            " ".join(str(row[name]) for name in ("ordered_at", "id", "customer", "email", "amount", "currency"))
        )
    return "\n".join(lines)


async def records(agent: Direct) -> str:
    found = await agent.call("drive.search_files", query="Contact refresh October 2026", type="sheet")
    sheet = found["files"][0]["id"]
    size = (await agent.call("drive.get_sheet_info", sheet_id=sheet))["row_count"]
    await agent.call("crm.describe_objects", object_types=["Lead"])
    updated = 0
    for row in await agent.call("drive.get_sheet", sheet_id=sheet, range=f"A2:E{size + 1}"):
        fresh = {"Email": row["email"], "Phone": row["phone"]}
        fresh |= {"EmailStatus": "Valid", "LastVerifiedDate": row["verified_on"]}
        saved = await agent.call("crm.update_record", object_type="Lead", record_id=row["lead_id"], data=fresh)
        updated += saved["success"]
    where = [{"field": "EmailStatus", "value": "Bounced"}]
    bounced = await agent.call("crm.count_records", object_type="Lead", where=where)
    return f"{updated} leads updated, {bounced} still bounce"


async def support(agent: Direct) -> str:
    reports = (await agent.call("chat.search_messages", query="still pending", limit=1000))["matches"]
    found = await agent.call("drive.search_files", query="Orders 2026", type="sheet")
    sheet = found["files"][0]["id"]
    await agent.call("drive.get_sheet", sheet_id=sheet, limit=1)  # shows that order 1 is in row 2, so one row is enough
    opened: list[str] = []
    for report in reports:
        number = re.findall(r"ORD-(\d+)", report["text"])[0]
        row = int(number) + 1
        (order,) = await agent.call("drive.get_sheet", sheet_id=sheet, range=f"A{row}:G{row}")
        answer = f"{order['id']}: {order['status']}."
        if order["status"] == "pending":
            issue = await agent.call(
                "tracker.create_issue",
                project="SHOP",
                title=f"Order {order['id']} is stuck",
                body=f"{order['amount']} {order['currency']}, ordered on {order['ordered_at']}.",
                labels=["customer-report"],
            )
            opened.append(issue["id"])
            answer += f" {issue['url']}"
        await agent.call("chat.post_message", channel_id=report["channel"], message=answer, thread_ts=report["ts"])
    return f"{len(reports)} reports answered, {len(opened)} issues opened: {' '.join(opened)}"


async def rollout(agent: Direct) -> str:
    deployment = await agent.call("tracker.start_deployment", build_id="bld-960", environment="staging")
    looks = 0
    while deployment["status"] in ("queued", "running"):
        deployment = await agent.call("tracker.get_deployment", deployment_id=deployment["id"])
        looks += 1
    channels = (await agent.call("chat.list_channels"))["channels"]
    channel = next(each["id"] for each in channels if each["name"] == "deployments")
    news = f"bld-960: deployment {deployment['id']} to staging {deployment['status']}."
    await agent.call("chat.post_message", channel_id=channel, message=news)
    return f"{news} Looked {looks} times."
