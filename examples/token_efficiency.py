# 10,000 rows come into the sandbox; three lines leave it.
import json
from collections import Counter

from servers.drive import get_sheet

rows = await get_sheet(sheet_id="orders-2026")
refunded = [row for row in rows if row["status"] == "refunded"]
by_region = Counter(row["region"] for row in refunded)
print(f"{len(refunded)} of {len(rows)} orders were refunded")
print("by region:", ", ".join(f"{region} {number}" for region, number in sorted(by_region.items())))
print(f"characters that stayed here: {len(json.dumps(rows)):,}")
