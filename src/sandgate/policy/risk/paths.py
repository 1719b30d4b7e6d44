"""What a path points at: secrets, folders of the system, or a place above the one it should stay in."""

from __future__ import annotations

import re
from functools import lru_cache
from posixpath import normpath

from sandgate.policy.risk.levels import Weighed, changes, leaks, shown

_SECRET = re.compile(
    r"(?:^|/)(?:\.ssh(?:/|$)|\.aws/credentials|\.gnupg(?:/|$)|\.netrc$|\.pgpass$|\.git-credentials$|\.npmrc$|\.pypirc$"
    r"|\.docker/config\.json$|\.kube/config$|id_(?:rsa|dsa|ecdsa|ed25519)$|\.env(?:\.(?!example|sample|template|dist)\w+)?$"
    r"|(?:shadow|gshadow|sudoers)$|\.vault-token$|\.config/gcloud(?:/|$)|\.azure/|credentials\.json$|secrets?\.(?:ya?ml|json|toml)$"
    r"|\.bash_history$|\.zsh_history$|Login Data$|[\w-]+\.(?:pem|key|p12|pfx|kdbx|jks)$)",
    re.I,
)
_SYSTEM = re.compile(
    r"^/(?:etc|boot|bin|sbin|lib(?:32|64)?|usr|sys|proc|dev|root|var/(?:lib|log|run|spool)|run)(?:/|$)"
    r"|^/(?:System|Library)/|^/private/etc/|^[A-Za-z]:[\\/](?:Windows|Program Files|ProgramData)(?:[\\/]|$)",
    re.I,
)
_STARTUP = re.compile(
    r"(?:^|/)(?:\.(?:bashrc|bash_profile|profile|zshrc|zprofile|zshenv)$|\.git/hooks/|\.github/workflows/|\.gitlab-ci\.yml$"
    r"|cron(?:tab|\.d)|authorized_keys$|\.config/autostart/|\.pre-commit-config\.yaml$|Jenkinsfile$|LaunchAgents/)",
)
_WHOLE = frozenset(("/", "~", ".", "..", "*", "/*", "~/", "./", "C:\\", "C:/", "~/*", "./*", "**", "**/*"))
_HOMES = re.compile(r"^(?:/home/[^/]+|/Users/[^/]+|~|\$HOME)/?$")
_HARMLESS_DEVICES = frozenset(("/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/zero", "/dev/urandom"))


def looks_like_path(text: str) -> bool:
    """One line, short, and with a sign of a path in it; a URL is not one."""
    return 0 < len(text) < 1000 and "\n" not in text and "://" not in text


@lru_cache(1024)
def weigh_path(path: str, writes: bool, removes: bool = False) -> Weighed | None:
    """`None` where there is nothing to say. Reasons begin with the path; what is done to it goes in front."""
    clean = path.strip().replace("\\", "/") if ":" not in path[:3] else path.strip()
    said = shown(path)
    if removes and (
        clean in _WHOLE or _HOMES.match(clean) or clean.rstrip("/*") in ("", "/home", "/etc", "/usr", "/var")
    ):
        return changes("critical", f"{said}: everything there would go", False)
    if clean in _HARMLESS_DEVICES:
        return None
    settled = normpath(clean) if clean.startswith(("/", ".")) or "/.." in clean else clean
    if _SECRET.search(settled):
        secret = f"{said}, where keys or passwords are kept"
        return changes("critical", secret) if writes or removes else leaks("high", secret)
    if _SYSTEM.match(settled):
        system = f"{said}, a folder of the system"
        return (
            changes("critical" if removes else "high", system, False) if writes or removes else leaks("medium", system)
        )
    if (writes or removes) and _STARTUP.search(settled):
        return changes("high", f"{said}, which is run by itself later")
    if settled.startswith("../") or settled == "..":
        above = f"{said}, above the folder it starts from"
        return changes("high", above) if writes or removes else leaks("medium", above)
    return None
