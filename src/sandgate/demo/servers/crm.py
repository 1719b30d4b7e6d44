"""A customer database: leads, contacts, accounts and deals. Run it with `python -m sandgate.demo.servers.crm`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, NotRequired, cast

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent
from pydantic import Field
from typing_extensions import TypedDict

from sandgate.demo.servers.pipeline import STAGES, everything, users
from sandgate.demo.servers.surface import ADD, CHANGE, DESTROY, READ, Clock, not_found, offer, structured, text
from sandgate.model import JsonObject

ObjectType = Annotated[
    Literal["Account", "Contact", "Lead", "Opportunity"], Field(description="Type of the record; see list_objects")
]
RecordId = Annotated[str, Field(description="ID of the record, e.g. 'LEAD-0042'")]
Operator = Literal["eq", "ne", "lt", "lte", "gt", "gte", "contains", "in"]
PREFIXES: Mapping[str, str] = {"Account": "ACC", "Contact": "CON", "Lead": "LEAD", "Opportunity": "OPP"}
READ_ONLY_FIELDS = ("Id", "CreatedDate")
DATE_FIELDS = ("CloseDate", "CreatedDate", "LastActivityDate", "LastVerifiedDate")


class Condition(TypedDict):
    field: Annotated[str, Field(description="Name of the field to compare, e.g. 'EmailStatus'")]
    op: NotRequired[Annotated[Operator, Field(description="How to compare; 'eq' if omitted")]]
    value: Annotated[Any, Field(description="Value to compare with; a list for 'in'")]


class QueryResult(TypedDict):
    total_size: Annotated[int, Field(description="Number of records that match, on all pages")]
    done: Annotated[bool, Field(description="False if there are more records after this page")]
    records: list[dict[str, Any]]


class FieldInfo(TypedDict):
    name: str
    type: Literal["string", "number", "date"]
    updateable: bool
    picklist: NotRequired[list[str]]


class ObjectInfo(TypedDict):
    object_type: str
    record_count: int
    fields: list[FieldInfo]


class Descriptions(TypedDict):
    objects: list[ObjectInfo]


class SaveResult(TypedDict):
    id: str
    success: bool
    updated_fields: list[str]


class Crm:
    """The records and what can be done with them. Changes last as long as the process."""

    def __init__(self) -> None:
        self._clock = Clock()
        self._activities: list[JsonObject] = []

    @cached_property
    def _records(self) -> dict[str, dict[str, JsonObject]]:
        return everything()

    @cached_property
    def _next_numbers(self) -> dict[str, int]:
        return {kind: len(records) for kind, records in self._records.items()}

    @cached_property
    def _fields(self) -> dict[str, list[str]]:
        return {kind: list(next(iter(records.values()))) for kind, records in self._records.items()}

    async def list_objects(self) -> TextContent:
        """List the object types of this organisation with the number of records of each. Returns a JSON array."""
        return text([{"object_type": kind, "record_count": len(found)} for kind, found in self._records.items()])

    async def describe_objects(
        self,
        object_types: Annotated[list[ObjectType], Field(min_length=1, description="Object types to describe")],
    ) -> Annotated[CallToolResult, Descriptions]:
        """Describe one or more object types: their fields, data types, picklist values and which fields can be updated.
        Call this before creating or updating records of a type you have not used yet."""
        return structured({"objects": [self._describe(kind) for kind in object_types]})

    async def query_records(
        self,
        object_type: ObjectType,
        fields: Annotated[
            list[str] | None, Field(description="Fields to return; all if omitted. Id is always returned")
        ] = None,
        where: Annotated[list[Condition] | None, Field(description="Conditions that must all hold")] = None,
        order_by: Annotated[
            str | None, Field(description="Field to sort by; put '-' before it for descending order")
        ] = None,
        limit: Annotated[int, Field(ge=1, le=2000, description="Most records to return")] = 200,
        offset: Annotated[int, Field(ge=0, description="Records to skip")] = 0,
    ) -> Annotated[CallToolResult, QueryResult]:
        """Query records of one type with conditions, a sort order and paging. Text is compared without regard to case;
        dates are ISO strings such as 2026-10-27."""
        found = self._matching(object_type, where)
        if order_by is not None:
            key = order_by.removeprefix("-")
            self._check_fields(object_type, [key])
            found.sort(key=lambda record: _rank(record[key]), reverse=order_by.startswith("-"))
        if fields is not None:
            self._check_fields(object_type, fields)
            found = [{name: record[name] for name in ("Id", *fields)} for record in found]
        page = found[offset : offset + limit]
        return structured({"total_size": len(found), "done": offset + len(page) >= len(found), "records": page})

    async def count_records(
        self,
        object_type: ObjectType,
        where: Annotated[list[Condition] | None, Field(description="Conditions that must all hold")] = None,
    ) -> int:
        """Count the records of one type, optionally only those that meet all conditions."""
        return len(self._matching(object_type, where))

    async def search_records(
        self,
        search_term: Annotated[str, Field(min_length=2, description="Text to look for in all text fields")],
        object_types: Annotated[list[ObjectType] | None, Field(description="Types to search; all if omitted")] = None,
        limit: Annotated[int, Field(ge=1, le=100, description="Most records to return per type")] = 10,
    ) -> TextContent:
        """Search for a name, company, e-mail address or any other text across object types. Returns a JSON object with
        one list of records per type. Use query_records when you know the field."""
        wanted = search_term.lower()
        hits: dict[str, list[JsonObject]] = {}
        for kind in object_types or list(self._records):
            found = [record for record in self._records[kind].values() if _mentions(record, wanted)]
            hits[kind] = found[:limit]
        return text(hits)

    async def get_record(self, object_type: ObjectType, record_id: RecordId) -> TextContent:
        """Get all fields of one record by its ID. Returns a JSON object."""
        return text(self._get(object_type, record_id))

    async def create_record(
        self,
        object_type: ObjectType,
        data: Annotated[dict[str, Any], Field(description="Field values of the new record, keyed by field name")],
    ) -> Annotated[CallToolResult, SaveResult]:
        """Create a record and return its ID. Fields that are left out stay empty. Duplicates are not detected; search
        first if the record may already exist."""
        self._check_writable(object_type, data)
        return _saved(self._new(object_type, data), data)

    async def update_record(
        self,
        object_type: ObjectType,
        record_id: RecordId,
        data: Annotated[
            dict[str, Any], Field(description="New field values, keyed by field name, e.g. {'Email': '...'}")
        ],
    ) -> Annotated[CallToolResult, SaveResult]:
        """Update fields of one record. Only the given fields change. Fields that are read-only or unknown are an error
        and nothing is saved."""
        record = self._get(object_type, record_id)
        self._check_writable(object_type, data)
        record.update(data)
        return _saved(record_id, data)

    async def delete_record(self, object_type: ObjectType, record_id: RecordId) -> TextContent:
        """Delete one record permanently. Records that refer to it keep the reference. This cannot be undone."""
        self._get(object_type, record_id)
        del self._records[object_type][record_id]
        return text({"id": record_id, "success": True, "deleted": True})

    async def convert_lead(
        self,
        lead_id: Annotated[str, Field(description="ID of the lead to convert")],
        account_id: Annotated[str, Field(description="ID of the existing account the new contact belongs to")],
        opportunity_name: Annotated[str | None, Field(description="Also open an opportunity with this name")] = None,
    ) -> TextContent:
        """Convert a lead into a contact of an existing account and, if a name is given, open an opportunity. The lead
        is set to the status Converted. Returns the IDs that were created."""
        lead = self._get("Lead", lead_id)
        self._get("Account", account_id)
        kept = ("FirstName", "LastName", "Email", "Phone", "Title", "OwnerId")
        contact = {name: lead[name] for name in kept} | {"AccountId": account_id}
        made = {"contact_id": self._new("Contact", contact)}
        if opportunity_name is not None:
            deal = {
                "Name": opportunity_name,
                "AccountId": account_id,
                "StageName": STAGES[0],
                "OwnerId": lead["OwnerId"],
            }
            made["opportunity_id"] = self._new("Opportunity", deal)
        lead["Status"] = "Converted"
        return text(made)

    async def list_activities(
        self,
        record_id: RecordId,
        limit: Annotated[int, Field(ge=1, le=200, description="Most activities to return")] = 20,
    ) -> TextContent:
        """List calls, e-mails, meetings and notes logged on a record, newest first. Returns a JSON array."""
        found = [activity for activity in self._activities if activity["record_id"] == record_id]
        return text(found[::-1][:limit])

    async def log_activity(
        self,
        object_type: ObjectType,
        record_id: RecordId,
        kind: Annotated[Literal["call", "email", "meeting", "note"], Field(description="Kind of activity")],
        subject: Annotated[str, Field(max_length=255, description="One line that says what it was about")],
        details: Annotated[str | None, Field(description="Longer text, if any")] = None,
    ) -> TextContent:
        """Log a call, e-mail, meeting or note on a record. It appears in the record's timeline for the whole team."""
        self._get(object_type, record_id)
        activity: JsonObject = {
            "id": f"ACT-{len(self._activities) + 1:05}",
            "record_id": record_id,
            "kind": kind,
            "subject": subject,
            "details": details,
            "created_at": self._clock.now(),
        }
        self._activities.append(activity)
        return text(activity)

    async def list_users(self) -> TextContent:
        """List the users who can own records, with ID, name, e-mail address and team. Returns a JSON array."""
        return text(users())

    async def change_owner(
        self,
        object_type: ObjectType,
        record_id: RecordId,
        owner_id: Annotated[str, Field(description="ID of the new owner, from list_users")],
    ) -> Annotated[CallToolResult, SaveResult]:
        """Give a record to another user. The new owner is notified by e-mail."""
        record = self._get(object_type, record_id)
        known = [user["Id"] for user in users()]
        if owner_id not in known:
            raise not_found("User", owner_id, known)
        record["OwnerId"] = owner_id
        return _saved(record_id, {"OwnerId": owner_id})

    async def get_pipeline_report(
        self,
        owner_id: Annotated[str | None, Field(description="Only opportunities of this user")] = None,
    ) -> TextContent:
        """Sum up open and closed opportunities by stage: how many there are and what they are worth."""
        deals = [deal for deal in self._records["Opportunity"].values() if owner_id in (None, deal["OwnerId"])]
        return text([_stage_line(stage, deals) for stage in STAGES])

    def _get(self, object_type: str, record_id: str) -> JsonObject:
        record = self._records[object_type].get(record_id)
        if record is None:
            raise not_found(object_type, record_id, self._records[object_type])
        return record

    def _new(self, object_type: str, fields: JsonObject) -> str:
        self._next_numbers[object_type] += 1
        record_id = f"{PREFIXES[object_type]}-{self._next_numbers[object_type]:04}"
        self._records[object_type][record_id] = {**dict.fromkeys(self._fields[object_type]), **fields, "Id": record_id}
        return record_id

    def _matching(self, object_type: str, where: list[Condition] | None) -> list[JsonObject]:
        conditions = where or []
        self._check_fields(object_type, [condition["field"] for condition in conditions])
        return [
            record
            for record in self._records[object_type].values()
            if all(_holds(condition, record) for condition in conditions)
        ]

    def _check_fields(self, object_type: str, names: list[str]) -> None:
        known = self._fields[object_type]
        for name in names:
            if name not in known:
                raise ToolError(f"No field '{name}' on {object_type}. Its fields are: {', '.join(known)}.")

    def _check_writable(self, object_type: str, data: JsonObject) -> None:
        self._check_fields(object_type, list(data))
        for name in data:
            if name in READ_ONLY_FIELDS:
                raise ToolError(f"Field '{name}' of {object_type} is read-only.")

    def _describe(self, object_type: str) -> ObjectInfo:
        records = list(self._records[object_type].values())
        fields = [_describe_field(name, records) for name in self._fields[object_type]]
        return {"object_type": object_type, "record_count": len(records), "fields": fields}


def _saved(record_id: str, data: JsonObject) -> CallToolResult:
    return structured({"id": record_id, "success": True, "updated_fields": list(data)})


def _mentions(record: JsonObject, wanted: str) -> bool:
    return any(isinstance(value, str) and wanted in value.lower() for value in record.values())


def _holds(condition: Condition, record: JsonObject) -> bool:
    actual, value = _rank(record[condition["field"]]), condition["value"]
    match condition.get("op", "eq"):
        case "eq":
            return actual == _rank(value)
        case "ne":
            return actual != _rank(value)
        case "lt":
            return actual < _rank(value)
        case "lte":
            return actual <= _rank(value)
        case "gt":
            return actual > _rank(value)
        case "gte":
            return actual >= _rank(value)
        case "contains":
            return str(value).lower() in actual[2]
        case "in":
            return actual in [_rank(item) for item in _as_list(value)]


def _as_list(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else [value]


def _rank(value: object) -> tuple[int, float, str]:
    """A key that puts numbers before text and empty fields last, so that any two values can be compared."""
    if value is None:
        return (2, 0.0, "")
    if isinstance(value, int | float):
        return (0, float(value), "")
    return (1, 0.0, str(value).lower())


def _stage_line(stage: str, deals: list[JsonObject]) -> JsonObject:
    amounts = [deal["Amount"] or 0 for deal in deals if deal["StageName"] == stage]
    return {"stage": stage, "opportunities": len(amounts), "amount": sum(amounts)}


def _describe_field(name: str, records: list[JsonObject]) -> FieldInfo:
    values = {record[name] for record in records if isinstance(record[name], str)}
    info: FieldInfo = {
        "name": name,
        "type": "string" if values else "number",
        "updateable": name not in READ_ONLY_FIELDS,
    }
    if name in DATE_FIELDS:
        info["type"] = "date"
    elif 0 < len(values) <= 10 and not name.endswith("Id"):
        info["picklist"] = sorted(values)
    return info


def build() -> MCPServer:
    """A server with its own fresh records."""
    crm = Crm()
    server = MCPServer("crm", version="2.1.3", instructions="Customers of the shop.", log_level="WARNING")
    offer(server, READ, crm.list_objects, crm.describe_objects, crm.query_records, crm.count_records)
    offer(
        server, READ, crm.search_records, crm.get_record, crm.list_activities, crm.list_users, crm.get_pipeline_report
    )
    offer(server, ADD, crm.create_record, crm.log_activity, crm.convert_lead)
    offer(server, CHANGE, crm.update_record, crm.change_owner)
    offer(server, DESTROY, crm.delete_record)
    return server


if __name__ == "__main__":
    build().run()
