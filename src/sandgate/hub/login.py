"""A person logs in: find the server's login service, send the browser there, trade its answer for tokens."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import anyio
import httpx2
from mcp.client.auth import OAuthClientProvider, OAuthFlowError, OAuthRegistrationError, OAuthTokenError
from mcp.shared._httpx_utils import (  # pyright: ignore[reportPrivateUsage] - their only home
    create_mcp_http_client,
    stream_within_origin,
)
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from mcp.types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import AnyUrl

from sandgate.errors import LoginNeeded, SandgateError, first_cause
from sandgate.model import ServerSpec

from .callback import DEFAULT_REDIRECT, Callback, awaited
from .tokens import Login

PATIENCE_SECONDS = 300.0
ShowPage = Callable[[str], Awaitable[None]]


async def log_in(spec: ServerSpec, show_page: ShowPage, *, redirect: str = DEFAULT_REDIRECT) -> Login | None:
    """The tokens a person got by logging in at the page we show; None if the server asks for no login.

    Raises LoginNeeded with what went wrong. A client is registered anew for each login, since the port is new too.
    """
    logging.getLogger("mcp.client.auth").setLevel(logging.CRITICAL)  # it logs answers of the token endpoint in full
    try:
        with anyio.fail_after(PATIENCE_SECONDS):
            async with awaited(redirect) as callback:
                return await _Visit(spec, callback, show_page).login()
    except (TimeoutError, ExceptionGroup) as error:
        raise _explained(spec, first_cause(error)) from None


@dataclass(slots=True)
class _Memory:
    """What the SDK keeps during one login. Only a login that succeeded is worth storing."""

    client: OAuthClientInformationFull | None
    tokens: OAuthToken | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


class _FixedScope(OAuthClientMetadata):
    """The SDK replaces the scope by what the server proposes. One that the user has written stays."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name != "scope":
            super().__setattr__(name, value)


class _Visit:
    """One walk through the login service, driven by the SDK's provider."""

    def __init__(self, spec: ServerSpec, callback: Callback, show_page: ShowPage) -> None:
        self._spec, self._callback, self._show_page = spec, callback, show_page
        metadata = (_FixedScope if spec.oauth_scope else OAuthClientMetadata)(
            client_name="Sandgate",
            redirect_uris=[AnyUrl(callback.url)],
            grant_types=["authorization_code", "refresh_token"],
            token_endpoint_auth_method="none",  # noqa: S106 - a method's name: a program on a laptop keeps no secret
            scope=spec.oauth_scope,
        )
        self._provider = OAuthClientProvider(
            spec.url, metadata, _Memory(_own_client(spec)), redirect_handler=self._leave, callback_handler=self._back
        )

    async def login(self) -> Login | None:
        headers = {
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": MODERN_PROTOCOL_VERSIONS[-1],
        }
        question = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        async with create_mcp_http_client(headers=dict(self._spec.headers), auth=self._provider) as client:
            sse = self._spec.transport == "sse"
            # any request that needs a login will do, whatever the answer
            async with stream_within_origin(
                client, "GET" if sse else "POST", self._spec.url, headers=headers, json=None if sse else question
            ) as response:
                if response.status_code == 401:
                    raise OAuthFlowError("it refuses the token that its own login service gave")
        return self._outcome()

    def _outcome(self) -> Login | None:
        found = self._provider.context
        if not (found.current_tokens and found.client_info):
            return None
        client, endpoint = found.client_info, found.oauth_metadata and found.oauth_metadata.token_endpoint
        return Login(
            access_token=found.current_tokens.access_token,
            refresh_token=found.current_tokens.refresh_token,
            expires_at=found.token_expiry_time,
            scope=found.current_tokens.scope,
            client_id=client.client_id,
            client_secret=None if self._spec.oauth_client_id else client.client_secret,
            client_auth=client.token_endpoint_auth_method or "none",
            token_endpoint=str(endpoint or httpx2.URL(self._spec.url).join("/token")),
            resource=found.get_resource_url() if found.should_include_resource_param(found.protocol_version) else None,
        )

    async def _leave(self, page: str) -> None:
        found = self._provider.context
        if found.client_info and self._spec.oauth_client_id and self._spec.oauth_client_secret:
            methods = found.oauth_metadata and found.oauth_metadata.token_endpoint_auth_methods_supported
            basic = not methods or "client_secret_basic" in methods  # what RFC 8414 says silence means
            found.client_info.token_endpoint_auth_method = "client_secret_basic" if basic else "client_secret_post"
        self._callback.state = parse_qs(urlsplit(page).query)["state"][0]
        await self._show_page(page)

    async def _back(self) -> AuthorizationCodeResult:
        answer = await self._callback.answer()
        if answer.error:
            raise OAuthFlowError(f"the login was refused ({answer.error})")
        return AuthorizationCodeResult(code=answer.code, state=self._callback.state, iss=answer.issuer)


def _own_client(spec: ServerSpec) -> OAuthClientInformationFull | None:
    if not spec.oauth_client_id:
        return None
    return OAuthClientInformationFull(client_id=spec.oauth_client_id, client_secret=spec.oauth_client_secret)


def _explained(spec: ServerSpec, error: BaseException) -> SandgateError:
    """In our words: theirs may quote an answer that has a token in it."""
    match error:
        case SandgateError():
            return error
        case TimeoutError():
            reason = f"nobody did so within {PATIENCE_SECONDS / 60:g} minutes"
        case OAuthRegistrationError():
            reason = (
                f"its login service does not register programs by itself ({_first_words(error)}). Create an OAuth "
                "client there, set the server's oauth_client_id (and oauth_client_secret, if it has one), and give "
                "the redirect address you registered with --redirect-url"
            )
        case OAuthTokenError():
            reason = f"its login service gave no token ({_first_words(error)})"
        case _:
            reason = str(error) or type(error).__name__
    return LoginNeeded(f"cannot log in to {spec.name!r}: {reason}")


def _first_words(error: OAuthFlowError) -> str:
    found = re.match(r"[A-Za-z ]*[A-Za-z](: \d+| \(\d+\))?", str(error))
    return found.group() if found else type(error).__name__
