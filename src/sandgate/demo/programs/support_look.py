from servers.chat import search_messages
from servers.drive import get_sheet, search_files

reports = await search_messages(query="still pending", limit=2)
print(reports)
found = await search_files(query="Orders 2026", type="sheet")
sheet = found["files"][0]["id"]
print(sheet, await get_sheet(sheet_id=sheet, limit=1))
