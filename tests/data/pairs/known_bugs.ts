import { readDocument } from "servers/drive";
import { createIssue } from "servers/tracker";

const text = await readDocument({ document_id: "doc-checkout-design" }) as string;
const section = text.split("## 9. Known bugs")[1].split("\n## ")[0];
const opened: string[][] = [];
for (const bug of section.split("\n- **").slice(1)) {
  const [name, words] = bug.split("** ");
  const [key, severity] = name.replace(")", "").split(" (") as [string, "high" | "medium" | "low"];
  const title = words.split(/\s+/).join(" ").trim().split(". ")[0];
  const issue = await createIssue({ project: "SHOP", title: `${key}: ${title}`, priority: severity, labels: ["bug"] });
  opened.push([issue.priority, issue.title]);
}
console.log(opened.length, "issues opened");
[opened[0], opened[opened.length - 1]]
