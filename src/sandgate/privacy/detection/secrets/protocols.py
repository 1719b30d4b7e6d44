"""What mail programs tell their servers to be let in: `AUTHENTICATE XOAUTH2 …`, `AUTH PLAIN …`, `LOGIN jane …`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from .looks import look_of
from .marked import is_placeholder

_SPOKEN = r"[ \t]{0,3}(?:[CS]: ?|[<>~=*\-]{1,3}[ \t]{0,3})?"
"""Who speaks: `C: `, ` ~> ` and `<~  `, as programs that try a server out show it."""
_BASE64 = r"(?P<value>(?=[^\sA-Z]{0,60}[A-Z])(?=[^\sa-z]{0,60}[a-z])[A-Za-z0-9+/]{12,8000}={0,2})(?![\w+/=\-])"
_MECHANISM = re.compile(
    r"\bAUTH(?:ENTICATE)? [\"']?(?:PLAIN|LOGIN|XOAUTH2?|OAUTHBEARER|CRAM-MD5|DIGEST-MD5|NTLM|GSSAPI"
    rf"|SCRAM-[A-Z\d\-]{{3,14}})[\"']? [\"']?{_BASE64}"
)
_ANSWERED = re.compile(
    rf"(?:^|\n){_SPOKEN}(?:334|\+)(?: (?P<asked>UGFzc3dvcmQ6))?[ \t\r]*\n{_SPOKEN}"
    r"(?P<value>[A-Za-z0-9+/]{4,8000}={0,2})[ \t\r]*(?:\n|\Z)"
)
"""What follows when a server asks for it; `UGFzc3dvcmQ6` is `Password:`."""
_LOGIN = re.compile(
    rf"^{_SPOKEN}[A-Za-z]{{0,6}}\d{{1,8}}(?:\.\d{{1,4}})? LOGIN (?:\"[^\"\n]{{1,100}}\"|[^\s\"]{{1,100}}) "
    r"(?:\"(?P<quoted>[^\"\n]{4,200})\"|(?P<bare>[^\s\"]{4,200}))[ \t\r]*$",
    re.M,
)
_WATCHED = re.compile(r"\] \"(?:AUTH|auth)\" (?:\"[^\"\s]{1,64}\" )?\"(?P<value>[^\"\s]{1,400})\"[ \t\r]*(?:\n|\Z)")
"""What Redis was told, as it shows to whoever watches it."""
_SHORTEST = 16
"""Of an answer to a question that is not written out."""


def protocols(text: str) -> Iterator[Span]:
    if "AUTH" in text:
        yield from (Span(*found.span("value"), "SECRET") for found in _MECHANISM.finditer(text))
        for found in _ANSWERED.finditer(text) if "334" in text or "+" in text else ():
            if found["asked"] or len(found["value"]) >= _SHORTEST:
                yield Span(*found.span("value"), "SECRET")
    elif "334 UGFz" in text:
        yield from (Span(*found.span("value"), "SECRET") for found in _ANSWERED.finditer(text) if found["asked"])
    for found in _WATCHED.finditer(text) if '"AUTH" ' in text or '"auth" ' in text else ():
        yield Span(*found.span("value"), "SECRET")
    for found in _LOGIN.finditer(text) if " LOGIN " in text else ():
        group = "quoted" if found["quoted"] else "bare"
        if not is_placeholder(found[group]) and (group == "quoted" or look_of(found[group])):
            yield Span(*found.span(group), "SECRET")
