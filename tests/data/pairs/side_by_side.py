import asyncio
from servers.crm import count_records, update_record
from servers.drive import get_sheet

bounced = [{"field": "EmailStatus", "value": "Bounced"}]
before = await count_records(object_type="Lead", where=bounced)
rows = await get_sheet(sheet_id="contact-refresh-2026-10", limit=150)


async def refresh(row):
    data = {"Email": row["email"], "EmailStatus": "Valid"}
    return await update_record(object_type="Lead", record_id=row["lead_id"], data=data)


saved = await asyncio.gather(*(refresh(row) for row in rows))
after = await count_records(object_type="Lead", where=bounced)
result = {"saved": sum(one["success"] for one in saved), "fewer": before - after}
