from servers.drive import get_sheet

rows = await get_sheet(sheet_id="orders-2026")
late = [row for row in rows if row["status"] == "pending" and row["ordered_at"] < "2026-09-01"]
worth = {}
for row in late:
    worth[row["currency"]] = worth.get(row["currency"], 0) + round(row["amount"] * 100)
print(f"{len(late)} of {len(rows)} orders are late")
oldest = sorted(late, key=lambda row: (row["ordered_at"], row["id"]))[:3]
return {"worth": worth, "oldest": [[row["id"], row["ordered_at"]] for row in oldest]}
