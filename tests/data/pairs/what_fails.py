from servers.drive import get_sheet
from servers.tracker import get_issue

seen = []
try:
    await get_sheet(sheet_id="no-such-sheet")
except ToolError as error:
    seen.append("no-such-sheet" in str(error))
try:
    await get_issue(issue_id="SHOP-999999")
except Denied:
    seen.append("denied")
except ToolError as error:
    seen.append(error.tool)
    print("there is no such issue")
try:
    await call_mcp_tool("nobody.knows", {})
except ToolError as error:
    seen.append(type(error).__name__)
return seen
