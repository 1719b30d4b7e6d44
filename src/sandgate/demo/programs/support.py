import re
from servers.chat import post_message, search_messages
from servers.drive import get_sheet
from servers.tracker import create_issue

orders = {row["id"]: row for row in await get_sheet(sheet_id="orders-2026")}
reports = await search_messages(query="still pending", limit=1000)
opened = []
for report in reports["matches"]:
    order = orders[re.search(r"ORD-\d+", report["text"])[0]]
    answer = f"{order['id']}: {order['status']}."
    if order["status"] == "pending":
        issue = await create_issue(
            project="SHOP",
            title=f"Order {order['id']} is stuck",
            body=f"{order['amount']} {order['currency']}, ordered on {order['ordered_at']}.",
            labels=["customer-report"],
        )
        opened.append(issue["id"])
        answer += f" {issue['url']}"
    await post_message(channel_id=report["channel"], message=answer, thread_ts=report["ts"])
print(f"{len(reports['matches'])} reports answered, {len(opened)} issues opened:", *opened)
