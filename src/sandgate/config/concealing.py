"""A server's secrets, and what is shown or said without them: its command line, its address, its answers.

People write keys into arguments and addresses, and servers repeat them in errors. Hiding a harmless one too many is the
smaller mistake.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator
from urllib.parse import parse_qsl, urlsplit

from sandgate.model import ServerSpec

HIDDEN = "…"
LEFT_OUT = "[a secret of the server]"
SHORTEST = 8
"""Shorter values are words, and words stand in answers for other reasons."""
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://\S+")
_SENSITIVE = r"(?:key|token|secret|passw(?:or)?d|auth|authorization|bearer|credentials?|cookie|header|pat|dsn|env)"
_SECRET_OPTION = re.compile(rf"(--?(?:[\w.]+[-_.])*{_SENSITIVE}s?)(=.*)?", re.IGNORECASE | re.DOTALL)
_SHORT_OPTION = re.compile(r"-[eH]")
"""Of docker and of bridges to remote servers: a variable, a header."""
_VARIABLE = re.compile(r"(-{0,2}[A-Za-z_][\w.-]*)=(.*)", re.DOTALL)
_HEADER = re.compile(r"([A-Za-z][\w-]+):\s.*|((?:Proxy-)?Authorization|Cookie|X-[\w-]+):.*", re.IGNORECASE | re.DOTALL)
_RANDOM = re.compile(r"(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9_\-+=]{20,}")
_KNOWN_KEY = re.compile(
    r"(?:sk|pk|rk|gh[pousr]|github_pat|glpat|xox[a-z]|AKIA|AIza|eyJ|lin_api|ntn|hf|npm|pypi)[-_A-Z]?.{12,}"
)


def secrets_of(spec: ServerSpec) -> frozenset[str]:
    """What was configured for a server and nobody else may read."""
    found = {value for name, value in spec.env.items() if _is_secret(name, value)}
    for name, value in spec.headers.items():
        if _is_secret(name, value):
            found |= {value, value.partition(" ")[2]}  # `Bearer` is no secret
    for word, shown in zip(spec.args, _arguments(spec.args), strict=False):
        if HIDDEN in shown:
            found |= {word.partition("=")[2], word.partition(": ")[2], *([] if _VARIABLE.fullmatch(word) else [word])}
    for url in (spec.url, *(word for word in spec.args if "://" in word)):
        found |= _secrets_in(url)
    found.add(spec.oauth_client_secret or "")
    return frozenset(value for value in found if len(value) >= SHORTEST)


def _is_secret(name: str, value: str) -> bool:
    return bool(re.search(_SENSITIVE, name, re.IGNORECASE)) or _is_random(value)


def _secrets_in(url: str) -> set[str]:
    try:
        parts = urlsplit(url)
        values = [value for _, value in parse_qsl(parts.query)]
        return {parts.password or "", *(value for value in (*values, *parts.path.split("/")) if _is_random(value))}
    except ValueError:
        return set()


def without(secrets: Iterable[str], text: str) -> str:
    for secret in secrets:
        text = text.replace(secret, LEFT_OUT)
    return text


def target(spec: ServerSpec) -> str:
    """What is started or reached."""
    if spec.transport != "stdio":
        return address(spec.url)
    words = [spec.command, *_arguments(spec.args)]
    return " ".join(word if HIDDEN in word else shlex.quote(word) for word in words)


def address(url: str) -> str:
    """Scheme, host and path: user, password, query and fragment may be secrets, and so may a random part of a path."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return HIDDEN
    where = f"[{host}]" if ":" in host else host
    path = "/".join(HIDDEN if _is_random(part) else part for part in parts.path.split("/"))
    return f"{parts.scheme}://{where}{f':{port}' if port else ''}{path}"


def _arguments(words: Iterable[str]) -> Iterator[str]:
    rest = iter(words)
    for word in rest:
        option = _SECRET_OPTION.fullmatch(word)
        if option and option[2]:
            yield f"{option[1]}={HIDDEN}"
            continue
        yield word if option else _argument(word)
        if option or _SHORT_OPTION.fullmatch(word):
            following = next(rest, None)
            if following is not None:
                yield _named_value(following)


def _argument(word: str) -> str:
    if header := _HEADER.fullmatch(word):
        return f"{header[1] or header[2]}: {HIDDEN}"
    if "://" in word:
        return _ADDRESS.sub(lambda found: address(found[0]), word)
    if variable := _VARIABLE.fullmatch(word):
        is_setting = variable[1].startswith("-") and not _is_random(variable[2])
        return word if is_setting else f"{variable[1]}={HIDDEN}"
    return HIDDEN if _is_random(word) else word


def _named_value(word: str) -> str:
    """What follows an option that takes a secret: its name may be shown, or that it is an option of its own."""
    if word.startswith("-"):
        return _argument(word)
    if variable := _VARIABLE.fullmatch(word):
        return f"{variable[1]}={HIDDEN}"
    if header := _HEADER.fullmatch(word):
        return f"{header[1] or header[2]}: {HIDDEN}"
    return word if re.fullmatch("[A-Z][A-Z0-9_]*", word) else HIDDEN  # `docker run -e NAME` passes a variable on


def _is_random(word: str) -> bool:
    return bool(_RANDOM.fullmatch(word) or _KNOWN_KEY.fullmatch(word))
