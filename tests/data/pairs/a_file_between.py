import json
from servers.drive import get_sheet

rows = await get_sheet(sheet_id="orders-2026", limit=500)
with open("workspace/amer.jsonl", "w") as file:
    for row in rows:
        if row["region"] == "AMER":
            file.write(json.dumps({"id": row["id"], "items": row["items"]}) + "\n")
with open("workspace/amer.jsonl") as file:
    kept = [json.loads(line) for line in file]
print(len(kept), "orders kept")
{"first": kept[0]["id"], "items": sum(one["items"] for one in kept)}
