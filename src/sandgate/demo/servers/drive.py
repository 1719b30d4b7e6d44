"""A file server: folders, documents, sheets and comments. Run it with `python -m sandgate.demo.servers.drive`."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent
from pydantic import Field
from typing_extensions import TypedDict

from sandgate.demo.servers.documents import FOLDERS, documents
from sandgate.demo.servers.records import Dice, days_ago, staff, stamp
from sandgate.demo.servers.sheets import SHEETS
from sandgate.demo.servers.surface import ADD, CHANGE, DESTROY, READ, Clock, not_found, offer, structured, text

Kind = Literal["folder", "document", "sheet"]
FileId = Annotated[str, Field(description="ID of the file, as returned by search_files or list_folder")]
FolderId = Annotated[str, Field(description="ID of the folder; 'root' is the top of the drive")]
DocumentId = Annotated[str, Field(description="ID of the document, e.g. 'doc-checkout-design'")]
SheetId = Annotated[str, Field(description="ID of the spreadsheet, e.g. 'orders-2026'")]
Row = dict[str, Any]


class File(TypedDict):
    id: str
    name: str
    type: Kind
    folder_id: str | None
    owner: str
    modified_at: str
    link: str


class FileList(TypedDict):
    files: list[File]
    total: int
    next_offset: Annotated[int | None, Field(description="Pass as offset to get the next page; null on the last")]


class SheetInfo(TypedDict):
    id: str
    name: str
    columns: list[str]
    row_count: Annotated[int, Field(description="Number of data rows, without the header")]


class Comment(TypedDict):
    id: str
    file_id: str
    author: str
    text: str
    quoted_text: str | None
    resolved: bool
    created_at: str


class Drive:
    """The files and what can be done with them. Changes last as long as the process."""

    def __init__(self) -> None:
        self._clock = Clock()
        self._rows: dict[str, list[Row]] = {}
        self._shares: dict[str, dict[str, str]] = {}
        self._created = 0

    @cached_property
    def _contents(self) -> dict[str, str]:
        return {document.id: document.content for document in documents()}

    @cached_property
    def _files(self) -> dict[str, File]:
        dice = Dice("files")
        files = [_file(dice, key, name, "folder", None if key == "root" else "root") for key, name in FOLDERS.items()]
        files += [_file(dice, sheet.id, sheet.name, "sheet", sheet.folder_id) for sheet in SHEETS]
        files += [_file(dice, each.id, each.name, "document", each.folder_id) for each in documents()]
        return {file["id"]: file for file in files}

    @cached_property
    def _comments(self) -> dict[str, Comment]:
        dice, people = Dice("comments"), staff()
        remarks = ("Is this figure final?", "Agreed in the review on Thursday.", "Please add the source.", "Typo here.")
        made: dict[str, Comment] = {}
        for number in range(1, 19):
            made[f"cmt-{number}"] = {
                "id": f"cmt-{number}",
                "file_id": dice.pick(("doc-checkout-design", "orders-2026", "on-call-rota")),
                "author": dice.pick(people).email,
                "text": dice.pick(remarks),
                "quoted_text": None,
                "resolved": dice.below(3) == 0,
                "created_at": stamp(days_ago(dice, 1, 20)),
            }
        return made

    async def search_files(
        self,
        query: Annotated[str, Field(description="Words to look for in names and in the text of documents")],
        type: Annotated[Kind | None, Field(description="Only files of this type")] = None,
        folder_id: Annotated[str | None, Field(description="Only files directly in this folder")] = None,
        modified_after: Annotated[str | None, Field(description="ISO 8601 time, e.g. 2026-10-01T00:00:00Z")] = None,
        limit: Annotated[int, Field(ge=1, le=100, description="Most files to return")] = 20,
    ) -> Annotated[CallToolResult, FileList]:
        """Search the drive for folders, documents and spreadsheets. All words of the query must occur in the name or,
        for documents, in the text. Results are sorted by last modification, newest first."""
        words = query.lower().split()
        found = [
            file
            for file in self._files.values()
            if all(word in f"{file['name']} {self._contents.get(file['id'], '')}".lower() for word in words)
            and type in (None, file["type"])
            and folder_id in (None, file["folder_id"])
            and file["modified_at"] > (modified_after or "")
        ]
        found.sort(key=lambda file: file["modified_at"], reverse=True)
        return _page(found, 0, limit)

    async def list_folder(
        self,
        folder_id: FolderId = "root",
        limit: Annotated[int, Field(ge=1, le=100, description="Most entries to return")] = 50,
        offset: Annotated[int, Field(ge=0, description="Entries to skip")] = 0,
    ) -> Annotated[CallToolResult, FileList]:
        """List the files and subfolders directly inside a folder, sorted by name."""
        self._get(folder_id, "folder")
        inside = [file for file in self._files.values() if file["folder_id"] == folder_id]
        return _page(sorted(inside, key=lambda file: file["name"]), offset, limit)

    async def get_file_metadata(self, file_id: FileId) -> Annotated[CallToolResult, File]:
        """Get name, type, folder, owner, time of last modification and link of one file, without its content."""
        return structured(self._get(file_id))

    async def read_document(self, document_id: DocumentId) -> TextContent:
        """Read the whole text of a document as Markdown, with headings, lists and tables. Comments are not included;
        use list_comments for them. For spreadsheets use get_sheet."""
        self._get(document_id, "document")
        return text(self._contents[document_id])

    async def create_document(
        self,
        title: Annotated[str, Field(min_length=1, description="Title of the new document")],
        content: Annotated[str, Field(description="Text of the document in Markdown")],
        folder_id: FolderId = "root",
    ) -> Annotated[CallToolResult, File]:
        """Create a document from Markdown text and return its metadata. A document with the same title may already
        exist; it is left untouched."""
        self._get(folder_id, "folder")
        file = self._new_file("doc", title, "document", folder_id)
        self._contents[file["id"]] = content
        return structured(file)

    async def append_to_document(
        self,
        document_id: DocumentId,
        content: Annotated[str, Field(description="Markdown text to add at the end")],
    ) -> TextContent:
        """Add Markdown text at the end of an existing document. A blank line is put before it."""
        self._get(document_id, "document")
        self._contents[document_id] = f"{self._contents[document_id].rstrip()}\n\n{content}\n"
        return text(
            {"id": document_id, "length": len(self._contents[document_id]), "modified_at": self._touch(document_id)}
        )

    async def get_sheet_info(self, sheet_id: SheetId) -> Annotated[CallToolResult, SheetInfo]:
        """Get the columns and the number of rows of a spreadsheet without reading its cells."""
        rows = self._sheet(sheet_id)
        columns = list(rows[0]) if rows else []
        name = self._files[sheet_id]["name"]
        return structured({"id": sheet_id, "name": name, "columns": columns, "row_count": len(rows)})

    async def get_sheet(
        self,
        sheet_id: SheetId,
        range: Annotated[
            str | None, Field(description="Cells in A1 notation, e.g. 'A2:F101'. Row 1 is the header")
        ] = None,
        limit: Annotated[int | None, Field(ge=1, description="Most rows to return; all rows if omitted")] = None,
        offset: Annotated[int, Field(ge=0, description="Rows to skip before the first one returned")] = 0,
    ) -> TextContent:
        """Read the rows of a spreadsheet. Returns a JSON array with one object per row, whose keys are the column
        headers. Without range or limit the whole sheet is returned, which can be large: use get_sheet_info to see its
        size."""
        rows = self._sheet(sheet_id)
        if range is not None:
            rows = _cut(rows, range)
        return text(rows[offset : None if limit is None else offset + limit])

    async def append_sheet_rows(
        self,
        sheet_id: SheetId,
        rows: Annotated[list[Row], Field(description="Rows to add, each an object keyed by column header")],
    ) -> TextContent:
        """Add rows at the end of a spreadsheet. Columns that are left out stay empty; unknown columns are an error."""
        sheet = self._sheet(sheet_id)
        columns = list(sheet[0])
        for row in rows:
            _check_columns(row, columns)
        sheet.extend({column: row.get(column) for column in columns} for row in rows)
        return text({"id": sheet_id, "added": len(rows), "row_count": len(sheet), "modified_at": self._touch(sheet_id)})

    async def update_sheet_row(
        self,
        sheet_id: SheetId,
        row_number: Annotated[int, Field(ge=2, description="Row as shown in the sheet; the header is row 1")],
        values: Annotated[Row, Field(description="New values, keyed by column header; other cells keep theirs")],
    ) -> TextContent:
        """Change cells of one row of a spreadsheet and return the row as it is now."""
        sheet = self._sheet(sheet_id)
        if row_number > len(sheet) + 1:
            raise ToolError(f"Row {row_number} does not exist; the last row of '{sheet_id}' is {len(sheet) + 1}.")
        _check_columns(values, list(sheet[0]))
        sheet[row_number - 2].update(values)
        self._touch(sheet_id)
        return text(sheet[row_number - 2])

    async def list_comments(
        self,
        file_id: FileId,
        include_resolved: Annotated[bool, Field(description="Also return comments that were resolved")] = False,
    ) -> TextContent:
        """List the comments on a document or spreadsheet, oldest first. Returns a JSON array."""
        self._get(file_id)
        shown = [
            comment
            for comment in self._comments.values()
            if comment["file_id"] == file_id and (include_resolved or not comment["resolved"])
        ]
        return text(sorted(shown, key=lambda comment: comment["created_at"]))

    async def add_comment(
        self,
        file_id: FileId,
        comment: Annotated[str, Field(min_length=1, max_length=4000, description="Text of the comment")],
        quoted_text: Annotated[str | None, Field(description="Passage of the file the comment refers to")] = None,
    ) -> Annotated[CallToolResult, Comment]:
        """Add a comment to a document or spreadsheet. People who follow the file are notified."""
        self._get(file_id)
        made: Comment = {
            "id": f"cmt-{len(self._comments) + 1}",
            "file_id": file_id,
            "author": staff()[0].email,
            "text": comment,
            "quoted_text": quoted_text,
            "resolved": False,
            "created_at": self._clock.now(),
        }
        self._comments[made["id"]] = made
        return structured(made)

    async def resolve_comment(
        self, comment_id: Annotated[str, Field(description="ID of the comment, e.g. 'cmt-7'")]
    ) -> TextContent:
        """Mark a comment as resolved. It is hidden from list_comments unless resolved comments are asked for."""
        if comment_id not in self._comments:
            raise not_found("Comment", comment_id, self._comments)
        self._comments[comment_id]["resolved"] = True
        return text(self._comments[comment_id])

    async def create_folder(
        self,
        name: Annotated[str, Field(min_length=1, description="Name of the new folder")],
        parent_id: FolderId = "root",
    ) -> Annotated[CallToolResult, File]:
        """Create an empty folder inside another one and return its metadata."""
        self._get(parent_id, "folder")
        return structured(self._new_file("fld", name, "folder", parent_id))

    async def move_file(self, file_id: FileId, folder_id: FolderId) -> TextContent:
        """Move a file or folder into another folder. Links to the file keep working."""
        self._get(folder_id, "folder")
        file = self._get(file_id)
        if file["type"] == "folder" and self._inside(folder_id, file_id):
            raise ToolError("A folder cannot be moved into itself or into a folder it contains.")
        file["folder_id"] = folder_id
        self._touch(file_id)
        return text(file)

    async def share_file(
        self,
        file_id: FileId,
        email: Annotated[str, Field(description="E-mail address of the person who gets access")],
        role: Annotated[
            Literal["reader", "commenter", "writer"], Field(description="What the person may do")
        ] = "reader",
    ) -> TextContent:
        """Give a person access to a file or folder. Sharing again with another role replaces the earlier one."""
        self._get(file_id)
        shares = self._shares.setdefault(file_id, {})
        shares[email] = role
        return text({"file_id": file_id, "permissions": shares})

    async def delete_file(self, file_id: FileId) -> TextContent:
        """Delete a document, spreadsheet or empty folder permanently. This cannot be undone."""
        file = self._get(file_id)
        if file_id == "root" or any(other["folder_id"] == file_id for other in self._files.values()):
            raise ToolError(f"Folder '{file_id}' is not empty; move or delete what it contains first.")
        del self._files[file_id]
        return text(f"Deleted {file['type']} '{file['name']}'.")

    def _get(self, file_id: str, kind: Kind | None = None) -> File:
        file = self._files.get(file_id)
        if file is None:
            raise not_found((kind or "file").capitalize(), file_id, self._files)
        if kind not in (None, file["type"]):
            raise ToolError(f"'{file_id}' is a {file['type']}, not a {kind}.")
        return file

    def _sheet(self, sheet_id: str) -> list[Row]:
        self._get(sheet_id, "sheet")
        if sheet_id not in self._rows:
            self._rows[sheet_id] = next(sheet.rows() for sheet in SHEETS if sheet.id == sheet_id)
        return self._rows[sheet_id]

    def _new_file(self, prefix: str, name: str, kind: Kind, folder_id: str) -> File:
        self._created += 1
        file = _file(Dice(name), f"{prefix}-{self._created:04}", name, kind, folder_id)
        file["modified_at"] = self._clock.now()
        self._files[file["id"]] = file
        return file

    def _touch(self, file_id: str) -> str:
        self._files[file_id]["modified_at"] = self._clock.now()
        return self._files[file_id]["modified_at"]

    def _inside(self, folder_id: str | None, container_id: str) -> bool:
        while folder_id is not None and folder_id != container_id:
            folder_id = self._files[folder_id]["folder_id"]
        return folder_id == container_id


def _file(dice: Dice, key: str, name: str, kind: Kind, folder_id: str | None) -> File:
    return {
        "id": key,
        "name": name,
        "type": kind,
        "folder_id": folder_id,
        "owner": dice.pick(staff()).email,
        "modified_at": stamp(days_ago(dice, 1, 120)),
        "link": f"https://drive.example.com/{kind}/{key}",
    }


def _page(files: list[File], offset: int, limit: int) -> CallToolResult:
    end = offset + limit
    return structured(
        {"files": files[offset:end], "total": len(files), "next_offset": end if end < len(files) else None}
    )


def _check_columns(row: Row, columns: list[str]) -> None:
    if unknown := [name for name in row if name not in columns]:
        raise ToolError(f"Unknown column '{unknown[0]}'. The columns are: {', '.join(columns)}.")


def _cut(rows: list[Row], cells: str) -> list[Row]:
    match = re.fullmatch(r"([A-Z])(\d+):([A-Z])(\d+)", cells.upper())
    if match is None:
        raise ToolError(f"'{cells}' is not a range; write it like 'A2:F101'.")
    left, top, right, bottom = match.groups()
    columns = list(rows[0])[ord(left) - ord("A") : ord(right) - ord("A") + 1]
    first = max(int(top) - 2, 0)  # Row 1 is the header, which every returned row carries as its keys.
    return [{column: row[column] for column in columns} for row in rows[first : max(int(bottom) - 1, 0)]]


def build() -> MCPServer:
    """A server with its own fresh files."""
    drive = Drive()
    server = MCPServer("drive", version="1.4.0", instructions="Files of the shop's shared drive.", log_level="WARNING")
    offer(server, READ, drive.search_files, drive.list_folder, drive.get_file_metadata, drive.read_document)
    offer(server, READ, drive.get_sheet_info, drive.get_sheet, drive.list_comments)
    offer(server, ADD, drive.create_document, drive.append_to_document, drive.append_sheet_rows, drive.create_folder)
    offer(server, ADD, drive.add_comment)
    offer(server, CHANGE, drive.update_sheet_row, drive.resolve_comment, drive.move_file, drive.share_file)
    offer(server, DESTROY, drive.delete_file)
    return server


if __name__ == "__main__":
    build().run()
