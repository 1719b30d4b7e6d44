"""The machine's own resolver and listener, and far sides that let one wait."""

from __future__ import annotations

from collections.abc import Sequence

import anyio
import pytest
from anyio.abc import ByteStream, SocketListener

from sandgate.policy.egress import Connection, NetworkPolicy, policy_of, serve, system
from sandgate.policy.egress.dialling import reach
from sandgate.policy.egress.names import tunnel_target
from sandgate.policy.egress.refusals import Refused

from .far import http_server
from .stage import DEADLINE, LOOPBACK, everything, listening

pytestmark = pytest.mark.anyio
TARGET = tunnel_target("api.test:443")


async def never(host: str, port: int) -> Sequence[str]:
    await anyio.sleep_forever()
    return ()


async def public(host: str, port: int) -> Sequence[str]:
    return ["93.184.215.14", "93.184.215.15"]


async def silence(address: str, port: int) -> ByteStream:
    await anyio.sleep_forever()
    raise OSError


def impatient() -> NetworkPolicy:
    return policy_of({"allow": ["api.test"], "connect_seconds": 0.1})


async def test_the_resolver_of_this_machine_knows_itself() -> None:
    addresses = await system("localhost", 80)

    assert set(addresses) <= {"127.0.0.1", "::1"}
    assert len(addresses) == len(set(addresses)) > 0


async def test_a_name_that_resolves_too_slowly_is_given_up() -> None:
    with pytest.raises(Refused, match="has no address"), anyio.fail_after(DEADLINE):
        await reach(TARGET, impatient(), never, silence)


async def test_addresses_that_do_not_answer_are_given_up() -> None:
    with pytest.raises(Refused, match="does not answer"), anyio.fail_after(DEADLINE):
        await reach(TARGET, impatient(), public, silence)


@pytest.mark.parametrize(("opened", "status"), [(LOOPBACK, b"200"), ([], b"403")])
async def test_everything_real_together(opened: list[str], status: bytes) -> None:
    """A listener of anyio's, the machine's resolver, a connection over TCP."""
    log: list[Connection] = []
    answer = b""
    async with http_server() as far, anyio.create_task_group() as tasks:
        policy = policy_of({"allow": [f"localhost:{far.port}"], "allow_private": opened})
        listener = listening()
        wrapped = await SocketListener.from_socket(listener)
        tasks.start_soon(serve, wrapped, policy, log.append)
        async with await anyio.connect_tcp(*listener.getsockname()) as stream:
            where = f"localhost:{far.port}"
            head = f"GET http://{where}/ HTTP/1.1\r\nHost: {where}\r\nConnection: close\r\n\r\n"
            await stream.send(head.encode())
            answer = await everything(stream)
        tasks.cancel_scope.cancel()

    assert answer[9:12] == status
    assert log[0].verdict == ("allowed" if status == b"200" else "denied")
