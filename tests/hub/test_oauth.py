"""Logging in to remote servers, and what happens afterwards without a person."""

from __future__ import annotations

import json
import logging
import socket
import stat
import webbrowser
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import anyio
import anyio.to_thread
import httpx2
import mcp.types as wire
import pytest

from sandgate.cli.main import main
from sandgate.errors import ConfigError, LoginNeeded, ServerUnavailable
from sandgate.hub.callback import awaited
from sandgate.hub.connection import first_cause
from sandgate.hub.login import log_in
from sandgate.hub.oauth import auth_for
from sandgate.hub.router import Hub
from sandgate.hub.tokens import Login, TokenStore
from sandgate.model import ServerSpec

from .protected import Remote, remote

pytestmark = pytest.mark.anyio
COMMAND = "server 'notes' wants you to log in: run `sandgate login notes`"


@pytest.fixture
async def there() -> AsyncGenerator[Remote, None]:
    async with remote() as found:
        yield found


@pytest.fixture
def store(tmp_path: Path) -> TokenStore:
    return TokenStore(tmp_path / "oauth")


def spec_of(there: Remote) -> ServerSpec:
    return ServerSpec(name="notes", transport="http", url=there.url, start_timeout_seconds=10, timeout_seconds=10)


async def browser(page: str) -> None:
    """A person who agrees to everything."""
    async with httpx2.AsyncClient(follow_redirects=True) as client:
        (await client.get(page)).raise_for_status()


async def logged_in(there: Remote, store: TokenStore, spec: ServerSpec | None = None) -> Login:
    spec = spec or spec_of(there)
    with anyio.fail_after(10):
        login = await log_in(spec, browser)
    assert login
    store.save(spec, login)
    return login


async def echoed(spec: ServerSpec, store: TokenStore) -> str:
    """What a hub that was started just now hears from the server."""
    with anyio.fail_after(10):
        try:
            async with Hub([spec], auth=auth_for(store)) as hub:
                return words(await hub.call("notes", "echo", {"text": "hello"}))
        except ExceptionGroup as error:
            raise first_cause(error) from None  # the hub's task group wraps what leaves it


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as bound:
        return bound.getsockname()[1]


def words(result: wire.CallToolResult) -> str:
    (block,) = result.content
    assert isinstance(block, wire.TextContent)
    return block.text


async def test_without_a_login_the_caller_is_told_the_command_and_nothing_is_registered(
    there: Remote, store: TokenStore, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(LoginNeeded) as refusal:
        await echoed(spec_of(there), store)

    assert str(refusal.value) == COMMAND
    assert len(there.requests) == 1  # the older protocol is not tried: it would be refused as well
    assert there.service.seen == []
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_an_sse_server_without_a_login_names_the_command_too(there: Remote, store: TokenStore) -> None:
    with pytest.raises(LoginNeeded, match="sandgate login notes"):
        await echoed(replace(spec_of(there), transport="sse"), store)


async def test_after_a_login_the_hub_lists_and_calls(there: Remote, store: TokenStore) -> None:
    spec = spec_of(there)
    await logged_in(there, store)

    async with Hub([spec], auth=auth_for(store)) as hub:
        listing = await hub.list_tools("notes")
        answer = await hub.call("notes", "echo", {"text": "hello"})

    assert [tool.name for tool in listing.tools] == ["echo"]
    assert words(answer) == "hello"
    assert there.service.seen == ["metadata", "register", "authorize", "authorization_code"]
    (client,) = there.service.clients.values()
    assert client["client_name"] == "Sandgate"
    assert client["grant_types"] == ["authorization_code", "refresh_token"]
    assert client["token_endpoint_auth_method"] == "none"


async def test_tokens_are_kept_where_only_their_owner_can_read(
    there: Remote, store: TokenStore, tmp_path: Path
) -> None:
    login = await logged_in(there, store)

    (file,) = (tmp_path / "oauth").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert json.loads(file.read_text())["login"]["refresh_token"] == login.refresh_token
    assert login.access_token not in repr(login)
    assert login.refresh_token is not None
    assert login.refresh_token not in repr(login)


async def test_another_address_has_other_tokens(there: Remote, store: TokenStore) -> None:
    await logged_in(there, store)

    assert store.load(replace(spec_of(there), url="https://elsewhere.example/mcp")) is None


async def test_each_login_registers_the_port_it_listens_on(there: Remote, store: TokenStore) -> None:
    await logged_in(there, store)
    await logged_in(there, store)

    first, second = (client["redirect_uris"] for client in there.service.clients.values())
    assert first != second
    assert await echoed(spec_of(there), store) == "hello"


async def test_a_token_that_ended_is_renewed_by_a_new_gateway_before_it_is_sent(
    there: Remote, store: TokenStore
) -> None:
    there.service.lifetime = 0
    login = await logged_in(there, store)
    there.service.lifetime = 3600
    there.requests.clear()

    assert await echoed(spec_of(there), store) == "hello"
    assert await echoed(spec_of(there), store) == "hello"

    assert there.service.seen.count("refresh_token") == 1
    assert there.service.seen.count("metadata") == 1  # of the login: where to renew was remembered
    assert there.refusals() == 0
    assert not [header for _, _, header in there.requests if login.access_token in header]


async def test_a_token_that_is_refused_early_is_renewed_and_the_call_sent_again(
    there: Remote, store: TokenStore
) -> None:
    await logged_in(there, store)

    async with Hub([spec_of(there)], auth=auth_for(store)) as hub:
        await hub.list_tools("notes")
        there.service.valid.clear()
        answer = await hub.call("notes", "echo", {"text": "still here"})

    assert words(answer) == "still here"
    assert there.service.seen.count("refresh_token") == 1


async def test_many_calls_at_once_renew_a_token_once(there: Remote, store: TokenStore) -> None:
    await logged_in(there, store)
    answers: list[str] = []

    async with Hub([spec_of(there)], auth=auth_for(store)) as hub:
        await hub.list_tools("notes")
        there.service.valid.clear()

        async def call(text: str) -> None:
            answers.append(words(await hub.call("notes", "echo", {"text": text})))

        async with anyio.create_task_group() as calls:
            for text in "abcdef":
                calls.start_soon(call, text)

    assert sorted(answers) == list("abcdef")
    assert there.service.seen.count("refresh_token") == 1


async def test_a_renewal_by_another_gateway_is_taken_over(there: Remote, store: TokenStore) -> None:
    await logged_in(there, store)

    async with Hub([spec_of(there)], auth=auth_for(store)) as ours:
        await ours.list_tools("notes")
        there.service.valid.clear()
        await echoed(spec_of(there), store)
        answer = await ours.call("notes", "echo", {"text": "hello"})

    assert words(answer) == "hello"
    assert there.service.seen.count("refresh_token") == 1


async def test_a_refused_renewal_means_a_new_login(there: Remote, store: TokenStore) -> None:
    there.service.lifetime = 0
    await logged_in(there, store)
    there.service.refuses_renewal = True

    with pytest.raises(LoginNeeded) as refusal:
        await echoed(spec_of(there), store)

    assert str(refusal.value) == COMMAND


async def test_a_login_service_that_is_down_is_not_taken_for_a_refusal(there: Remote, store: TokenStore) -> None:
    there.service.lifetime = 0
    await logged_in(there, store)
    there.service.refuses_renewal, there.service.renewal_status = True, 503

    with pytest.raises(ServerUnavailable, match="503") as failure:
        await echoed(spec_of(there), store)

    assert not isinstance(failure.value, LoginNeeded)


async def test_a_login_that_ends_during_a_session_is_needed_again(there: Remote, store: TokenStore) -> None:
    await logged_in(there, store)

    async with Hub([spec_of(there)], auth=auth_for(store)) as hub:
        await hub.list_tools("notes")
        there.service.valid.clear()
        there.service.refuses_renewal = True
        with pytest.raises(LoginNeeded) as refusal:
            await hub.call("notes", "echo", {})

    assert str(refusal.value) == COMMAND


async def test_the_users_own_client_is_used_and_its_secret_is_not_stored(
    there: Remote, store: TokenStore, tmp_path: Path
) -> None:
    there.service.registers = False
    there.service.secrets["own/client"] = "hush: &"
    redirect = f"http://localhost:{free_port()}/back"
    there.service.clients["own/client"] = {"redirect_uris": [redirect]}
    spec = replace(
        spec_of(there), oauth_client_id="own/client", oauth_client_secret="hush: &", oauth_scope="tools notes:read"
    )
    there.service.lifetime = 0

    login = await log_in(spec, browser, redirect=redirect)

    assert login
    store.save(spec, login)
    there.service.lifetime = 3600
    assert await echoed(spec, store) == "hello"
    assert there.service.seen == ["metadata", "authorize", "authorization_code", "refresh_token"]
    assert there.service.scopes == ["tools notes:read"]
    assert "hush" not in next((tmp_path / "oauth").iterdir()).read_text()
    assert store.load(replace(spec, oauth_client_id="another")) is None


async def test_a_secret_goes_in_the_form_where_the_service_wants_it_there(there: Remote, store: TokenStore) -> None:
    there.service.methods = ["client_secret_post"]
    there.service.secrets["own"] = "hush"
    redirect = f"http://localhost:{free_port()}/"
    there.service.clients["own"] = {"redirect_uris": [redirect]}
    spec = replace(spec_of(there), oauth_client_id="own", oauth_client_secret="hush")
    there.service.lifetime = 0

    login = await log_in(spec, browser, redirect=redirect)

    assert login
    store.save(spec, login)
    assert await echoed(spec, store) == "hello"


async def test_a_service_that_registers_nobody_names_the_settings_to_make(there: Remote) -> None:
    there.service.registers = False

    with pytest.raises(LoginNeeded, match="oauth_client_id"):
        await log_in(spec_of(there), browser)


async def test_a_failed_login_quotes_no_answer_of_the_service(there: Remote) -> None:
    async def tampering(page: str) -> None:
        await browser(page)
        there.service.codes.clear()

    with pytest.raises(LoginNeeded) as failure:
        await log_in(spec_of(there), tampering)

    assert (
        str(failure.value) == "cannot log in to 'notes': its login service gave no token (Token exchange failed (400))"
    )


async def test_a_person_who_says_no_is_understood(there: Remote) -> None:
    async def refuse(page: str) -> None:
        asked = httpx2.URL(page).params
        back = httpx2.URL(asked["redirect_uri"], params={"state": asked["state"], "error": "access_denied"})
        await browser(str(back))

    with pytest.raises(LoginNeeded, match=r"the login was refused \(access_denied\)"):
        await log_in(spec_of(there), refuse)


async def test_nobody_waits_forever_for_a_person(there: Remote, monkeypatch: pytest.MonkeyPatch) -> None:
    async def walk_away(page: str) -> None: ...

    monkeypatch.setattr("sandgate.hub.login.PATIENCE_SECONDS", 0.6)

    with pytest.raises(LoginNeeded, match="nobody did so within"):
        await log_in(spec_of(there), walk_away)


async def test_a_server_without_login_is_asked_nothing_about_oauth(store: TokenStore) -> None:
    async with remote(protected=False) as there:
        assert await echoed(spec_of(there), store) == "hello"
        assert await log_in(spec_of(there), browser) is None

    assert {path for path, _, _ in there.requests} == {"/mcp"}
    assert {header for _, _, header in there.requests} == {""}
    assert there.service.seen == []


async def test_an_authorization_header_of_the_users_own_is_left_alone(there: Remote, store: TokenStore) -> None:
    login = await logged_in(there, store)
    own = await log_in(spec_of(there), browser)
    assert own
    assert own.access_token != login.access_token
    spec = replace(spec_of(there), headers={"authorization": f"Bearer {own.access_token}"})
    there.requests.clear()

    assert auth_for(store)(spec) is None
    assert await echoed(spec, store) == "hello"
    assert {header for _, _, header in there.requests} == {f"Bearer {own.access_token}"}


async def test_a_local_program_gets_no_login(store: TokenStore) -> None:
    assert auth_for(store)(ServerSpec(name="local", command="true")) is None


Visit = Callable[[str], Awaitable[httpx2.Response]]


@pytest.fixture
async def visit() -> AsyncGenerator[Visit, None]:
    async with httpx2.AsyncClient() as client:
        yield client.get


async def test_the_callback_takes_only_the_answer_it_waits_for(visit: Visit) -> None:
    async with awaited() as callback:
        assert (await visit(f"{callback.url}?code=early&state=")).status_code == 400
        callback.state = "right"
        wrong_state = await visit(f"{callback.url}?code=stolen&state=wrong")
        no_state = await visit(f"{callback.url}?code=stolen")
        wrong_path = await visit(f"{callback.url}/more?code=stolen&state=right")
        good = await visit(f"{callback.url}?code=mine&state=right")
        again = await visit(f"{callback.url}?code=stolen&state=right")
        with anyio.fail_after(5):
            answer = await callback.answer()

    assert [reply.status_code for reply in (wrong_state, no_state, wrong_path, good, again)] == [
        400,
        400,
        404,
        200,
        410,
    ]
    assert answer.code == "mine"
    assert "close this window" in good.text
    assert good.headers["content-security-policy"] == "default-src 'none'"


async def test_the_callback_turns_other_hosts_and_methods_away() -> None:
    async with awaited() as callback, httpx2.AsyncClient() as client:
        callback.state = "right"
        url = f"{callback.url}?code=stolen&state=right"
        rebound = await client.get(url, headers={"Host": "evil.example"})
        posted = await client.post(url)

    assert (rebound.status_code, posted.status_code) == (404, 404)


async def test_the_callback_survives_a_visitor_who_speaks_no_http() -> None:
    async with awaited() as callback:
        callback.state = "right"
        port = httpx2.URL(callback.url).port
        assert port
        async with await anyio.connect_tcp("127.0.0.1", port) as silent:
            await silent.send(b"\x00\xff GET [\r\n\r\n")
            assert b"404" in await silent.receive()
        async with await anyio.connect_tcp("127.0.0.1", port):
            await browser(f"{callback.url}?code=mine&state=right")

            assert (await callback.answer()).code == "mine"


async def test_the_page_of_a_refusal_shows_its_reason_as_text(visit: Visit) -> None:
    async with awaited() as callback:
        callback.state = "right"
        page = await visit(f"{callback.url}?state=right&error=<script>alert(1)</script>")

    assert "<script>" not in page.text
    assert "&lt;script&gt;" in page.text


@pytest.mark.parametrize(
    "address", ["http://0.0.0.0:1234/", "https://127.0.0.1/", "http://evil.example/", "http://localhost:x/"]
)
async def test_the_browser_can_only_come_back_to_this_machine(address: str) -> None:
    with pytest.raises(ConfigError, match="cannot wait for the browser"):
        async with awaited(address):
            pass


def test_a_damaged_file_is_no_login(tmp_path: Path) -> None:
    store, spec = TokenStore(tmp_path), ServerSpec(name="a", url="https://a.example")
    store.save(spec, Login(access_token="t", client_id="c", token_endpoint="https://a.example/token"))
    (file,) = tmp_path.iterdir()
    file.write_text(file.read_text()[:40])

    assert store.load(spec) is None


async def test_the_command_logs_in_counts_the_tools_and_forgets(
    there: Remote, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "sandgate.toml"
    config.write_text(
        f'state_dir = "{tmp_path}/state"\n[import]\nclients = []\n[servers.notes]\nurl = "{there.url}"\n'
        '[servers.local]\ncommand = "true"\n'
    )

    def opened(page: str) -> bool:
        httpx2.get(page, follow_redirects=True).raise_for_status()
        return True

    monkeypatch.setattr(webbrowser, "open", opened)

    async def sandgate(*words: str) -> tuple[int, str]:
        with anyio.fail_after(20):
            code = await anyio.to_thread.run_sync(main, ["login", *words, "--config", str(config)])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    code, text = await sandgate("notes")
    assert (code, text.splitlines()[-1]) == (0, "Logged in to notes: 1 tool.")
    assert await sandgate("notes", "--forget") == (0, "Forgot the login to notes.\n")
    assert await sandgate("notes", "--forget") == (0, "There is no login to notes.\n")
    assert list((tmp_path / "state" / "oauth").iterdir()) == []
    code, text = await sandgate("nots")
    assert code == 2
    assert "the servers are" in text
    code, text = await sandgate("local")
    assert code == 2
    assert "takes no login" in text
