from servers.drive import read_document, search_files

found = await search_files(query="Checkout redesign", type="document")
document = found["files"][0]
lines = (await read_document(document_id=document["id"])).splitlines()
start = next(n for n, line in enumerate(lines) if line.startswith("#") and "bug" in line.lower())
print(document["id"], document["name"])
print("\n".join(lines[start : start + 9]))
