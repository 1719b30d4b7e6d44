"""Addresses of machines: IPv4, IPv6 and MAC. Loopback, unspecified, broadcast and netmasks say nothing about anyone."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from ..kinds import Span
from .releases import VersionColumns

# The first character stands before the look behind, so that the search skips to digits at full speed.
_V4 = re.compile(r"[0-9](?<![\w.]\d)\d{0,2}(?:\.\d{1,3}){3}(?:/\d{1,2}(?![\w.]))?(?![\w]|\.\d)")
_V6 = re.compile(
    r"[0-9A-Fa-f:](?<![\w:.].)(?:[0-9A-Fa-f]{0,3}:[0-9A-Fa-f:]{1,44})(?:(?:\d{1,3}\.){3}\d{1,3})?"
    r"(?:%[\w.]{1,16})?(?:/\d{1,3}(?!\w))?(?![\w:]|\.\d)"
)
_MAC = re.compile(
    r"[0-9A-Fa-f](?<![\w:.\-].)(?:[0-9A-Fa-f](?:(?::[0-9A-Fa-f]{2}){5}|(?:-[0-9A-Fa-f]{2}){5})(?![\w:]|-\w)"
    r"|[0-9A-Fa-f]{3}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}(?![\w]|\.\w))"
)
_FRAME = re.compile(r"\bMAC=(?P<frame>[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){13})(?![\w:])")
"""To whom and from whom, and the sort of what is sent, as the kernel writes what it dropped."""
_WRITTEN_MAC = re.compile(r"[0-9A-Fa-f]{2}(?:[:\-. ]?[0-9A-Fa-f]{2}){5}")
_MOMENT = re.compile(r"\d\d-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])-(?:[01]\d|2[0-3])-[0-5]\d-[0-5]\d")
"""A day and a time of day, as files are called: six pairs of digits as well."""
_MAC_MIDDLE = re.compile(r"[:\-.](?:[0-9A-Fa-f]{2}[:\-][0-9A-Fa-f]{2}[:\-]|[0-9A-Fa-f]{4}\.)")
_VERSION_BEFORE = re.compile(
    r"(?:[A-Za-z\d][/\-_]|~|\b(?:v|rv:)|(?:(?<![a-z])[vV]er(?:sion|\.)?|VERSION)[\"']?[ \t:=]{0,8}[\"'v]?"
    r"|(?:[rR]elease|[bB]uild|[rR]evision|[vV]ersion|[fF]irmware|[dD]river|[kK]ernel|[pP]atch|[hH]otfix|[pP]lugin|[sS]oftware|Oracle|Java|BIOS|\bfw)s?"
    r"(?: (?:number|no\.?|is|was|now|to|of|older|newer"
    r"|earlier|later|lower|higher|than|before|below|above|after|prior|since|until|through|up|and|or))*[ :=]+"
    r"|(?:Mailer|Agent): [\w .]{0,16}|§|[sS]ection )\Z"
)
_CHANGED = re.compile(
    r"\b(?:bump|bump(?:s|ed|ing)|(?:upgrad|downgrad|updat)(?:e|es|ed|ing)|mise?s? à jour|aktualisier\w+|actuali[sz]\w+"
    r"|aggiornat[oaie]|atualizad[oa]s?|bijgewerkt|zaktualizowan\w+|uppdaterad\w*)\b"
    r"(?![^\n]*\b(?:ips?|host|server|address|route|dns|record|node|peer|gateway|rule|client|pool|network|subnet)\b)"
    r"[ \w.\-/@]{0,30}$",
    re.I,
)
"""`bumps left-pad from 1.3.0.1 to`: a version follows, unless a word says that it is a machine."""
_BUILT = re.compile(r" \((?:commit|build|git|rev|revision|built|go\d|x64|x86|amd64|arm64)\b")
"""`tool 2.0.2.128 (commit 8b23f27)`, as programs say who they are."""
_PROGRAM_BEFORE = re.compile(
    r"\b(?:(?P<word>Edge|Office|Reader|Receiver|Falcon|Sensor|Defender|Workstation|Opera|Teams)"
    r"|Chrom(?:e|ium)|Firefox|Safari|Brave|Vivaldi|Electron|WebView2?|MSIE|Internet Explorer|UCBrowser"
    r"|YaBrowser|Samsung Internet|AnyConnect|GlobalProtect|FortiClient|OpenVPN Connect|NetExtender|Zscaler|Zoom|Webex"
    r"|Skype|Slack|Acrobat(?: Reader)?|Flash(?: Player)?|Outlook|Excel|OneDrive|Dropbox|TeamViewer|AnyDesk"
    r"|Citrix \w+|Horizon Client|Sophos|McAfee|Symantec|Nessus|PuTTY|WinSCP|FileZilla"
    r"|Notepad\+\+|7-Zip|WinRAR|VirtualBox|VMware Tools|Docker Desktop|Postman|\.NET|iOS|iPadOS|macOS|Android"
    r"|QuickBooks|AutoCAD|Matlab|chromedriver|geckodriver)"
    r"(?: (?:Client|Agent|App|Browser|Desktop|Mobile|DC|Pro|Framework|client|agent|app|browser|desktop|mobile"
    r"|for (?:Windows|Mac|macOS|Linux|iOS|Android))){0,2}[ \t,:|(]{1,4}\Z"
)
"""What runs on somebody's desk: it has versions, and no machine is called so."""
_COUNTED_SO = re.compile(r"(?:1[0-4]\d|\d{1,2})\.0\.|[1-9]\.")
"""As versions begin, where the name of a program is a word for other things too: `Office 203.0.113.7`."""
_AGENT_BEFORE = re.compile(
    r"\b(?:ua|[uU]ser[_\- ]?[aA]gent|[bB]rowser)(?:[_ ]?(?:name|version|string))?\\?[\"']?[:=] ?\\?[\"']?"
    r"[A-Za-z][A-Za-z0-9 .()/;_\-]{0,30} \Z"
)
"""`ua="Chrome 128.0.0.0"`."""
_AT_WORK = re.compile(r"10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.")
_VPN_BEFORE = re.compile(r"(?<!via )(?<!from )(?<!over )(?<!through )(?<!the )(?<!to )\bVPN \Z")
_OF_A_CLIENT = re.compile(r"\d\.\d\.\d{1,3}\.\d{1,3}\Z")
"""`on VPN 5.1.21.6`: two small numbers first, as its client is counted."""
_LABEL_BEFORE = re.compile(
    r"(?:\bip(?:v?4)?\b|address|addr|host|from|peer|client|server|ping|dns|gateway|resolver|route|lookup|ssh|curl|dig"
    r"|connect(?:ed|ing)? to|blocked|banned|allowed)\W{0,4}(?:is )?$",
    re.I,
)
# The loopback, the unspecified one and masks: they stand in every configuration and every log, and are nobody's.
_QUIET_V4 = re.compile(
    r"127\.(?:0+\.|255\.255\.255$)|0\.|255\.(?:255\.){0,2}(?:0|128|192|224|240|248|252|254|255)(?:\.0){0,2}$"
)
_SPEAKS_V6 = re.compile(
    r"(?<![\w:.])(?P<one>[0-9A-Fa-f]{1,4}:[0-9A-Fa-f:]{2,38})\.[\w\-]{1,16}"
    r" > (?P<other>[0-9A-Fa-f:]{3,39})\.[\w\-]{1,16}:"
)
_SPEAKS_TO = re.compile(
    r"(?<![\w.])(?P<one>\d{1,3}(?:\.\d{1,3}){3})\.[\w\-]{1,16} > (?P<other>\d{1,3}(?:\.\d{1,3}){3})\.[\w\-]{1,16}:"
)
# No version and no number of an object begins so: what follows is a port.
_AT_HOME = re.compile(r"(?<![\w.])(?P<address>192\.168(?:\.\d{1,3}){2})\.\d{1,5}(?![\w]|\.\d)")
_WAY = re.compile(r"[A-Z]_[A-Z]+/$")
"""`HIER_DIRECT/198.51.100.7`, as a proxy writes how it got there; a product is written `Chrome/120.0.0.0`."""
_HOST = re.compile(r"[a-z\d]\.[a-z]{2,12}/$|[a-z]\d*/$")
"""`db.example.com/198.51.100.7:5432`, as Java writes a machine."""
_NODE = re.compile(r"\b(?:node|host|peer|remote|endpoint|address)[:=][ \t]*[\w.\-]{1,60}/$", re.I)
"""`Node: web-3/198.51.100.7`, as Kubernetes writes one."""
_OBJECT_IDS = re.compile(r"\bOIDs?\b[^\n]{0,80}$")
"""Numbers of objects in certificates: `OIDs: 2.5.29.17`."""
_UPGRADED = re.compile(
    r"[ \t*\-]*(?!(?:tcp|udp|icmp\w*|arp|ip|ipv4|sctp|gre|esp|from|src|flow|nat|snat|dnat)\b)[a-z][\w.+\-]*"
    r" (?!10\.|192\.168\.|172\.)\d+(?:\.\d+){3} -> (?!10\.|192\.168\.|172\.)\d+(?:\.\d+){3}[ \t\r]*",
    re.I,
)
"""`openssl 3.0.13.1 -> 3.0.14.0`, and no protocol between two machines."""
_RESOLVERS = ("8.8.8.8", "8.8.4.4", "9.9.9.9")
_PORT = re.compile(r":\d{2,5}(?!\w)")
_PORT_BEHIND = re.compile(r"(?<=[0-9A-Fa-f]):\d{5}$")
"""`2001:db8::1:48022`: no group of an address has five digits."""
_TOO_LARGE = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){2}\.(?:2(?:5[6-9]|[6-9]\d)|[3-9]\d\d)(?![\w]|\.\d)")
_BYTE = r"(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]{1,2})"
_WHOLE_V4 = re.compile(rf"{_BYTE}(?:\.{_BYTE}){{3}}")
_SMALL = re.compile(r"\d\.\d\.\d\.\d$")


def ip_addresses(text: str) -> Iterator[Span]:
    if "::" in text or text.count(":") > 6:
        yield from _v6(text)
    if "." in text:
        yield from _v4(text)
        if " > " in text or "192.168." in text:
            yield from _with_ports(text)


def _v4(text: str) -> Iterator[Span]:
    versions = VersionColumns(text)
    series: set[str] | None = None
    last = -1  # where the one before ended: `192.0.2.10-192.0.2.90`
    sure: set[str] = set()
    doubtful: list[tuple[str, Span]] = []  # `jane/192.0.2.7` is who is connected, where that is an address elsewhere
    for found in _V4.finditer(text):
        start, end = found.span()
        address, slash, bits = found.group().partition("/")
        if not is_ip(address):
            continue
        if slash and int(bits) > 32:
            end = start + len(address)
        ends_a_range = last >= 0 and start == last + 1 and text[last] == "-"
        if not ends_a_range and (_reads_like_a_version(text, start, end, address) or versions.above(start)):
            doubtful.append((address, Span(start, end, "IP")))
            continue
        series = _series(text) if series is None else series
        if address.rpartition(".")[0] not in series:
            sure.add(address)
            last = end
            yield Span(start, end, "IP")
    yield from (span for address, span in doubtful if address in sure)


def _series(text: str) -> set[str]:
    """`12.1.2` where `12.1.2.515` stands somewhere: no machine has that address, so the others are versions as well."""
    return {address.rpartition(".")[0] for address in _TOO_LARGE.findall(text)}


def _with_ports(text: str) -> Iterator[Span]:
    """`IP 192.0.2.5.443 > 198.51.100.7.52114:`, as tcpdump writes who speaks to whom."""
    for found in _AT_HOME.finditer(text):
        if is_ip(found["address"]):
            yield Span(found.start("address"), found.end("address"), "IP")
    for found in (*_SPEAKS_TO.finditer(text), *_speaking_v6(text)):
        for group in ("one", "other"):
            if is_ip(found[group]):
                yield Span(found.start(group), found.end(group), "IP")


def _speaking_v6(text: str) -> Iterator[re.Match[str]]:
    """Found by the arrow between two of them: groups of such digits are everywhere."""
    place = text.find(" > ") if "IP6" in text or "::" in text else -1
    while place >= 0:
        found = _SPEAKS_V6.search(text, max(0, place - 60), place + 64)
        if found:
            yield found
        place = text.find(" > ", place + 3)


def _reads_like_a_version(text: str, start: int, end: int, address: str) -> bool:
    before = text[max(0, start - 40) : start]
    if before[-1:] == "/" and (
        _WAY.search(before)
        or (_HOST.search(before) and _PORT.match(text, end))
        or _NODE.search(text, max(0, start - 80), start)
    ):
        return False
    if before and before[-1] == "/" and before[-2:] != "//" and not before[-2:-1].isalnum():
        return False
    if _is_of_a_program(before, address):
        return True
    if _VERSION_BEFORE.search(before) or _CHANGED.search(text, max(0, start - 40), start):
        return True
    if _BUILT.match(text, end) or _is_upgraded(text, start, end) or _OBJECT_IDS.search(text, max(0, start - 90), start):
        return True
    if not _SMALL.match(address) or address in _RESOLVERS or "/" in text[start:end]:
        return False
    return not _PORT.match(text, end) and not _LABEL_BEFORE.search(before)


def _is_of_a_program(before: str, address: str) -> bool:
    if before[-1:] not in (" ", "(", "\t", ",", ":", "|") or _AT_WORK.match(address):
        return False
    program = _PROGRAM_BEFORE.search(before)
    if program and (not program["word"] or _COUNTED_SO.match(address)):
        return True
    if _VPN_BEFORE.search(before) and _OF_A_CLIENT.match(address):
        return True
    return bool(_AGENT_BEFORE.search(before)) and not _LABEL_BEFORE.search(before)


def _is_upgraded(text: str, start: int, end: int) -> bool:
    if not text.startswith(" -> ", end) and not text.endswith(" -> ", 0, start):
        return False
    line = text[text.rfind("\n", 0, start) + 1 : (text.find("\n", end) + 1 or len(text) + 1) - 1]
    return bool(_UPGRADED.fullmatch(line))


def _v6(text: str) -> Iterator[Span]:
    for found in _V6.finditer(text):
        whole = found.group()
        address, _, bits = _PORT_BEHIND.sub("", whole).partition("/")
        while address and address[-1] == ":" and address[-2:] != "::":
            address = address[:-1]
        if _plausible_v6(address, bool(bits)) and is_ip(address):
            keeps_bits = bits and len(address) + 1 + len(bits) == len(whole) and int(bits) <= 128
            yield Span(found.start(), found.start() + (len(whole) if keeps_bits else len(address)), "IP")


def _plausible_v6(address: str, network: bool) -> bool:
    """Slices of Python, scopes of C++ and times of day also have colons."""
    groups = [group for group in address.split(":") if group]
    if "::" not in address:
        return len(groups) > 6 and any(len(group) != 2 for group in groups)  # a serial number has pairs
    if network and len(groups) == 1:
        return len(groups[0]) > 3
    return len(groups) > 1 and any(map(str.isdigit, address)) and (len(groups[0]) > 2 or len(groups) > 2)


def is_address(value: str) -> bool:
    """Whether it has the form of one, in a field that promises it: there even the loopback is what was asked for."""
    try:
        ipaddress.ip_address(value.partition("%")[0])
    except ValueError:
        return False
    return True


def is_unspecified(value: str) -> bool:
    """`0.0.0.0`, as programs say that they listen everywhere."""
    try:
        return ipaddress.ip_address(value).is_unspecified
    except ValueError:
        return False


def is_ip(value: str) -> bool:
    """Whether it is an address of a machine that can be told from others."""
    if _WHOLE_V4.fullmatch(value):
        return not _QUIET_V4.match(value)
    try:
        address = ipaddress.ip_address(value)
    except ValueError:
        return False
    return not (address.is_loopback or address.is_unspecified)


def mac_addresses(text: str) -> Iterator[Span]:
    if not _MAC_MIDDLE.search(text):
        return
    yield from (Span(*found.span("frame"), "MAC") for found in _FRAME.finditer(text))
    for found in _MAC.finditer(text):
        if is_mac(found.group()):
            yield Span(found.start(), found.end(), "MAC")


def is_mac(value: str) -> bool:
    plain = re.sub(r"[:.\- ]", "", value).lower()
    if len(plain) != 12 or len(set(plain)) == 1:
        return False
    return ":" in value or not plain.isdigit() or ("-" in value and not _MOMENT.fullmatch(value))


def is_written_mac(value: str) -> bool:
    """Whether a whole value is one, with any sign between its bytes or none."""
    return is_mac(value) and bool(_WRITTEN_MAC.fullmatch(value))
