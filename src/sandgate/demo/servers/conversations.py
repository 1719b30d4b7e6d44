"""The chat's channels and two weeks of messages in them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sandgate.demo.servers.records import NOW, Dice, staff
from sandgate.model import JsonObject

DAYS = 14
DEPLOYMENTS = "C1003"
ROLLOUT = (
    "Deployment of checkout 3.8.0 to production requested, waiting for a free slot.",
    "checkout 3.8.0: build picked up, image is being copied to eu-west.",
    "checkout 3.8.0: image copied, database migration started (1 of 3).",
    "checkout 3.8.0: database migration 2 of 3 done.",
    "checkout 3.8.0: database migration finished.",
    "checkout 3.8.0: 10 % of instances replaced, error rate 0.2 %.",
    "checkout 3.8.0: 50 % of instances replaced, error rate 0.2 %.",
    "checkout 3.8.0: all instances replaced, smoke tests running.",
    "checkout 3.8.0: smoke tests passed, old instances are being stopped.",
    "Deployment complete: checkout 3.8.0 is live in production.",
)
"""One line appears with each reading of the deployments channel, so that a polling loop ends without a clock."""

LINES: dict[str, tuple[str, ...]] = {
    "general": (
        "Reminder: the office in Rotterdam is closed on Friday afternoon.",
        "The October numbers are in the drive, thanks to everybody who helped to collect them.",
        "Who is coming to the supplier day on the 19th? Please answer in the thread.",
        "New colleagues start on Monday; there will be cake at ten.",
    ),
    "support": (
        "Customer writes that order {order} is still pending after {days} days. Can somebody look?",
        "Refund for {order} was sent twice according to the customer, I have asked for the bank statement.",
        "Another report of the empty page after paying with a wallet, order {order}.",
        "{order}: the parcel is marked as delivered, but the customer says the neighbours have nothing.",
        "Card declined, second attempt refused as well, customer had to reload the page. Order {order} in the end.",
    ),
    "deployments": (
        "search 1.{days}.0 is live in staging.",
        "Deployment of pricing 2.{days}.1 to staging finished in 6 minutes.",
        "orders 5.{days}.0 rolled back in staging: the health check failed three times.",
    ),
    "engineering": (
        "The flaky basket test failed again on main, I am moving it to quarantine.",
        "Can I get a review for the retry key change? It touches payments and orders.",
        "Postgres upgrade on staging is done, please tell me when something looks slower than before.",
        "Pairing on the address form this afternoon, join if you want to see how the suggestions work.",
    ),
    "incidents": (
        "Latency of pricing above 2 s for five minutes, looking into it.",
        "Pricing is back to normal, cause was a cold cache after the night job.",
        "Provider reports delays for bank transfers in Germany until noon.",
    ),
    "sales": (
        "The pilot customer from the trade show signed today.",
        "Please check the addresses in the CRM before the mailing, a lot of them bounce.",
        "Does anybody have the price list that we sent to partners in September?",
    ),
    "design": (
        "New version of the delivery section is in the drive, comments welcome until Wednesday.",
        "We tested the bar at the bottom with five people; four found the total at once.",
    ),
    "random": ("Found a blue umbrella in the meeting room.", "Lunch walk at half past twelve?", "Rain again."),
}
REPLIES = ("Thanks, looking.", "Done.", "I can take that one.", "Same here.", "Opened an issue for it.", "Which order?")
REACTIONS = ("eyes", "thumbsup", "white_check_mark", "tada")
PER_DAY = {"support": 9, "engineering": 6, "deployments": 3, "general": 2}


@dataclass(frozen=True, slots=True)
class Member:
    id: str
    name: str
    real_name: str
    email: str
    title: str
    timezone: str


def members() -> list[Member]:
    dice = Dice("members")
    titles = ("Engineer", "Support agent", "Designer", "Account manager", "Product manager", "Team lead")
    zones = ("Europe/Amsterdam", "America/New_York", "Asia/Tokyo")
    return [
        Member(f"U{200 + number}", who.first.lower(), who.name, who.email, dice.pick(titles), dice.pick(zones))
        for number, who in enumerate(staff(), start=1)
    ]


def channels() -> dict[str, JsonObject]:
    people = [member.id for member in members()]
    return {
        f"C{1000 + number}": {
            "id": f"C{1000 + number}",
            "name": name,
            "topic": f"Everything about {name}" if name != "random" else "Everything else",
            "is_private": name == "incidents",
            "members": people if name in ("general", "random") else people[number % 4 :: 2],
            "created": "2025-01-13",
        }
        for number, name in enumerate(LINES, start=1)
    }


def history(channel: JsonObject) -> list[JsonObject]:
    """Everything said in a channel, replies included, oldest first."""
    dice, name = Dice(f"history {channel['name']}"), channel["name"]
    said: list[JsonObject] = []
    for day in range(DAYS, 0, -1):
        for number in range(PER_DAY.get(name, 1)):
            at = (NOW - timedelta(days=day)).replace(hour=8 + number, minute=dice.below(60), second=dice.below(60))
            said += _conversation(dice, channel, at)
    return sorted(said, key=lambda message: message["ts"])


def _conversation(dice: Dice, channel: JsonObject, at: datetime) -> list[JsonObject]:
    line = dice.pick(LINES[channel["name"]])
    words = line.format(order=f"ORD-{dice.between(1, 10_000):05}", days=dice.between(2, 9))
    first = message(dice.pick(channel["members"]), words, at)
    if dice.below(4) == 0:
        first["reactions"] = [{"name": dice.pick(REACTIONS), "users": [dice.pick(channel["members"])]}]
    replies = [
        message(dice.pick(channel["members"]), dice.pick(REPLIES), at + timedelta(minutes=4 * step), first["ts"])
        for step in range(1, 1 + max(0, dice.below(6) - 2))
    ]
    first["reply_count"] = len(replies)
    return [first, *replies]


def message(user: str, words: str, at: datetime, thread_ts: str | None = None) -> JsonObject:
    return {
        "ts": f"{int(at.timestamp())}.000100",
        "user": user,
        "text": words,
        "thread_ts": thread_ts,
        "reply_count": 0,
        "reactions": [],
    }
