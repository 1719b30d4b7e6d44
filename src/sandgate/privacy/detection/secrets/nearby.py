"""The words that stand behind a place in a text, each with its look and with what leads to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..words import words
from .familiar import is_familiar
from .looks import SENTENCE_WORDS, Look, is_generated, look_of

_REACH = 160
_LONGEST = 400
"""Characters of a word that is still looked at; one that begins within reach is read to its end."""
_CHUNK = re.compile(r"[^\s\0]+")
_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "„": "“", "«": "»", "‹": "›", "‘": "’", "»": "«"}
_LONGEST_QUOTE = 80
_WHOLE = re.compile(
    r"/(?=[^\d/]{0,30}\d)(?=[^A-Z/]{0,30}[A-Z])[A-Za-z0-9+]{24,100}+(?:/[A-Za-z0-9+]{1,100}+){0,4}={0,2}"
)
"""Base64 that begins with a slash by chance."""
_OPENING = "([{<*_:=→>|,-–—~/"
_CLOSING = ".,;:)]}>*|\"'`”»“\\"
_CELLS = re.compile(r"(?P<first>[^\W\d_]+)(?:,[\w.:@/\-]*){3}")
"""`umlaut,MOB-17,4711,Bug`: a sentence that ends a cell of a row, and the cells behind it."""
_FIRST_CELL = re.compile(r"\d+,(?=[^\W\d_])")
"""`4711,Umlauts in names`: the number of a row, and the sentence behind it."""
_CELL = re.compile(r"(?P<value>[\w\-+/=.~]{16,400}),(?:[A-Za-z][a-z]{0,20})?(?:,|\Z)")
"""`k3Jd9sLq0Zx7Vb2NmQ8w,High`: a key that ends a cell, and the next one."""
_MOST_COMMAS = 2
_TAKEN = ";;;;"
"""What stands in the place of a value that was found."""
_CLOSED = {"(": ")", "[": "]"}
_EAST = "\u3000"
_BRACKETS = {")": "(", "]": "[", "}": "{"}
LINK_SIGN = re.compile(r"(?:[:=→>(\[]|->|[\-–—]|[\"'`“„«‹»]) {0,3}$")
_LINKS = words("""
    is was are be s it's its it’s that's now still currently again here new temporary temp initial so namely like
    ist war lautet lauten heißt heisst jetzt hier neu est était sera es era será sea fue è sarà é foi är var er
    blir on oli jest było je byl bylo bude idi это был είναι provisional temporal nueva nuevo inicial
    provisoire temporaire nouveau nouvelle provvisoria temporanea nuova iniziale provisória temporária nova
    tijdelijk tijdelijke nieuwe tymczasowe nowe tillfälliga nya midlertidig nye type typed typing enter entered
    use used using try tried with set changed reset given gave got stays remains becomes devient donné gegeben dado
    dato gegeven este wird bleibt reste queda resta zostaje blijft fica
""")
"""What says that the word behind it is the one that was announced."""
_ARTICLES = words("the le la el il der die das o a")
"""`est le 4711`."""
_ARROWS = frozenset({"->", "=>", "→", ">", ">>", "|", "//"})
_PAIRS = frozenset({"/", "//", "|"})
_ENDS = re.compile(r"[.!?][\"'”»)]*$")
_CODE = re.compile(r"(?<!;);(?![;\W]|$)|[{}<>|\[\]]|\w\(|\)\w|=\S|\$\w|//|\\|::|&&|^\(+$|\w\);$")
_CODE_BEHIND = re.compile(r"[(\[{]|[ \t]{0,2}(?:[={]|->)|:\s*[\w\"'{\[(]|\.\w")
_SENTENCE = re.compile(r"[a-z]{3,12}(?: [a-z]{3,12}){2,6}")
"""Words as a passphrase has them."""
_PHRASE = re.compile(
    r"(?: is| was|:| =| ist| est| es)? (?P<phrase>[a-z]{3,12}(?: [a-z]{3,12}){3,23})(?=[.,;\"')]?(?:[\s\0\"']|$))"
)
_COMPOUND = re.compile(
    r"[a-z]{11,24}(?<!ed)(?<!ing)(?<!ion)(?<!ble)(?<!ive)(?<!ity)(?<!ent)(?<!ly)(?<!al)(?<!or)(?<!word)"
)
_NO_COMPOUNDS = ("placeholder", "alphanumeric")


class Word(NamedTuple):
    """A word that looks like a secret. `before` is the word before it, `passed` how many stand between it and the
    place; `linked` where a sign or a verb leads to it; `over` where a sentence ended before it.
    """

    start: int
    end: int
    look: Look
    before: str = ""
    passed: int = 0
    linked: bool = False
    quoted: bool = False
    over: bool = False


_TAG = re.compile(r"</?[A-Za-z][^<>\n\0]{0,120}>")
_FIXED = re.compile(r"(?<= )\{\{([A-Za-z]{2,20})\}\}(?=[ :,.;)])")
"""A word as wikis set it: `the project {{plums}}`."""
_SUMS = re.compile(
    r"^[^\n]*\b(?:DIGEST|CHECKSUM|SHA256)\b[^\n]*$|^\|[^\n]*\| *(?:[Dd]igest|[Cc]hecksum|sha256) *\|[^\n]*$", re.M
)
_FAR = 2000


def without_tags(text: str) -> str:
    """The words of a page, where they stood."""
    text = _TAG.sub(lambda found: " " * len(found.group()), text) if "</" in text else text
    return _FIXED.sub(r"  \1  ", text) if "}}" in text else text


def line_end(text: str, start: int) -> int:
    """Where the line ends, or where it is no longer read."""
    reach = min(len(text), start + _REACH)
    if not text[reach - 1 : reach].isspace() and (rest := _CHUNK.match(text, reach, start + _LONGEST)):
        reach = rest.end()
    ends = (place for place in (text.find("\n", start, reach), text.find("\0", start, reach)) if place >= 0)
    return min(ends, default=reach)


def words_behind(text: str, start: int, end: int) -> Iterator[Word]:
    """Each word that looks like a secret, until something shows that this is code."""
    place, passed, before, over, led = start, 0, "", False, False
    while found := _CHUNK.search(text, place, end):
        chunk = found.group()
        word = word_at(text, found.start(), found.end(), end)
        said = text[word.start : word.end]
        if word.look and not (_CODE_BEHIND.match(text, word.end) and not word.quoted):
            linked = led or before in _LINKS or bool(LINK_SIGN.search(text, max(start, word.start - 6), word.start))
            yield word._replace(before=before, passed=passed, linked=linked, over=over)
        elif chunk not in _ARROWS and _CODE.search(text[found.start() : word.start - 1] if word.quoted else chunk):
            return
        if any(map(str.isalnum, said)):
            led = before in _LINKS and said.lower() in _ARTICLES
            before, passed = said.lower(), passed + 1
        elif chunk in _PAIRS or chunk == "+":
            before = "+" if chunk == "+" else "/"
        over = over or bool(((passed and said) or chunk.startswith(_TAKEN)) and _ENDS.search(chunk))
        place = max(found.end(), word.end + word.quoted)


def word_at(text: str, start: int, end: int, limit: int) -> Word:
    """The word itself, without what is around it; all that stands in quotes."""
    if _WHOLE.fullmatch(text, start, end):
        return Word(start, end, _look(text[start:end], quoted=False))
    while start < end and text[start] in _OPENING and text[start + 1 : start + 2] not in ("", " "):
        start += 1
    start += text.startswith(("``", "''"), start)
    if first := _FIRST_CELL.match(text, start, end):
        start = first.end()
    if (closes := text.find('",', start + 1, end)) > 0 and text[start] != '"':
        end = closes
    is_a_row = text.count(",", start, end) > _MOST_COMMAS or (
        text.count(";", start, end) > _MOST_COMMAS and _TAKEN not in text[start:end]
    )
    if is_a_row and not (_CELLS.match(text, start, end) or _CELL.match(text, start, end)):
        return Word(start, end, "")
    close = _QUOTES.get(text[start : start + 1])
    if close:
        until = text.find(close, start + 1, min(limit, start + _LONGEST_QUOTE))
        inner = text[start + 1 : until].strip() if until > 0 else ""
        if inner and (" " not in inner or _SENTENCE.fullmatch(inner)):
            first = text.index(inner, start)
            return Word(first, first + len(inner), _look(inner, quoted=True), quoted=True)
        start += 1
    closing = _CLOSED.get(text[start - 1 : start])
    until = text.find(closing, start, end - 1) if closing else -1
    if until > 0 and text[until + 1] >= _EAST:
        end = until + 1  # `(…)は`: no blank stands there
    if cells := _CELLS.match(text, start, end):
        end = cells.end("first")
    while end > start and text[end - 1] in _CLOSING:
        if text[end - 1] == "*" and text[start - 1 : start] != "*" and not text.endswith("**", start, end):
            break  # not of bold letters
        opened = _BRACKETS.get(text[end - 1])
        if opened and text.count(opened, start, end):
            break
        end -= 1
    look = _look(text[start:end], quoted=False)
    if look in ("", "mixed") and (cell := _CELL.match(text, start, end)) and is_generated(cell["value"]):
        return Word(start, cell.end("value"), "generated")
    return Word(start, end, look)


def below_sums(text: str, start: int) -> bool:
    """Whether a header above says that secrets are listed with their sums, and not with their values."""
    return bool(_SUMS.search(text, max(0, start - _FAR), start))


def phrase_behind(text: str, start: int) -> tuple[int, int] | None:
    """Where a passphrase of four words or more stands, if nothing but it follows and no word of a sentence is in it."""
    found = _PHRASE.match(text, start)
    if found is None or SENTENCE_WORDS.intersection(found["phrase"].split()):
        return None
    return found.span("phrase")


def is_compound(word: str) -> bool:
    """Two words without a sign between them, as people think of passwords: believed only where nothing else is said."""
    return bool(_COMPOUND.fullmatch(word)) and word not in _NO_COMPOUNDS


def _look(word: str, *, quoted: bool) -> Look:
    if quoted and (" " in word or is_compound(word)):
        return "phrase"
    bare = word.rstrip("!?")
    look = look_of(bare)
    if not look and word.islower() and is_familiar(word):
        return "phrase"
    if look == "mixed" and word.endswith("!") and bare[-1].isdigit() and not bare.islower():
        return "signed"  # no sentence ends with `Plum4711!`
    return look or (look_of(word) if bare != word else "")
