"""The rows of the drive's sheets. A sheet is made when it is first read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from sandgate.demo.servers.pipeline import refreshed_leads
from sandgate.demo.servers.records import NOW, REGIONS, TRADES, Dice, days_ago, person, staff
from sandgate.model import JsonObject

CURRENCIES: Mapping[str, str] = {"EMEA": "EUR", "AMER": "USD", "APAC": "SGD", "LATAM": "BRL"}
ORDER_STATUSES = ("delivered",) * 60 + ("shipped",) * 17 + ("pending",) * 12 + ("cancelled",) * 7 + ("refunded",) * 4


@dataclass(frozen=True, slots=True)
class Sheet:
    id: str
    name: str
    folder_id: str
    rows: Callable[[], list[JsonObject]]


def orders() -> list[JsonObject]:
    dice = Dice("orders-2026")
    return [_order(dice, number) for number in range(1, 10_001)]


def _order(dice: Dice, number: int) -> JsonObject:
    buyer, region = person(dice, number), dice.pick(REGIONS)
    return {
        "id": f"ORD-{number:05}",
        "customer": buyer.name,
        "email": buyer.email,
        "status": dice.pick(ORDER_STATUSES),
        "amount": dice.between(900, 240_000) / 100,
        "currency": CURRENCIES[region],
        "ordered_at": days_ago(dice, 1, 305).date().isoformat(),
        "region": region,
        "items": dice.between(1, 9),
    }


def inventory() -> list[JsonObject]:
    dice = Dice("inventory")
    return [
        {
            "sku": f"{dice.pick(TRADES)[:3].upper()}-{number:04}",
            "warehouse": dice.pick(("Rotterdam", "Columbus", "Osaka")),
            "on_hand": dice.below(900),
            "reserved": dice.below(120),
            "reorder_at": dice.between(20, 150),
            "unit_cost": dice.between(150, 18_000) / 100,
        }
        for number in range(1, 301)
    ]


def rota() -> list[JsonObject]:
    people = staff()
    monday = NOW.date() - timedelta(weeks=8)
    return [
        {
            "week_of": (monday + timedelta(weeks=week)).isoformat(),
            "primary": people[week % len(people)].name,
            "secondary": people[(week + 5) % len(people)].name,
            "phone": people[week % len(people)].phone,
        }
        for week in range(26)
    ]


SHEETS = (
    Sheet("orders-2026", "Orders 2026", "fld-sales", orders),
    Sheet("contact-refresh-2026-10", "Contact refresh October 2026", "fld-sales", refreshed_leads),
    Sheet("inventory-q4", "Inventory Q4", "fld-operations", inventory),
    Sheet("on-call-rota", "On-call rota", "fld-engineering", rota),
)
