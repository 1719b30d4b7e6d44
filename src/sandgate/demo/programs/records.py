import asyncio
from servers.crm import count_records, update_record
from servers.drive import get_sheet

rows = await get_sheet(sheet_id="contact-refresh-2026-10")

async def refresh(row):
    data = {
        "Email": row["email"],
        "Phone": row["phone"],
        "EmailStatus": "Valid",
        "LastVerifiedDate": row["verified_on"],
    }
    return await update_record(object_type="Lead", record_id=row["lead_id"], data=data)

saved = await asyncio.gather(*(refresh(row) for row in rows))
bounced = await count_records(object_type="Lead", where=[{"field": "EmailStatus", "value": "Bounced"}])
print(f"{sum(s['success'] for s in saved)} leads updated, {bounced} still bounce")
