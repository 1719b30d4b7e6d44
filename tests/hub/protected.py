"""A remote MCP server behind a login service, both real and both on this machine, each with an address of its own."""

from __future__ import annotations

import base64
import hashlib
import secrets
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlencode

import anyio
import mcp.types as wire
import uvicorn
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route


@dataclass
class LoginService:
    """An OAuth authorization server whose person always agrees at once."""

    address: str = ""
    resource: str = ""
    registers: bool = True
    lifetime: int | None = 3600
    refuses_renewal: bool = False
    renewal_status: int = 400
    methods: list[str] = field(default_factory=lambda: ["none", "client_secret_basic"])
    clients: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    secrets: dict[str, str] = field(default_factory=dict[str, str])
    codes: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    valid: dict[str, AccessToken] = field(default_factory=dict[str, AccessToken])
    renewable: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    seen: list[str] = field(default_factory=list[str])
    """What was asked of it, in order: `register`, `authorize`, `authorization_code`, `refresh_token`, `metadata`."""
    scopes: list[str] = field(default_factory=list[str])

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/.well-known/oauth-authorization-server", self._metadata),
                Route("/register", self._register, methods=["POST"]),
                Route("/authorize", self._authorize),
                Route("/token", self._token, methods=["POST"]),
            ]
        )

    async def verify_token(self, token: str) -> AccessToken | None:
        return self.valid.get(token)

    async def _metadata(self, request: Request) -> Response:
        self.seen.append("metadata")
        described: dict[str, Any] = {
            "issuer": self.address,
            "authorization_endpoint": f"{self.address}/authorize",
            "token_endpoint": f"{self.address}/token",
            "token_endpoint_auth_methods_supported": self.methods,
            "code_challenge_methods_supported": ["S256"],
        }
        return JSONResponse(
            described | ({"registration_endpoint": f"{self.address}/register"} if self.registers else {})
        )

    async def _register(self, request: Request) -> Response:
        self.seen.append("register")
        client = f"registered-{len(self.clients) + 1}"
        self.clients[client] = await request.json()
        return JSONResponse({**self.clients[client], "client_id": client}, 201)

    async def _authorize(self, request: Request) -> Response:
        self.seen.append("authorize")
        asked = dict(request.query_params)
        client = self.clients.get(asked["client_id"])
        if client is None or asked["redirect_uri"] not in client["redirect_uris"]:
            return JSONResponse({"error": "invalid_client"}, 400)
        self.scopes.append(asked.get("scope", ""))
        code = secrets.token_hex(8)
        self.codes[code] = asked
        back = urlencode({"code": code, "state": asked["state"]})
        return RedirectResponse(f"{asked['redirect_uri']}?{back}", 302)

    async def _token(self, request: Request) -> Response:
        form = {name: str(value) for name, value in (await request.form()).items()}
        self.seen.append(form["grant_type"])
        if not self._is_who_it_says(request, form):
            return JSONResponse({"error": "invalid_client"}, 401)
        if form["grant_type"] == "authorization_code":
            asked = self.codes.pop(form["code"], {})
            challenge = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).decode()
            good = challenge.rstrip("=") == asked.get("code_challenge")
            good = good and form["redirect_uri"] == asked["redirect_uri"] and form["client_id"] == asked["client_id"]
        else:
            good = not self.refuses_renewal and self.renewable.pop(form["refresh_token"], None) is not None
        if not good or form.get("resource") != self.resource:
            return JSONResponse({"error": "invalid_grant"}, self.renewal_status)
        return JSONResponse(self._tokens(form["client_id"]))

    def _is_who_it_says(self, request: Request, form: dict[str, str]) -> bool:
        client = form["client_id"]
        if client not in self.secrets:
            return client in self.clients
        if "client_secret_basic" not in self.methods:
            return form.get("client_secret") == self.secrets[client]
        given = base64.b64decode(request.headers.get("authorization", "").removeprefix("Basic ")).decode()
        return unquote(given) == f"{client}:{self.secrets[client]}"

    def _tokens(self, client: str) -> dict[str, Any]:
        access, refresh = f"access-{secrets.token_hex(8)}", f"refresh-{secrets.token_hex(8)}"
        self.valid[access] = AccessToken(token=access, client_id=client, scopes=["tools"], resource=self.resource)
        self.renewable[refresh] = {"client_id": client}
        tokens = {"access_token": access, "token_type": "bearer", "refresh_token": refresh}
        return tokens | ({} if self.lifetime is None else {"expires_in": self.lifetime})


@dataclass
class Remote:
    """The MCP server, and the status and `Authorization` header of every request it was sent."""

    url: str
    service: LoginService
    requests: list[tuple[str, int, str]] = field(default_factory=list[tuple[str, int, str]])

    def refusals(self) -> int:
        return sum(status == 401 for _, status, _ in self.requests)

    def watched(self, app: Any) -> Any:
        async def watching(scope: Any, receive: Any, send: Any) -> None:
            async def sending(message: Any) -> None:
                if message["type"] == "http.response.start":
                    header = dict(scope["headers"]).get(b"authorization", b"").decode()
                    self.requests.append((scope["path"], message["status"], header))
                await send(message)

            await app(scope, receive, sending)

        return watching


@asynccontextmanager
async def remote(*, protected: bool = True) -> AsyncGenerator[Remote, None]:
    service = LoginService()
    at_service, at_server = _socket(), _socket()
    service.address = _address(at_service)
    service.resource = f"{_address(at_server)}/mcp"
    there = Remote(service.resource, service)
    settings = AuthSettings.model_validate(
        {
            "issuer_url": service.address,
            "resource_server_url": service.resource,
            "required_scopes": ["tools"],
            "validate_token_resource": True,
        }
    )
    guarded: dict[str, Any] = {"auth": settings, "token_verifier": service} if protected else {}
    async with (
        _served(service.app(), at_service),
        _served(there.watched(_echo().streamable_http_app(**guarded)), at_server),
    ):
        yield there


def _echo() -> Server[Any]:
    async def listed(_: ServerRequestContext[Any], __: wire.PaginatedRequestParams | None) -> wire.ListToolsResult:
        return wire.ListToolsResult(tools=[wire.Tool(name="echo", input_schema={"type": "object"})])

    async def called(_: ServerRequestContext[Any], params: wire.CallToolRequestParams) -> wire.CallToolResult:
        said = str((params.arguments or {}).get("text"))
        return wire.CallToolResult(content=[wire.TextContent(type="text", text=said)])

    return Server("echo", on_list_tools=listed, on_call_tool=called)


def _socket() -> socket.socket:
    bound = socket.socket()
    bound.bind(("127.0.0.1", 0))
    bound.listen()  # who connects before the server is up waits for it
    return bound


def _address(bound: socket.socket) -> str:
    return f"http://127.0.0.1:{bound.getsockname()[1]}"


@asynccontextmanager
async def _served(app: Any, bound: socket.socket) -> AsyncGenerator[None, None]:
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", ws="none", timeout_graceful_shutdown=1))
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(server.serve, [bound])
        try:
            yield
        finally:
            server.should_exit = True
