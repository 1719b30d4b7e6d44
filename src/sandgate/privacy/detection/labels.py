"""What a label is: words that announce a value, what may stand between, and the form of the value."""

from __future__ import annotations

import re
from collections.abc import Callable

FILL = (
    r"(?:[ \t]*(?:numbers?|no|nos|num|nr|ids?|code|cards?|details?|is|was|are|were|of|the|my|our|his|her|their"
    r"|claimant|holder|customer|patient|user|on|in|at|as|file|it's|to|this|es|est|é|è|ist|lautet|är|er|jest|je|on|olan|le|la|el|il|nummer|numéro|numero|número|numer|-|–|\.|,|'|’s|→|\|)"
    r"(?![^\W\d_])|[ \t]*[:=#(\">]){0,9}[ \t]*"
)
_MONTH = (
    r"(?:jan|feb|fév|mar|mär|apr|avr|abr|may|mai|mag|jun|jui|giu|jul|lug|aug|aoû|ago|sep|set|oct|okt|ott|nov|dec|déc|dez"
    r"|dic|ene|gen)[^\W\d_]{0,7}"
)
DATE = (
    r"\d{4}[\-./]\d{1,2}[\-./]\d{1,2}|\d{1,2}[\-./]\d{1,2}[\-./]\d{2,4}"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.|er)?[ \-](?:of |de )?{_MONTH}\.?,?[ \-](?:de )?\d{{2,4}}"
    rf"|{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}"
)
Check = Callable[[str], str]


class Label:
    """Words that announce a value. `stems` are looked for first, in lower case, because that is fast."""

    def __init__(self, stems: str, label: str, value: str, check: Check, fill: str = FILL) -> None:
        self.stems = tuple(stems.split(","))
        self.plain_stems = tuple(stem for stem in self.stems if stem.isascii())
        self.form = re.compile(rf"(?<![^\W\d_])(?:{label}){fill}(?P<value>{value})(?!\w|[\-/]\d)", re.I)
        self.check = check
