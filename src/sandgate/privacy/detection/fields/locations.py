"""Whether the value of a field is where somebody lives or something is, as its name promises."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..machines.addresses import is_ip, is_written_mac

_POSTCODE = re.compile(r"(?=.*\d)[A-Za-z0-9][A-Za-z0-9 \-]{2,10}")
_TOWN_AND_CODE = re.compile(r"[^\W\d_a-z][^\W\d_][^\d\n,;:=]{1,40}, (?:[A-Z]{2} )?\d{5}(?:-\d{4})?")
"""`Exampleton, 44712`, below `City/ZIP`."""
_NOT_A_PLACE = re.compile(
    r"0x[0-9a-fA-F]+$|\w+://|arn:|[A-Z][a-z]+/\d[\w.]*(?: |$)|[a-z_]+(?:,[a-z_]+)+$"
    r"|(?!.*[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[\w.\-]+(?::\d+)?$|[^\s@]+@[^\s@]+$"
)
_HOUSE = re.compile(
    r"\d{1,6}\w?,? [^\W\d_a-z].{3,120}(?:,.{2,60}|\b[A-Z]{2} \d{5}(?:-\d{4})?)"
    r"|[^\W\d_a-z][^\d\n]{3,60} \d{1,4}\w?, .{0,4}\d{4,5} .{2,60}"
    r"|.{3,160}, [A-Z]{2} \d{5}(?:-\d{4})?(?:, .{2,40})?|.{3,160},? [A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}(?:, .{2,40})?",
    re.S,
)
_ROAD = re.compile(
    r"(?:^|[ ,])(?:street|road|lane|avenue|drive|court|square|terrace|crescent|gardens|rue|boulevard|chemin|place|quai"
    r"|impasse|allée|strada|bulevardul|[șşs]oseaua|intrarea|aleea|calea|drumul|splaiul|utca|körút|sokak|cadde(?:si)?|улица|проспект"
    r"|via|viale|piazza|corso|calle|avenida|plaza|paseo|rua|travessa|praça|ulica|aleja|aleje|plac|osiedle|skwer|ul\.|al\.|os\."
    r"|vicolo|piazzale|largo|borgo|contrada|camino|carretera|ronda|pasaje|glorieta|rambla|cuesta|callejón|alameda|ladeira"
    r"|estrada|rodovia|viaduto|vereda|parque|praia|quadra|loteamento|recanto|residencial|condomínio|conjunto|vila|jardim"
    r"|chácara|área|colônia|fazenda|esplanada|lagoa|núcleo|sítio|morro|setor|trecho|viela|passarela)"
    r"(?:$|[ ,])"
    r"|[^\W\d_]{2,}(?:straße|strasse|straat|gracht|gasse|gatan|vägen|veien|vej|weg|platz|plein|laan|allee)(?:$|[ ,])"
    r"|[\u3400-\u9fff](?:路|街|巷|弄|道|段|号|號|座|丁目|番地|区|區|町)|[\uac00-\ud7af](?:로|길|동)(?:$|[ ,\d])",
    re.I,
)
_STREET = re.compile(r"(?=.*[\w])[^{}<>@\n]{1,120}(?:\n[^{}<>@\n]{1,80}){0,3}")


def address(value: str) -> str:
    """Prose about a place; addresses of machines, mailboxes and memory are none."""
    if is_ip(value.partition("/")[0]) or is_ip(value.removeprefix("[").partition("]")[0]):
        return "IP"
    if is_written_mac(value):
        return "MAC"
    if len(value) < (6 if value.isascii() else 4) or len(value) > 300 or _NOT_A_PLACE.match(value) or "{" in value:
        return ""
    told = any(map(str.isdigit, value)) or "," in value or names_a_road(value)
    return "ADDRESS" if told and any(map(str.isalpha, value)) else ""


def names_a_road(value: str) -> bool:
    """Whether a word for a street stands in a short text."""
    return len(value) < 80 and bool(_ROAD.search(value))


def _whereabouts(value: str) -> str:
    """Where something is: only what is written like an address of a house is one."""
    return "ADDRESS" if _HOUSE.fullmatch(value) and not _NOT_A_PLACE.match(value) else ""


def _street(value: str) -> str:
    if is_ip(value):
        return "IP"
    return "ADDRESS" if _STREET.fullmatch(value) and not _NOT_A_PLACE.match(value + " ") and "=" not in value else ""


def _postcode(value: str) -> str:
    return "ADDRESS" if _POSTCODE.fullmatch(value) or _TOWN_AND_CODE.fullmatch(value) else ""


PLACES: dict[str, Callable[[str], str]] = {
    "address": address,
    "street": _street,
    "whereabouts": _whereabouts,
    "postcode": _postcode,
    "coordinate": lambda value: "ADDRESS" if re.fullmatch(r"[\d.,;°'\"NSEW \-+]{5,60}", value) else "",
}
"""What a form of places says about a value: the kind it is of, or nothing."""
