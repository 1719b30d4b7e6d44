"""Gateways that many tests share: one for each era over pipes, on the same settings and the same state."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack
from dataclasses import dataclass

import pytest
from mcp import Client

from tests.scenarios.gate import Mode

from .office import Office, Person, execute, worked

ERAS: tuple[Mode, ...] = ("auto", "legacy")


@dataclass
class Seat:
    """A client, the person in front of it, and the office both belong to."""

    office: Office
    client: Client
    person: Person


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def seats(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[dict[Mode, Seat]]:
    """A client of each era, and behind each a `sandgate serve` of its own."""
    office = Office(tmp_path_factory.mktemp("office"))
    async with AsyncExitStack() as stack:
        found: dict[Mode, Seat] = {}
        for era in ERAS:
            person = Person()
            found[era] = Seat(office, await stack.enter_async_context(office.client(era, person)), person)
            worked(await execute(found[era].client, "1"))
        yield found


@pytest.fixture(params=ERAS)
def seat(request: pytest.FixtureRequest, seats: dict[Mode, Seat]) -> Seat:
    """One of them, where nobody has been asked anything yet."""
    for one in seats.values():
        one.person.forget()
        one.office.clear()
    return seats[request.param]


@pytest.fixture
def other(seat: Seat, seats: dict[Mode, Seat]) -> Seat:
    """The one of the other era: another process, the same settings."""
    return next(one for one in seats.values() if one is not seat)
