from collections import Counter
from servers.drive import get_sheet

rows = await get_sheet(sheet_id="orders-2026")  # 10,000 rows stay here
late = [r for r in rows if r["status"] == "pending" and r["ordered_at"] < "2026-09-01"]
worth = Counter()
for r in late:
    worth[r["currency"]] += r["amount"]
print(f"{len(late)} of {len(rows)} orders:", ", ".join(f"{worth[c]:.2f} {c}" for c in sorted(worth)))
for r in sorted(late, key=lambda r: (r["ordered_at"], r["id"]))[:5]:
    print(r["ordered_at"], r["id"], r["customer"], r["email"], r["amount"], r["currency"])
