from __future__ import annotations

import pytest
from mcp import Client

from sandgate.demo.servers import crm, drive

from .asking import ask, call, refusal

pytestmark = pytest.mark.anyio

BOUNCED = {"field": "EmailStatus", "value": "Bounced"}


async def test_a_thousand_of_twelve_hundred_leads_are_stale() -> None:
    server = crm.build()

    assert await ask(server, "count_records", object_type="Lead") == 1_200
    assert await ask(server, "count_records", object_type="Lead", where=[BOUNCED]) == 1_000


async def test_a_bare_number_is_wrapped_as_a_result() -> None:
    result = await call(crm.build(), "count_records", {"object_type": "Account"})

    assert result.structured_content == {"result": 120}


async def test_the_refresh_sheet_has_a_new_address_for_every_stale_lead() -> None:
    rows = await ask(drive.build(), "get_sheet", sheet_id="contact-refresh-2026-10")
    stale = await ask(crm.build(), "query_records", object_type="Lead", where=[BOUNCED], limit=2000)

    by_id = {lead["Id"]: lead for lead in stale["records"]}
    assert {row["lead_id"] for row in rows} == set(by_id)
    for row in rows:
        lead = by_id[row["lead_id"]]
        assert row["full_name"] == f"{lead['FirstName']} {lead['LastName']}"
        assert row["email"] != lead["Email"]


async def test_a_thousand_updates_leave_no_stale_lead() -> None:
    rows = await ask(drive.build(), "get_sheet", sheet_id="contact-refresh-2026-10")
    server = crm.build()

    async with Client(server) as client:
        for row in rows:
            data = {"Email": row["email"], "EmailStatus": "Valid"}
            arguments = {"object_type": "Lead", "record_id": row["lead_id"], "data": data}
            await client.call_tool("update_record", arguments)

    assert await ask(server, "count_records", object_type="Lead", where=[BOUNCED]) == 0
    lead = await ask(server, "get_record", object_type="Lead", record_id=rows[-1]["lead_id"])
    assert lead["Email"] == rows[-1]["email"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [({"Id": "LEAD-9"}, "read-only"), ({"Emial": "x@example.com"}, "No field 'Emial' on Lead")],
)
async def test_a_wrong_field_refuses_the_whole_update(data: dict[str, str], reason: str) -> None:
    server = crm.build()

    message = await refusal(
        server, "update_record", object_type="Lead", record_id="LEAD-0001", data={"Title": "Changed", **data}
    )

    assert reason in message
    assert (await ask(server, "get_record", object_type="Lead", record_id="LEAD-0001"))["Title"] != "Changed"


async def test_an_unknown_object_type_is_refused_with_the_known_ones() -> None:
    message = await refusal(crm.build(), "get_record", object_type="Ticket", record_id="LEAD-0001")

    assert "'Account', 'Contact', 'Lead' or 'Opportunity'" in message


@pytest.mark.parametrize(
    ("op", "value", "expected"),
    [
        ("eq", 3, [3]),
        ("ne", 3, [1, 2, None]),
        ("lt", 3, [1, 2]),
        ("lte", 2, [1, 2]),
        ("gt", 2, [3, None]),
        ("gte", 3, [3, None]),
        ("in", [1, 3], [1, 3]),
        ("in", 2, [2]),
    ],
)
async def test_conditions_compare_numbers_and_put_empty_fields_last(op: str, value: object, expected: object) -> None:
    server = crm.build()
    for amount in (3, 1, None, 2):
        data = {"Name": "Sample deal", "Amount": amount}
        await ask(server, "create_record", object_type="Opportunity", data=data)

    found = await ask(
        server,
        "query_records",
        object_type="Opportunity",
        fields=["Amount"],
        where=[
            {"field": "Name", "op": "contains", "value": "sample"},
            {"field": "Amount", "op": op, "value": value},
        ],
        order_by="Amount",
    )

    assert [record["Amount"] for record in found["records"]] == expected


async def test_pages_of_a_query_end_when_all_records_were_given() -> None:
    server = crm.build()

    first = await ask(server, "query_records", object_type="Account", limit=100, order_by="-Name")
    second = await ask(server, "query_records", object_type="Account", limit=100, offset=100, order_by="-Name")

    names = [record["Name"].lower() for record in first["records"] + second["records"]]
    assert (first["done"], second["done"]) == (False, True)
    assert names == sorted(names, reverse=True)
    assert len(names) == first["total_size"] == 120


async def test_several_objects_are_described_at_once_with_their_choices() -> None:
    described = await ask(crm.build(), "describe_objects", object_types=["Lead", "Account"])

    assert [each["object_type"] for each in described["objects"]] == ["Lead", "Account"]
    fields = {field["name"]: field for field in described["objects"][0]["fields"]}
    assert fields["EmailStatus"]["picklist"] == ["Bounced", "Valid"]
    assert fields["LastVerifiedDate"]["type"] == "date"
    assert fields["Id"]["updateable"] is False
    assert "picklist" not in fields["Email"]


async def test_search_finds_a_person_in_every_object_type() -> None:
    hits = await ask(crm.build(), "search_records", search_term="lindqvist", limit=3)

    assert set(hits) == {"Account", "Contact", "Lead", "Opportunity"}
    assert {lead["LastName"] for lead in hits["Lead"]} == {"Lindqvist"}


async def test_a_created_record_gets_a_new_id_even_after_a_deletion() -> None:
    server = crm.build()
    first = await ask(server, "create_record", object_type="Contact", data={"LastName": "One"})
    await ask(server, "delete_record", object_type="Contact", record_id=first["id"])

    second = await ask(server, "create_record", object_type="Contact", data={"LastName": "Two"})

    assert first["id"] != second["id"]
    assert first["id"] in await refusal(server, "get_record", object_type="Contact", record_id=first["id"])


async def test_a_converted_lead_becomes_a_contact_and_a_deal() -> None:
    server = crm.build()
    lead = await ask(server, "get_record", object_type="Lead", record_id="LEAD-1100")

    made = await ask(server, "convert_lead", lead_id="LEAD-1100", account_id="ACC-0007", opportunity_name="Winter")

    contact = await ask(server, "get_record", object_type="Contact", record_id=made["contact_id"])
    deal = await ask(server, "get_record", object_type="Opportunity", record_id=made["opportunity_id"])
    assert (contact["Email"], contact["AccountId"]) == (lead["Email"], "ACC-0007")
    assert (deal["Name"], deal["StageName"]) == ("Winter", "Prospecting")
    assert (await ask(server, "get_record", object_type="Lead", record_id="LEAD-1100"))["Status"] == "Converted"


async def test_activities_are_listed_newest_first() -> None:
    server = crm.build()
    for subject in ("first", "second"):
        await ask(server, "log_activity", object_type="Lead", record_id="LEAD-0001", kind="call", subject=subject)

    listed = await ask(server, "list_activities", record_id="LEAD-0001")

    assert [activity["subject"] for activity in listed] == ["second", "first"]


async def test_a_new_owner_sticks_and_the_report_counts_only_theirs() -> None:
    server = crm.build()
    before = await ask(server, "get_pipeline_report", owner_id="USR-03")
    other = await ask(
        server,
        "query_records",
        object_type="Opportunity",
        where=[{"field": "OwnerId", "op": "ne", "value": "USR-03"}],
        limit=1,
    )

    await ask(server, "change_owner", object_type="Opportunity", record_id=other["records"][0]["Id"], owner_id="USR-03")

    after = await ask(server, "get_pipeline_report", owner_id="USR-03")
    assert sum(line["opportunities"] for line in after) == 1 + sum(line["opportunities"] for line in before)
