import { get_sheet } from "servers/drive";

interface Order {
  id: string;
  region: string;
  items: number;
}

const rows = await get_sheet({ sheet_id: "orders-2026", limit: 500 }) as Order[];
const lines = rows.filter((row) => row.region === "AMER").map(({ id, items }) => JSON.stringify({ id, items }));
Deno.writeTextFileSync("workspace/amer.jsonl", lines.map((line) => `${line}\n`).join(""));
const kept: Order[] = Deno.readTextFileSync("workspace/amer.jsonl").trim().split("\n").map((line) => JSON.parse(line));
console.log(kept.length, "orders kept");
({ first: kept[0].id, items: kept.reduce((sum, one) => sum + one.items, 0) })
