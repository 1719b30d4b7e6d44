import re
from servers.drive import read_document
from servers.tracker import create_issue

text = await read_document(document_id="doc-checkout-design")
section = text.split("## 9. Known bugs")[1].split("\n## ")[0]
bugs = re.findall(r"^- \*\*(BUG-\d+) \((\w+)\)\*\* (.+?)(?=^- |\Z)", section, re.M | re.S)
for key, severity, words in bugs:
    title, _, body = " ".join(words.split()).partition(". ")
    issue = await create_issue(
        project="SHOP", title=f"{key}: {title}", body=body, priority=severity, labels=["bug"]
    )
    print(issue["id"], severity, issue["title"])
