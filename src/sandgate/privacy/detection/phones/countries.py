"""Phone numbers that a country before them explains, also one outside the regions chosen: `my Israeli number is …`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from ..words import words
from .numbers import LOOSE, valid

_ANNOUNCED = re.compile(
    r"(?P<country>[A-Z][A-Za-z]{1,14}) (?:(?:phone|mobile|cell|office|home|work|landline) )?[Nn]umber(?: is| was)?:? "
    rf"(?P<number>{LOOSE.pattern})(?!\w|[.\-/]\d)"
)
_BEFORE_DIGITS = re.compile(r"umber(?: is| was)?:? [+(\d]")
_LONGEST_COUNTRY = 25
_REGIONS = {
    name: region
    for line in words("""
        AE=Emirati AR=Argentine,Argentinian AT=Austrian,Austria AU=Australian,Australia BE=Belgian,Belgium BG=Bulgarian
        BR=Brazilian,Brazil CA=Canadian,Canada CH=Swiss,Switzerland CL=Chilean,Chile CN=Chinese,China CO=Colombian
        CZ=Czech DE=German,Germany DK=Danish,Denmark EG=Egyptian,Egypt ES=Spanish,Spain FI=Finnish,Finland
        FR=French,France GB=British,UK,English GR=Greek,Greece HU=Hungarian,Hungary ID=Indonesian IE=Irish,Ireland
        IL=Israeli,Israel IN=Indian,India IR=Iranian,Iran IT=Italian,Italy JP=Japanese,Japan KE=Kenyan,Kenya
        KR=Korean,Korea MX=Mexican,Mexico MY=Malaysian,Malaysia NG=Nigerian,Nigeria NL=Dutch,Netherlands
        NO=Norwegian,Norway NZ=Zealand PE=Peruvian,Peru PH=Philippine PK=Pakistani,Pakistan PL=Polish,Poland
        PT=Portuguese,Portugal RO=Romanian,Romania RU=Russian,Russia SA=Saudi SE=Swedish,Sweden SG=Singapore TH=Thai
        TR=Turkish,Turkey TW=Taiwanese,Taiwan UA=Ukrainian,Ukraine US=American,USA VN=Vietnamese,Vietnam ZA=African
    """)
    for region, _, names in [line.partition("=")]
    for name in (region, *names.split(","))
}


def numbers_of_a_country(text: str) -> Iterator[Span]:
    for word in _BEFORE_DIGITS.finditer(text):
        found = _ANNOUNCED.search(text, max(0, word.start() - _LONGEST_COUNTRY), word.start() + 50)
        region = _REGIONS.get(found["country"]) if found else None
        if found and region and valid(found["number"], region):
            yield Span(found.start("number"), found.end("number"), "PHONE")
