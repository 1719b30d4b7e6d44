"""Names and values in running text: `key: value`, `key=value`, `"key": "value"` and `<key>value</key>`."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Sequence

from ..naming.keys import read_key
from .blocks import blocks
from .cells import Cell, Row
from .entries import entries
from .notations import noted

# Anchored on the sign between name and value: signs are rare, names may begin anywhere. Names are read backwards.
_QUOTED = re.compile(
    r"[\"']\s{0,4}(?::|=>)\s{0,4}"
    r"(?:\\?\"(?P<double>[^\"\\\n\0]{1,4000}+)|'(?P<single>[^'\\\n\0]{1,4000}+)|(?P<number>-?\d[\d.]{0,30}+))"
)
_EQUAL = re.compile(
    r"=>?[ \t]{0,4}(?:\"(?P<double>[^\"\n\0]{1,4000}+)\"|'(?P<single>[^'\n\0]{1,4000}+)'"
    r"|(?P<bare>[^\s&;,\"'<>|\0=]{1,4000}+(?:(?<=[\w\-+/]{12})=[\w\-+/.=]{0,400}+)?))"
)
_COLON = re.compile(
    r":(?:(?:\*{1,2}|_{1,2})?[ \t]{1,20}+|(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]:))(?P<bare>[^\n\0]{1,300}+)"
)
_LEADER = re.compile(r" ?\.{4,80}+[ \t]{1,4}(?P<bare>(?:[^\n\0.]|\.(?!\.)){1,120})")
"""`First name ......... Jane`, as forms are printed."""
_QUOTED_NAME = re.compile(r"\\?[\w .\-]{0,48}[A-Za-z][\"']")
_PLAIN_NAME = re.compile(r"[:.?+!=]{0,3}[ \t]{0,30}(?:\][\"']?|:? ?)([\w.\-]{0,48}[A-Za-z])_{0,2}(?!\w)")
_SPOKEN_NAME = re.compile(
    r"[*_`]{0,3}(?: ?| {2,30}(?=[\w .\-/()]{1,40}(?:\n|\Z)))"
    r"((?:[\w.\-'’/#()]{1,30} ){0,4}[\w.\-'’/#()]{0,30}[^\W\d_])(?!\w)"
)
_LONGEST_NAME = 100
_BRACKETS = {")": "(", "]": "[", "}": "{"}
_TAG = re.compile(r"<(?P<key>[A-Za-z][\w:.\-]{0,48})(?: [^<>\0]{0,200})?>(?P<value>[^<>\0]{1,300})</(?P=key)>")
_PARTY = re.compile(r"<(?:\w{1,20}:)?(?:Ultmt)?(?:Cdtr|Dbtr|InitgPty)>\s{0,40}\Z")
"""Who pays and who is paid in ISO 20022: `<Cdtr><Nm>…</Nm></Cdtr>`."""
_TERM = re.compile(
    r"<(?:dt|th)\b[^<>\0]{0,200}>\s{0,20}(?P<key>[^<>\0\s][^<>\0]{0,60}?)(?<!\s)\s{0,40}+:?\s{0,40}+</(?:dt|th)>\s{0,40}"
    r"<(?:dd|td)\b[^<>\0]{0,200}>\s{0,20}(?P<value>[^<>\0\s][^<>\0]{0,300}?)(?<!\s)\s{0,300}+</(?:dd|td)>"
)
"""`<dt>Phone</dt><dd>…</dd>`, `<th>Phone</th><td>…</td>`."""
_ATTRIBUTES = re.compile(
    r"(?:key|name|id)=(?P<mark>[\"'])(?P<key>[A-Za-z][\w.:\-]{0,48})(?P=mark)\s{1,4}(?:[\w\-]{1,20}=\"[^\"<>\0]{0,60}\"\s{1,4}){0,3}"
    r"value=(?P=mark)(?P<value>[^\"'<>\0]{1,300}+)(?P=mark)"
)
"""`<add key="Password" value="…"/>`, `<input name="email" type="text" value="…">`."""
_CONNECTION = re.compile(
    r"(?:;\s?|[?&](?:amp;)?)(?P<key>password|pwd|accountkey|sharedaccesskey|secret)\s?=\s?"
    r"(?P<value>(?:(?<=;)[^;\"'<>\s\0(]|[^;&\"'<>\s\0(])[^;&\"'<>\s\0(]{2,200}+)(?!\()",
    re.I,
)
"""`Server=…;User ID=app;Password=…`, `jdbc:…?user=app&password=…`: no word there is prose or code."""
_CALLED = re.compile(
    r"(?P<sure>\b(?:define|setenv|putenv|set_config|setProperty))?(?<=\w)"
    r"\(\s?[\"'](?P<key>[A-Za-z][\w.\-]{2,48})[\"'],\s{0,20}(?P<mark>[\"'])(?P<value>[^\n\0]{1,300}?)(?P=mark)\s?[,)]"
)
"""`define('DB_PASSWORD', '…')`, as settings are written in code."""
_CHANGED = re.compile(
    r"(?P<key>[A-Za-z][\w.\-]{1,48})\"?[ \t]{0,40}[=:][ \t]{0,4}\"[^\"\n\0]{0,400}+\""
    r" -> \"(?P<value>[^\"\n\0]{1,4000}+)\""
)
"""`~ password = "…" -> "…"`, as Terraform shows what will change."""
_LISTED = re.compile(
    r"\d{1,4}\) \"(?P<key>[A-Za-z][\w.\-]{1,48})\"\r?\n[ \t]{0,8}\d{1,4}\) \"(?P<value>[^\"\n\0]{1,400})\""
)
"""Names and values in turn, as Redis shows what a hash holds."""
_DETAIL = re.compile(r"\((?P<keys>[\w\", ]{1,200})\)=\((?P<values>[^()\n\0]{1,400}(?:\(\d{1,5}\)[^()\n\0]{1,60})?)\)")
"""`Key (phone)=(030 123456) already exists`, as Postgres complains."""
_PART = re.compile(r"[^,\s][^,]*")
_NEXT_KEY = re.compile(
    r"(?:[,;|.·•]| /)?\s+\*{0,2}(?:and |-H )?(?:my |the |your )?[\"']?[^\W\d_][\w.\-]{1,30}"
    r"(?: [^\W\d_][\w.\-]{1,30})?(?= ?:\*{0,2} )"
)
_REST_OF_A_SECRET = re.compile(r"[&;,|][^\s\"'<>\0=(){}]{0,100}(?=[ \t]*(?:[\r\n\0]|\Z))")
"""`password = ab&c;d` at the end of a line: no other name follows, so the signs belong to it."""
_SETTING = re.compile(r"(?:^|[\n\0])[ \t]{0,20}(?:export |set |[+\-] ?)?[\w.\-]{1,60}[ \t]{0,20}\Z")
_REST_OF_A_LINE = re.compile(r"(?![^\s\0]{0,400}[&;,|][\w.\-]{1,40}=)[^\s\"'\0]{0,400}(?=[ \t]*(?:[\r\n\0]|\Z))")
"""What a line of settings has behind its name, `SECRET_KEY=3+)V&x<y`: all of it is the value."""
_REST_OF_WORDS = re.compile(r"[ ,][\w ,.'’/\-&#]{1,150}(?<! )(?=[ \t]*(?:[\r\n\0]|\Z))")
_MORE_OF_A_NAME = re.compile(r"(?: [^\W\d_a-z][^\W\d_A-Z]{1,20}+(?![\w=:])){1,2}")
"""`customer_name=Jane Roe not found`."""
_AUTHORITY = re.compile(r"[^\W\d_][\w.\-]{0,30}(?: [^\W\d_][\w.\-]{0,30}){0,3} (?:CA|Authority)\b")
"""What the name of whoever issues certificates ends with."""
_OF_WORDS = frozenset({"PERSON", "COMPANY", "ADDRESS"})
_INNER = re.compile(r"(?P<key>[A-Za-z_][\w.\-]{1,60})=")
_KEY_FIRST = re.compile(r"(?P<key>[^\W\d_][\w.\-]{1,30}(?: [^\W\d_][\w.\-]{1,30})?): ")
_SPEAKER = re.compile(r"(?:^|[\-–>] )[^\W\d_a-z][\w'’.\-]{0,20}(?: [^\W\d_a-z][\w'’.\-]{0,20})?$")
_OBJECT = re.compile(r"[{\[]\s{0,4}[\w\-]{1,40}:\s|Some\(")
_BOLD = re.compile(
    r"^[ \t]{0,8}(?:[*+\-] |\d{1,2}\. )?(?P<mark>\*\*|__)(?P<key>[^\W\d_][\w '’./()#\-]{1,40})(?P=mark)"
    r"[ \t]{1,4}(?:[–\-] )?(?P<value>[^\n\0:*]{2,200}?)[ \t]*\r?$",
    re.M,
)
"""`**Name** Jane Roe`: the name stands out, and no sign stands behind it."""
_TAG_BEHIND = re.compile(r"</|<(?:br|p|li|tr|td|h\d)\b")
_RESULT = re.compile(r"[ \t]*(?:PASS|FAIL|SKIP|XFAIL|XPASS|UNSUPPORTED|UNTESTED)(?::|[ \t]*\r?(?:\n|\Z))")
_TRIPLE = re.compile(r'"""(?P<value>[^"\n]{1,200})"""')
"""As settings quote what has signs in it that would begin a remark."""
_PARAGRAPH = re.compile(r"\n\s*\n|\0")


def pairs(text: str, known: Sequence[tuple[int, int]] = ()) -> Iterator[Row]:
    """Each paragraph is one row: what stands together is about the same one. `known` parts are left out."""
    if '"""' in text:
        text = _TRIPLE.sub(r'  "\g<value>"  ', text)
    cells = sorted(_cells(text), key=lambda cell: cell.start)
    if known:
        cells = [cell for cell in cells if not _inside(cell.start, known)]
    borders = [border.start() for border in _PARAGRAPH.finditer(text)] if cells else []
    rows: dict[int, Row] = {}
    for cell in cells:
        rows.setdefault(bisect(borders, cell.start), []).append(cell)
    yield from rows.values()


def _inside(place: int, parts: Sequence[tuple[int, int]]) -> bool:
    found = bisect(parts, (place, place))
    return found > 0 and place < parts[found - 1][1]


def _cells(text: str) -> Iterator[Cell]:
    if "...." in text:
        yield from _matched(_LEADER, _SPOKEN_NAME, text)
    if ":" in text:
        yield from _colons(text)
    if "** " in text or "__ " in text:
        for found in _BOLD.finditer(text):
            yield Cell(found["key"], found.start("value"), found.end("value"), False)
    if ('"' in text or "'" in text) and (":" in text or "=>" in text):
        yield from _matched(_QUOTED, _QUOTED_NAME, text)
    if "(" in text and "," in text:
        for found in _CALLED.finditer(text):
            if found["sure"] or read_key(found["key"]).kind == "SECRET":
                yield Cell(found["key"], found.start("value"), found.end("value"), bool(found["sure"]))
    if '" -> "' in text:
        for found in _CHANGED.finditer(text):
            yield Cell(found["key"], found.start("value"), found.end("value"), True)
    yield from noted(text)
    yield from entries(text)
    yield from blocks(text)
    if ') "' in text:
        for found in _LISTED.finditer(text):
            yield Cell(found["key"], found.start("value"), found.end("value"), True)
    if "=" in text:
        for found in _CONNECTION.finditer(text) if ";" in text or "&" in text or "?" in text else ():
            yield Cell(found["key"], found.start("value"), found.end("value"), True)
        yield from _details(text) if ")=(" in text else ()
        attributes = list(_ATTRIBUTES.finditer(text)) if "value=" in text else []
        named = [(found.start(), found.start("value")) for found in attributes]
        yield from (cell for cell in _matched(_EQUAL, _PLAIN_NAME, text) if not _inside(cell.start, named))
        for found in attributes:
            yield Cell(found["key"], found.start("value"), found.end("value"), True)
    if "</" in text:
        for found in _TAG.finditer(text):
            key = found["key"].rpartition(":")[2]
            party = _PARTY.search(text, max(0, found.start() - 60), found.start()) if key == "Nm" else None
            yield Cell("creditor name" if party else key, found.start("value"), found.end("value"), True)
        for found in _TERM.finditer(text) if "</dd>" in text or "</td>" in text else ():
            yield Cell(found["key"], found.start("value"), found.end("value"), True)


def _details(text: str) -> Iterator[Cell]:
    for found in _DETAIL.finditer(text):
        keys = [key.strip(' "') for key in found["keys"].split(",")]
        values = list(_PART.finditer(text, *found.span("values"))) if len(keys) > 1 else []
        if len(keys) == 1:
            yield Cell(keys[0], *found.span("values"), True)
        elif len(keys) == len(values):
            yield from (Cell(key, *value.span(), True) for key, value in zip(keys, values, strict=True))


def _name_before(form: re.Pattern[str], text: str, place: int) -> str:
    turned = text[max(0, place - _LONGEST_NAME) : place][::-1]
    found = form.match(turned)
    name = found.group()[::-1].strip(" \t:.?+!=\\\"']") if found else ""
    opened = name.rfind("(")
    if opened > name.rfind(")"):
        return name[opened + 1 :]  # `password of the printer (ID: …)`
    shorter = name[:opened].rstrip() if name.endswith(")") else ""
    return shorter if shorter and read_key(shorter).kind == "SECRET" else name  # `enable secret (all): …`


def _matched(form: re.Pattern[str], name: re.Pattern[str], text: str) -> Iterator[Cell]:
    for found in form.finditer(text):
        group = found.lastgroup or "bare"
        key = _name_before(name, text, found.start())
        compared = text[found.start() - 1] in "=!" if key else False
        if compared and (group == "bare" or read_key(key).kind != "SECRET"):
            continue  # `if password == "…"` tells it, `if name == "…"` may be about anything
        if key:
            kind = read_key(key).kind if group == "bare" else ""
            end = found.end(group)
            if kind == "SECRET":
                end = _end_of_a_secret(text, found.start(), end)
            elif kind in _OF_WORDS:
                end = _end_of_a_setting(text, found.start(), end)
                if kind == "PERSON" and end == found.end(group) and text[found.start(group)].isupper():
                    end = (_MORE_OF_A_NAME.match(text, end) or found).end()
            if key in ("CN", "cn") and _AUTHORITY.match(text, found.start(group)):
                continue  # `CN=Plum Issuing CA 1`
            inner = _INNER.match(text, found.start(group), end) if group != "bare" and not read_key(key).kind else None
            if inner:  # `Environment="SMTP_PASSWORD=…"`
                key = inner["key"]
            whole = kind in ("PERSON", "COMPANY") and end > found.end(group)  # no code goes on like that
            yield Cell(key, inner.end() if inner else found.start(group), end, group != "bare" or whole)


def _end_of_a_secret(text: str, sign: int, end: int) -> int:
    alone = _SETTING.search(text, max(0, sign - _LONGEST_NAME), sign)
    more = (_REST_OF_A_LINE if alone else _REST_OF_A_SECRET).match(text, end)
    return more.end() if more else _before_brackets(text, sign, end)


def _before_brackets(text: str, sign: int, end: int) -> int:
    """`{sid=…}`, `cookie=[JSESSIONID=…]`: brackets that were opened before the name."""
    while end > sign and (opened := _BRACKETS.get(text[end - 1])) and opened not in text[sign:end]:
        if opened not in text[max(0, sign - _LONGEST_NAME) : sign]:
            break
        end -= 1
    return end


def _end_of_a_setting(text: str, sign: int, end: int) -> int:
    """`GITLAB_USER_NAME=Jane Roe`, `street_address = 1 Elm St`: some words, to the end of the line."""
    alone = _SETTING.search(text, max(0, sign - _LONGEST_NAME), sign)
    more = _REST_OF_WORDS.match(text, end) if alone else None
    return more.end() if more else end


def _colons(text: str) -> Iterator[Cell]:
    """To the end of the line, or to the next name on it."""
    place = 0
    while found := _COLON.search(text, place):
        start, end = found.span("bare")
        tag = _TAG_BEHIND.search(text, start + 1, end)
        end = tag.start() if tag else end
        if _OBJECT.match(text, start, end):  # what it names is written inside
            place = start
            continue
        key = _name_before(_SPOKEN_NAME, text, found.start())
        inner = _KEY_FIRST.match(text, start, end)
        if inner and not read_key(key).kind and (_SPEAKER.search(key) or read_key(inner["key"]).kind):
            place = start  # `Ann: Password: …`, as in a talk that was copied; `error: customer_name: …`
            continue
        following = _NEXT_KEY.search(text, start, end)
        place = following.end() if following else end
        if key and not (key == "PASS" and _is_a_result(text, found.start())):
            yield Cell(key, start, following.start() if following else end, False)


def _is_a_result(text: str, place: int) -> bool:
    """Whether a test passed there: Go draws a line before it, and others end above or below it."""
    start = text.rfind("\n", 0, place) + 1
    above = text.rfind("\n", 0, max(0, start - 1)) + 1
    below = text.find("\n", place) + 1
    if text[start:place].lstrip().startswith("--- "):
        return True
    return bool((start and _RESULT.match(text, above)) or (below and _RESULT.match(text, below)))
