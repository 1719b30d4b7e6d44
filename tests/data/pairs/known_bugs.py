from servers.drive import read_document
from servers.tracker import create_issue

text = await read_document(document_id="doc-checkout-design")
section = text.split("## 9. Known bugs")[1].split("\n## ")[0]
opened = []
for bug in section.split("\n- **")[1:]:
    name, _, words = bug.partition("** ")
    key, _, severity = name.rstrip(")").partition(" (")
    title = " ".join(words.split()).partition(". ")[0]
    issue = await create_issue(project="SHOP", title=f"{key}: {title}", priority=severity, labels=["bug"])
    opened.append([issue["priority"], issue["title"]])
print(len(opened), "issues opened")
[opened[0], opened[-1]]
