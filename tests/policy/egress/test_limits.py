"""What one run may use, and what is worth an alert."""

from __future__ import annotations

import sys

import anyio
import pytest
from anyio.abc import ByteStream

from sandgate.policy.egress.usage import MOST_ALERTS, Rate

from .far import http_server, read_head
from .stage import DEADLINE, everything, proxy
from .test_hello import hello_of

pytestmark = pytest.mark.anyio
HERE = {"api.test": ["127.0.0.1"], "other.test": ["127.0.0.1"]}

CROWD = """
import collections, selectors, socket, sys
waiting = selectors.DefaultSelector()
answers = collections.Counter()
request = b"CONNECT evil.test:443 HTTP/1.0\\r\\n" + (b"" if sys.argv[2] == "half" else b"\\r\\n")
crowd = [socket.create_connection(("127.0.0.1", int(sys.argv[1]))) for _ in range(1000)]
for one in crowd:
    try:
        one.sendall(request)
    except OSError:
        pass
    waiting.register(one, selectors.EVENT_READ)
while waiting.get_map():
    for key, _ in waiting.select():
        try:
            answers[key.fileobj.recv(65536)[9:12].decode() or "nothing"] += 1
        except OSError:
            answers["reset"] += 1
        waiting.unregister(key.fileobj)
print(dict(answers))
"""


async def crowd(port: int, how: str) -> dict[str, int]:
    """Statuses that a thousand connections of another process get."""
    with anyio.fail_after(20):
        done = await anyio.run_process([sys.executable, "-c", CROWD, str(port), how], stderr=None)
    counted: dict[str, int] = eval(done.stdout)
    return counted


def test_a_rate_counts_a_sliding_minute() -> None:
    rate = Rate(2)

    taken = [rate.take(now) for now in (0, 1, 2, 59, 60.5, 60.9, 61.5)]

    assert taken == [True, True, False, False, True, False, True]


async def test_a_thousand_connections_that_say_nothing_whole_are_refused_over_the_limit() -> None:
    async with proxy({"connections": 50, "header_seconds": 3}) as stage:
        answers = await crowd(stage.port, "half")
        log = await stage.logged(1000)

    assert set(answers) == {"503", "408"}
    assert sum(answers.values()) == 1000
    assert answers["408"] >= 50
    assert {entry.rule for entry in log} == {"connections", "header_time"}
    assert [alert.connection.rule for alert in stage.alerts].count("connections") == 1


async def test_a_thousand_requests_at_once_are_all_answered() -> None:
    async with proxy({"connections": 50}) as stage:
        answers = await crowd(stage.port, "whole")
        await stage.logged(1000)
        afterwards = await stage.get("http://evil.test/")

    assert set(answers) <= {"403", "503"}
    assert sum(answers.values()) == 1000
    assert afterwards.startswith("HTTP/1.1 403")


async def test_a_slow_head_is_cut_off_however_steadily_it_drips() -> None:
    async with proxy({"header_seconds": 0.3}) as stage, await stage.connect() as stream:
        with anyio.fail_after(DEADLINE):
            await stream.send(b"GET http://api.test/ HTTP/1.1\r\n")
            while not stage.log:
                await stream.send(b"X: y\r\n")
                await anyio.sleep(0.02)
        answer = await everything(stream)

    assert answer.startswith(b"HTTP/1.1 408")
    assert (stage.log[0].verdict, stage.log[0].rule) == ("denied", "header_time")
    assert stage.log[0].seconds < 2


async def test_a_connection_that_says_nothing_is_closed_and_written_down() -> None:
    async with proxy({"header_seconds": 0.1}) as stage, await stage.connect() as stream:
        answer = await everything(stream)
        [entry] = await stage.logged()

    assert answer == b""
    assert (entry.verdict, entry.reason) == ("failed", "nothing was asked")


async def test_a_kept_connection_that_asks_no_more_is_closed_without_a_word() -> None:
    async with http_server() as far:
        options = {"allow": [f"api.test:{far.port}"], "header_seconds": 0.2}
        async with proxy(options, HERE) as stage:
            where = f"api.test:{far.port}"
            answer = await stage.ask(f"GET http://{where}/ HTTP/1.1\r\nHost: {where}\r\n\r\n")

    assert answer.endswith("hello")
    assert len(stage.log) == 1


async def test_a_hello_that_drips_is_cut_off() -> None:
    async with http_server() as far:
        options = {"allow": [f"api.test:{far.port}"], "header_seconds": 0.2}
        async with proxy(options, HERE) as stage:
            stream, _ = await stage.tunnel(f"api.test:{far.port}")
            async with stream:
                await stream.send(hello_of("api.test")[:50])
                await everything(stream)
            [entry] = await stage.logged()

    assert (entry.verdict, entry.rule) == ("denied", "header_time")


@pytest.mark.parametrize("head", [b"X: " + b"y" * 500_000, b"X: y\r\n" * 100_000, b"y" * 500_000])
async def test_a_head_that_is_too_large_is_refused(head: bytes) -> None:
    async with proxy({"header_kb": 16}) as stage:
        answer = await stage.ask(b"GET http://api.test/ HTTP/1.1\r\nHost: api.test\r\n" + head)
        [entry] = await stage.logged()

    assert answer.startswith("HTTP/1.1 431")
    assert entry.rule == "header_size"


async def test_an_idle_tunnel_is_closed() -> None:
    async def silent(stream: ByteStream) -> None:
        while True:
            await stream.receive()

    async with http_server(behaviour=silent) as far:
        options = {"allow": [f"api.test:{far.port}"], "idle_seconds": 0.2}
        async with proxy(options, HERE) as stage:
            stream, _ = await stage.tunnel(f"api.test:{far.port}")
            async with stream:
                await stream.send(hello_of("api.test"))
                await everything(stream)
            [entry] = await stage.logged()

    assert (entry.verdict, entry.rule) == ("failed", "idle")


async def test_a_server_that_never_answers_is_a_504() -> None:
    async def silent(stream: ByteStream) -> None:
        while True:
            await stream.receive()

    async with http_server(behaviour=silent) as far:
        options = {"allow": [f"api.test:{far.port}"], "idle_seconds": 0.2}
        async with proxy(options, HERE) as stage:
            answer = await stage.get(f"http://api.test:{far.port}/")

    assert answer.startswith("HTTP/1.1 504 Sandgate: nothing came")


async def test_a_program_that_does_not_read_its_answer_is_cut_off() -> None:
    async def flood(stream: ByteStream) -> None:
        await read_head(stream)
        await stream.send(b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 50_000_000)

    async with http_server(behaviour=flood) as far:
        options = {"allow": [f"api.test:{far.port}"], "idle_seconds": 0.3}
        async with proxy(options, HERE) as stage, await stage.connect() as stream:
            where = f"api.test:{far.port}"
            await stream.send(f"GET http://{where}/ HTTP/1.1\r\nHost: {where}\r\n\r\n".encode())
            [entry] = await stage.logged()

    assert entry.rule == "idle"
    assert entry.bytes_in < 20_000_000


async def test_a_steady_download_is_not_idle() -> None:
    async def drip(stream: ByteStream) -> None:
        await read_head(stream)
        await stream.send(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
        for _ in range(10):
            await anyio.sleep(0.1)
            await stream.send(b"x")

    async with http_server(behaviour=drip) as far:
        options = {"allow": [f"api.test:{far.port}"], "idle_seconds": 0.6}
        async with proxy(options, HERE) as stage:
            answer = await stage.get(f"http://api.test:{far.port}/")

    assert answer.endswith("\r\n\r\nxxxxxxxxxx")


async def test_more_bytes_than_a_run_may_receive_are_cut_off_and_nothing_follows() -> None:
    async with http_server(reply=b"HTTP/1.1 200 OK\r\nContent-Length: 3000000\r\n\r\n" + b"x" * 3_000_000) as far:
        options = {"allow": [f"api.test:{far.port}"], "transfer_mb": 1}
        async with proxy(options, HERE) as stage:
            first = await stage.get(f"http://api.test:{far.port}/")
            second = await stage.get(f"http://api.test:{far.port}/")
            log = await stage.logged(2)

    assert 900_000 < first.count("x") <= 1024 * 1024
    assert second.startswith("HTTP/1.1 403 Sandgate: this run has moved its 1 MB")
    assert [(entry.verdict, entry.rule) for entry in log] == [("denied", "transfer")] * 2


async def test_what_is_over_the_limit_does_not_leave() -> None:
    async def sink(stream: ByteStream) -> None:
        while True:
            received.append(len(await stream.receive()))

    received: list[int] = []
    async with http_server(behaviour=sink) as far:
        options = {"allow": [f"api.test:{far.port}"], "transfer_mb": 1}
        async with proxy(options, HERE) as stage:
            stream, _ = await stage.tunnel(f"api.test:{far.port}")
            async with stream:
                await stream.send(hello_of("api.test") + b"x" * 1_500_000)
                await everything(stream)
            [entry] = await stage.logged()

    assert sum(received) <= 1024 * 1024
    assert (entry.rule, entry.bytes_out) == ("transfer", sum(received))


async def test_requests_to_one_entry_are_limited_by_the_minute_and_others_go_on() -> None:
    async with http_server() as far:
        entry = {"host": f"api.test:{far.port}", "requests_per_minute": 2}
        async with proxy({"allow": [entry, f"other.test:{far.port}"]}, HERE) as stage:
            answers = [await stage.get(f"http://api.test:{far.port}/") for _ in range(3)]
            other = await stage.get(f"http://other.test:{far.port}/")
            log = await stage.logged(4)

    assert [answer[9:12] for answer in answers] == ["200", "200", "429"]
    assert "Retry-After: 60" in answers[2]
    assert other.startswith("HTTP/1.1 200")
    assert log[2].rule == "rate"
    assert stage.names.asked == ["api.test", "api.test", "other.test"]


async def test_made_up_names_below_a_domain_share_its_rate() -> None:
    async with proxy({"allow": ["*.evil.test"], "requests_per_minute": 3}) as stage:
        answers = [await stage.get(f"http://secret{n}.evil.test/") for n in range(5)]

    assert [answer[9:12] for answer in answers] == ["502", "502", "502", "429", "429"]
    assert len(stage.names.asked) == 3


async def test_a_run_has_so_many_requests_and_a_loop_does_not_fill_the_log() -> None:
    async with proxy({"requests": 5}) as stage:
        answers = [await stage.get("http://evil.test/") for _ in range(20)]

    assert [answer[9:12] for answer in answers] == ["403"] * 5 + ["429"] * 15
    assert len(stage.log) == 6
    assert stage.log[-1].rule == "requests"


async def test_a_denied_host_raises_one_alert_however_often_it_is_tried() -> None:
    async with proxy({}) as stage:
        for host in ("evil.test", "evil.test", "worse.test"):
            await stage.get(f"http://{host}/")

    assert [(alert.kind, alert.connection.host) for alert in stage.alerts] == [
        ("denied", "evil.test"),
        ("denied", "worse.test"),
    ]


async def test_alerts_end_after_a_hundred() -> None:
    async with proxy({}) as stage:
        for number in range(MOST_ALERTS + 10):
            await stage.get(f"http://h{number}.test/")

    assert len(stage.log) == MOST_ALERTS + 10
    assert len(stage.alerts) == MOST_ALERTS + 1
    assert stage.alerts[-1].kind == "silenced"


async def test_a_new_host_after_many_requests_raises_an_alert() -> None:
    async with http_server() as far:
        allow = [f"api.test:{far.port}", f"other.test:{far.port}"]
        async with proxy({"allow": allow, "unusual_host_after": 3}, HERE) as stage:
            for host in ("api.test", "api.test", "api.test", "api.test", "other.test", "other.test"):
                await stage.get(f"http://{host}:{far.port}/")

    assert [(alert.kind, alert.connection.host) for alert in stage.alerts] == [("new_host", "other.test")]


async def test_much_data_to_one_host_raises_an_alert_while_it_leaves() -> None:
    async with http_server() as far:
        options = {"allow": [f"api.test:{far.port}"], "unusual_out_mb": 0.1}
        async with proxy(options, HERE) as stage:
            where = f"api.test:{far.port}"
            head = (
                f"POST http://{where}/ HTTP/1.1\r\nHost: {where}\r\nConnection: close\r\nContent-Length: 300000\r\n\r\n"
            )
            answer = await stage.ask(head + "x" * 300_000)

    assert answer.startswith("HTTP/1.1 200")
    assert [alert.kind for alert in stage.alerts] == ["much_out"]
    assert stage.alerts[0].message == "more than 0.1 MB were sent to api.test"
