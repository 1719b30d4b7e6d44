import { getSheet } from "servers/drive";

interface Order {
  id: string;
  status: string;
  ordered_at: string;
  currency: string;
  amount: number;
}

const rows = await getSheet({ sheet_id: "orders-2026" }) as Order[];
const late = rows.filter((row) => row.status === "pending" && row.ordered_at < "2026-09-01");
const worth: Record<string, number> = {};
for (const row of late) worth[row.currency] = (worth[row.currency] ?? 0) + Math.round(row.amount * 100);
console.log(`${late.length} of ${rows.length} orders are late`);
const key = (row: Order) => `${row.ordered_at} ${row.id}`;
const oldest = late.sort((one, other) => (key(one) < key(other) ? -1 : 1)).slice(0, 3);
return { worth, oldest: oldest.map((row) => [row.id, row.ordered_at]) };
