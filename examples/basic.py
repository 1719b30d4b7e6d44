# One call, and an answer of one line. The last expression is the value of the program.
from servers.drive import get_sheet_info

sheet = await get_sheet_info(sheet_id="orders-2026")
f"{sheet['name']}: {sheet['row_count']:,} rows, columns {', '.join(sheet['columns'])}"
