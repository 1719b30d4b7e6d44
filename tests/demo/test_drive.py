from __future__ import annotations

import json
import re

import pytest

from sandgate.demo.servers import drive

from .asking import ask, call, refusal, words

pytestmark = pytest.mark.anyio


async def test_the_orders_sheet_has_ten_thousand_rows_of_ordinary_size() -> None:
    rows = await ask(drive.build(), "get_sheet", sheet_id="orders-2026")

    assert len(rows) == 10_000
    assert len({row["id"] for row in rows}) == 10_000
    sizes = [len(json.dumps(row, separators=(",", ":"))) for row in rows]
    assert 150 <= sum(sizes) / len(sizes) <= 200
    assert 1_000 < sum(row["status"] == "pending" for row in rows) < 1_400


async def test_the_first_order_is_the_same_in_every_python_version() -> None:
    (row,) = await ask(drive.build(), "get_sheet", sheet_id="orders-2026", limit=1)

    assert row == {
        "id": "ORD-00001",
        "customer": "Marisol Rourke",
        "email": "marisol.rourke1@example.org",
        "status": "pending",
        "amount": 1007.95,
        "currency": "USD",
        "ordered_at": "2026-04-26",
        "region": "AMER",
        "items": 9,
    }


async def test_limit_and_offset_cut_a_window_of_rows() -> None:
    rows = await ask(drive.build(), "get_sheet", sheet_id="orders-2026", limit=2, offset=9_999)

    assert [row["id"] for row in rows] == ["ORD-10000"]


async def test_a_range_counts_the_header_as_row_one() -> None:
    rows = await ask(drive.build(), "get_sheet", sheet_id="orders-2026", range="A2:B3")

    assert [list(row) for row in rows] == [["id", "customer"], ["id", "customer"]]
    assert [row["id"] for row in rows] == ["ORD-00001", "ORD-00002"]


async def test_a_range_that_makes_no_sense_is_refused_with_an_example() -> None:
    message = await refusal(drive.build(), "get_sheet", sheet_id="orders-2026", range="first ten")

    assert "A2:F101" in message


async def test_sheet_info_tells_columns_and_size_without_the_cells() -> None:
    info = await ask(drive.build(), "get_sheet_info", sheet_id="contact-refresh-2026-10")

    assert info["row_count"] == 1_000
    assert info["columns"] == ["lead_id", "full_name", "email", "phone", "verified_on", "confidence"]


async def test_the_design_document_is_markdown_with_twelve_bugs() -> None:
    text = words(await call(drive.build(), "read_document", {"document_id": "doc-checkout-design"}))

    assert text.startswith("# Checkout redesign\n")
    assert len(re.findall(r"^- \*\*BUG-\d\d \((high|medium|low)\)\*\* ", text, re.MULTILINE)) == 12
    assert 1_900 < len(text.split()) < 2_500


async def test_a_sheet_is_not_read_as_a_document() -> None:
    message = await refusal(drive.build(), "read_document", document_id="orders-2026")

    assert "is a sheet, not a document" in message


async def test_a_created_document_can_be_found_extended_and_read() -> None:
    server = drive.build()

    made = await ask(server, "create_document", title="Zebra plan", content="# Zebra", folder_id="fld-notes")
    await ask(server, "append_to_document", document_id=made["id"], content="More stripes.")

    found = await ask(server, "search_files", query="zebra stripes")
    assert [file["id"] for file in found["files"]] == [made["id"]]
    assert words(await call(server, "read_document", {"document_id": made["id"]})) == "# Zebra\n\nMore stripes.\n"


async def test_changed_and_added_rows_stay() -> None:
    server = drive.build()

    await ask(server, "update_sheet_row", sheet_id="on-call-rota", row_number=2, values={"primary": "Nobody"})
    await ask(server, "append_sheet_rows", sheet_id="on-call-rota", rows=[{"week_of": "2027-03-08"}])

    rows = await ask(server, "get_sheet", sheet_id="on-call-rota")
    assert rows[0]["primary"] == "Nobody"
    assert rows[-1] == {"week_of": "2027-03-08", "primary": None, "secondary": None, "phone": None}


async def test_a_row_with_an_unknown_column_adds_nothing() -> None:
    server = drive.build()

    message = await refusal(server, "append_sheet_rows", sheet_id="on-call-rota", rows=[{"week_of": "x"}, {"wek": "y"}])

    assert "Unknown column 'wek'" in message
    assert (await ask(server, "get_sheet_info", sheet_id="on-call-rota"))["row_count"] == 26


async def test_pages_of_a_folder_cover_it_without_overlap() -> None:
    server = drive.build()

    first = await ask(server, "list_folder", folder_id="fld-notes", limit=20)
    second = await ask(server, "list_folder", folder_id="fld-notes", limit=20, offset=first["next_offset"])

    assert second["next_offset"] is None
    assert len({file["id"] for file in first["files"] + second["files"]}) == first["total"] == 24


async def test_a_resolved_comment_is_hidden_unless_asked_for() -> None:
    server = drive.build()
    comment = await ask(server, "add_comment", file_id="inventory-q4", comment="Count again?")

    await ask(server, "resolve_comment", comment_id=comment["id"])

    assert await ask(server, "list_comments", file_id="inventory-q4") == []
    assert len(await ask(server, "list_comments", file_id="inventory-q4", include_resolved=True)) == 1


async def test_a_deleted_file_is_gone_and_its_id_is_not_given_again() -> None:
    server = drive.build()
    old = await ask(server, "create_folder", name="Old")

    await call(server, "delete_file", {"file_id": old["id"]})

    assert old["id"] in await refusal(server, "get_file_metadata", file_id=old["id"])
    assert (await ask(server, "create_folder", name="New"))["id"] != old["id"]


async def test_a_folder_with_files_is_not_deleted() -> None:
    message = await refusal(drive.build(), "delete_file", file_id="fld-sales")

    assert "not empty" in message


async def test_a_folder_cannot_be_moved_into_itself() -> None:
    server = drive.build()
    outer = await ask(server, "create_folder", name="Outer")
    inner = await ask(server, "create_folder", name="Inner", parent_id=outer["id"])

    message = await refusal(server, "move_file", file_id=outer["id"], folder_id=inner["id"])

    assert "cannot be moved" in message


async def test_sharing_again_replaces_the_role() -> None:
    server = drive.build()
    await ask(server, "share_file", file_id="inventory-q4", email="guest@example.org", role="writer")

    shared = await ask(server, "share_file", file_id="inventory-q4", email="guest@example.org")

    assert shared["permissions"] == {"guest@example.org": "reader"}
