# A tracker, a sheet and a chat, joined in one program. The reads run side by side.
import asyncio

from servers.chat import list_channels, post_message
from servers.drive import get_sheet
from servers.tracker import list_issues, list_projects

projects, rota, found = await asyncio.gather(list_projects(), get_sheet(sheet_id="on-call-rota"), list_channels())
keys = [project["key"] for project in projects]
pages = await asyncio.gather(*(list_issues(project=key, status="todo", priority="urgent") for key in keys))
waiting = ", ".join(f"{key} {page['total']}" for key, page in zip(keys, pages, strict=True))

on_call = next(row["primary"] for row in rota if row["week_of"] == "2026-10-26")
incidents = next(channel["id"] for channel in found["channels"] if channel["name"] == "incidents")
news = f"Urgent and not begun: {waiting}. On call: {on_call}."
await post_message(channel_id=incidents, message=news)
print(news)
