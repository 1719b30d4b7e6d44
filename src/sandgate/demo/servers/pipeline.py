"""The CRM's records: accounts, contacts, leads and opportunities of a made-up shop's sales team."""

from __future__ import annotations

from sandgate.demo.servers.records import REGIONS, TRADES, Dice, Person, company, days_ago, person, phone, staff
from sandgate.model import JsonObject

LEADS = 1_200
STALE_LEADS = 1_000
TITLES = ("Head of Operations", "Procurement Lead", "Store Director", "Finance Manager", "Founder", "Buyer", "IT Lead")
SOURCES = ("Web", "Referral", "Trade show", "Partner", "Cold call")
STAGES = ("Prospecting", "Qualification", "Proposal", "Negotiation", "Closed Won", "Closed Lost")


def everything() -> dict[str, dict[str, JsonObject]]:
    """All records, by object type and then by id."""
    made = {"Account": accounts(), "Contact": contacts(), "Lead": leads(), "Opportunity": opportunities()}
    return {kind: {record["Id"]: record for record in records} for kind, records in made.items()}


def accounts() -> list[JsonObject]:
    dice = Dice("accounts")
    return [
        {
            "Id": f"ACC-{number:04}",
            "Name": company(dice),
            "Industry": dice.pick(TRADES),
            "Region": dice.pick(REGIONS),
            "Phone": phone(dice),
            "AnnualRevenue": dice.between(2, 900) * 100_000,
            "Employees": dice.between(5, 4_000),
            "OwnerId": owner(dice),
            "CreatedDate": days_ago(dice, 200, 1_500).date().isoformat(),
        }
        for number in range(1, 121)
    ]


def contacts() -> list[JsonObject]:
    dice = Dice("contacts")
    return [_contact(dice, number) for number in range(1, 401)]


def _contact(dice: Dice, number: int) -> JsonObject:
    who = person(dice, number)
    return {
        "Id": f"CON-{number:04}",
        "FirstName": who.first,
        "LastName": who.last,
        "Email": who.email,
        "Phone": who.phone,
        "Title": dice.pick(TITLES),
        "AccountId": f"ACC-{dice.between(1, 120):04}",
        "OwnerId": owner(dice),
        "LastActivityDate": days_ago(dice, 1, 400).date().isoformat(),
    }


def leads() -> list[JsonObject]:
    """The first `STALE_LEADS` carry an address that bounces; the drive has a sheet with the right ones."""
    dice = Dice("leads")
    return [_lead(dice, number) for number in range(1, LEADS + 1)]


def _lead(dice: Dice, number: int) -> JsonObject:
    who, stale = _prospect(number), number <= STALE_LEADS
    return {
        "Id": lead_id(number),
        "FirstName": who.first,
        "LastName": who.last,
        "Company": company(dice),
        "Title": dice.pick(TITLES),
        "Email": f"{who.first[0]}{who.last}{number}.old@example.org".lower() if stale else who.email,
        "EmailStatus": "Bounced" if stale else "Valid",
        "Phone": phone(dice) if stale else who.phone,
        "Status": dice.pick(("New", "Working", "Nurturing", "Qualified")),
        "Rating": dice.pick(("Hot", "Warm", "Cold")),
        "LeadSource": dice.pick(SOURCES),
        "OwnerId": owner(dice),
        "LastVerifiedDate": days_ago(dice, 500, 900).date().isoformat() if stale else "2026-09-30",
    }


def refreshed_leads() -> list[JsonObject]:
    """What a data vendor found out about the stale leads, one row each."""
    return [_refreshed(number) for number in range(1, STALE_LEADS + 1)]


def _refreshed(number: int) -> JsonObject:
    who = _prospect(number)
    return {
        "lead_id": lead_id(number),
        "full_name": who.name,
        "email": who.email,
        "phone": who.phone,
        "verified_on": "2026-10-27",
        "confidence": ("high", "high", "medium")[number % 3],
    }


def opportunities() -> list[JsonObject]:
    dice = Dice("opportunities")
    return [
        {
            "Id": f"OPP-{number:04}",
            "Name": f"{dice.pick(('Autumn', 'Spring', 'Renewal', 'Pilot', 'Expansion'))} order {number}",
            "AccountId": f"ACC-{dice.between(1, 120):04}",
            "StageName": dice.pick(STAGES),
            "Amount": dice.between(10, 2_500) * 100,
            "CloseDate": f"2026-{dice.between(11, 12)}-{dice.between(1, 28):02}",
            "OwnerId": owner(dice),
        }
        for number in range(1, 251)
    ]


def users() -> list[JsonObject]:
    return [
        {"Id": f"USR-{number:02}", "Name": who.name, "Email": who.email, "Team": ("Sales", "Success")[number % 2]}
        for number, who in enumerate(staff()[:8], start=1)
    ]


def owner(dice: Dice) -> str:
    return f"USR-{dice.between(1, 8):02}"


def lead_id(number: int) -> str:
    return f"LEAD-{number:04}"


def _prospect(number: int) -> Person:
    """Who a lead really is: the CRM and the refresh sheet must agree on it."""
    return person(Dice(f"prospect {number}"), number)
