"""What a login left behind, one private file per server and address. How a login is made is not here."""

from __future__ import annotations

import json
import os
import re
import tempfile
import time
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from sandgate.model import JsonObject, ServerSpec

EARLY_SECONDS = 30.0
"""A token is renewed this long before its end, so that it does not end on the way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """The tokens of one server, with all that is needed to renew them after a restart. Secrets are in no `repr`."""

    access_token: str = field(repr=False)
    refresh_token: str | None = field(default=None, repr=False)
    expires_at: float | None = None
    """In seconds since 1970; None where the server did not say."""
    scope: str | None = None
    client_id: str
    client_secret: str | None = field(default=None, repr=False)
    """Only of a client that was registered for us: the user's own stays in their configuration."""
    client_auth: str = "none"
    """How the client shows who it is: `none`, `client_secret_basic` or `client_secret_post`."""
    token_endpoint: str
    resource: str | None = None

    @property
    def expired(self) -> bool:
        return self.expires_at is not None and time.time() >= self.expires_at - EARLY_SECONDS

    def renewed(self, answer: JsonObject) -> Login:
        """The login after its token endpoint gave new tokens. What the answer leaves out stays as it was."""
        lifetime = answer.get("expires_in")
        return replace(
            self,
            access_token=str(answer["access_token"]),
            refresh_token=answer.get("refresh_token") or self.refresh_token,
            expires_at=None if lifetime is None else time.time() + float(lifetime),
            scope=answer.get("scope") or self.scope,
        )


class TokenStore:
    """A folder that only its owner can read. Writing replaces whole files, so that readers never see half of one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, spec: ServerSpec) -> Login | None:
        """The login to this server at this address; None if there is none, it is another client's, or damaged."""
        try:
            login = Login(**json.loads(self._file(spec).read_bytes())["login"])
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return login if spec.oauth_client_id in (None, login.client_id) else None

    def save(self, spec: ServerSpec, login: Login) -> None:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._folder.chmod(0o700)
        text = json.dumps({"server": spec.name, "url": spec.url, "login": asdict(login)}, indent=2)
        descriptor, name = tempfile.mkstemp(dir=self._folder, prefix=".new-")  # made with mode 0600
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(descriptor)
            Path(name).replace(self._file(spec))
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise

    def forget(self, server: str) -> int:
        """Delete every login to a server, at whatever address it was. Says how many there were."""
        files = [file for file in self._folder.glob("*.json") if _server_of(file) == server]
        for file in files:
            file.unlink(missing_ok=True)
        return len(files)

    def _file(self, spec: ServerSpec) -> Path:
        """Another address has another file: a token must never be sent to a host it was not given for."""
        readable = re.sub(r"[^A-Za-z0-9_-]+", "_", spec.name)[:40]
        exact = sha256(json.dumps((spec.name, spec.url)).encode()).hexdigest()[:16]
        return self._folder / f"{readable}-{exact}.json"


def _server_of(file: Path) -> str | None:
    try:
        return json.loads(file.read_bytes())["server"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
