# A section of a long document becomes an issue; the document itself never reaches the model.
from servers.drive import read_document, search_files
from servers.tracker import create_issue, search_issues

found = await search_files(query="Checkout redesign", type="document")
document = found["files"][0]
text = await read_document(document_id=document["id"])
section = text.split("## 9. Known bugs")[1].split("\n## ")[0].strip()

title = f"Known bugs of {document['name']}"
if await search_issues(query=title):
    print("There is an issue already.")
else:
    issue = await create_issue(project="SHOP", title=title, body=section, labels=["bug"])
    print(issue["id"], issue["title"], f"({len(section):,} of {len(text):,} characters)")
