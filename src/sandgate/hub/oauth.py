"""Stored logins on the way to remote servers. Tokens are renewed without a person; who has none is told to log in."""

from __future__ import annotations

import base64
import json
import shlex
from collections.abc import AsyncGenerator, Callable
from urllib.parse import quote

import anyio
import anyio.to_thread
import httpx2

from sandgate.errors import LoginNeeded, ServerUnavailable
from sandgate.model import ServerSpec

from .tokens import Login, TokenStore


def auth_for(store: TokenStore) -> Callable[[ServerSpec], httpx2.Auth | None]:
    """For each remote server without an `Authorization` header of its own: its stored login."""
    return lambda spec: StoredLogin(spec, store) if takes_login(spec) else None


def takes_login(spec: ServerSpec) -> bool:
    return spec.transport != "stdio" and all(name.lower() != "authorization" for name in spec.headers)


class StoredLogin(httpx2.Auth):
    """Sends the token, and a server that takes none gets none. Raises LoginNeeded where only a person can help.

    The SDK's provider is not used here: after a restart it has forgotten when a token ends and where it is renewed,
    and it would register a new client each time that nobody is there to log in.
    """

    def __init__(self, spec: ServerSpec, store: TokenStore) -> None:
        self._spec, self._store = spec, store
        self._login: Login | None = None
        self._turn = anyio.Lock()

    async def async_auth_flow(self, request: httpx2.Request) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        refused: str | None = None
        for _ in range(2):
            async with self._turn:
                login = await self._latest(refused)
                if login and login.refresh_token and (login.expired or login.access_token == refused):
                    login = await self._renewed(login, (yield _renewal(self._spec, login)))
            if login:
                if login.access_token == refused:
                    break
                request.headers["Authorization"] = f"Bearer {login.access_token}"
            response = yield request
            if response.status_code != 401:
                return
            if login is None:
                break
            refused = login.access_token
        raise login_needed(self._spec)

    async def _latest(self, refused: str | None) -> Login | None:
        """From memory while it is good, else from disk: another gateway may have renewed it, or a person logged in."""
        login = self._login
        if login is None or login.expired or login.access_token == refused:
            self._login = await anyio.to_thread.run_sync(self._store.load, self._spec)
        return self._login

    async def _renewed(self, before: Login, response: httpx2.Response) -> Login:
        if response.status_code == 429 or response.status_code >= 500:
            raise ServerUnavailable(
                f"server {self._spec.name!r}: its login could not be renewed just now "
                f"(the login service answered {response.status_code}); try again"
            )
        try:
            login = before.renewed(json.loads(await response.aread()))
        except (ValueError, KeyError, TypeError, AttributeError):
            return await self._of_another(before)
        self._login = login
        await anyio.to_thread.run_sync(self._store.save, self._spec, login)
        return login

    async def _of_another(self, before: Login) -> Login:
        """A refresh token often works once: the gateway of another client may have used it a moment ago."""
        self._login = await anyio.to_thread.run_sync(self._store.load, self._spec)
        if self._login is None or self._login.access_token == before.access_token:
            raise login_needed(self._spec)
        return self._login


def login_needed(spec: ServerSpec) -> LoginNeeded:
    return LoginNeeded(f"server {spec.name!r} wants you to log in: run `sandgate login {shlex.quote(spec.name)}`")


def _renewal(spec: ServerSpec, login: Login) -> httpx2.Request:
    form = {"grant_type": "refresh_token", "refresh_token": login.refresh_token or "", "client_id": login.client_id}
    if login.resource:
        form["resource"] = login.resource
    headers = {"Accept": "application/json"}
    secret = spec.oauth_client_secret or login.client_secret
    if secret and login.client_auth == "client_secret_basic":
        pair = f"{quote(login.client_id, safe='')}:{quote(secret, safe='')}"
        headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
    elif secret and login.client_auth == "client_secret_post":
        form["client_secret"] = secret
    return httpx2.Request("POST", login.token_endpoint, data=form, headers=headers)
