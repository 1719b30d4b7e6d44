from servers.drive import get_sheet, search_files

found = await search_files(query="Orders 2026", type="sheet")
sheet = found["files"][0]["id"]
print(sheet, await get_sheet(sheet_id=sheet, limit=2))
