from servers.crm import describe_objects
from servers.drive import get_sheet, search_files

found = await search_files(query="Contact refresh October 2026", type="sheet")
sheet = found["files"][0]["id"]
print(sheet, await get_sheet(sheet_id=sheet, limit=2))
lead = (await describe_objects(object_types=["Lead"]))["objects"][0]
print([(f["name"], f.get("picklist")) for f in lead["fields"] if f["updateable"]])
