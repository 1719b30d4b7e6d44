import { get_sheet } from "servers/drive";
import { getIssue } from "servers/tracker";

const seen: unknown[] = [];
try {
  await get_sheet({ sheet_id: "no-such-sheet" });
} catch (error) {
  if (error instanceof ToolError) seen.push(error.message.includes("no-such-sheet"));
}
try {
  await getIssue({ issue_id: "SHOP-999999" });
} catch (error) {
  if (error instanceof Denied) seen.push("denied");
  else if (error instanceof ToolError) {
    seen.push(error.tool);
    console.log("there is no such issue");
  }
}
try {
  await callMcpTool("nobody.knows", {});
} catch (error) {
  if (error instanceof ToolError) seen.push(error.name);
}
return seen;
