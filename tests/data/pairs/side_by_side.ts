import { count_records, update_record } from "servers/crm";
import * as drive from "servers/drive";

const bounced = [{ field: "EmailStatus", value: "Bounced" }];
const before = await count_records({ object_type: "Lead", where: bounced }) as number;
const rows = await drive.getSheet({ sheet_id: "contact-refresh-2026-10", limit: 150 }) as any[];

const refresh = async (row: any): Promise<any> => {
  const data = { Email: row.email, EmailStatus: "Valid" };
  return await update_record({ object_type: "Lead", record_id: row.lead_id, data });
};

const saved = await Promise.all(rows.map(refresh));
const after = await count_records({ object_type: "Lead", where: bounced }) as number;
const result = { saved: saved.filter((one) => one.success).length, fewer: before - after };
