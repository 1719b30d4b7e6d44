"""A skill before it is saved: its text is checked, its facts are read from its code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from sandgate.errors import BadArguments, Denied
from sandgate.model import Language
from sandgate.policy.validation import Report, check_text

from . import typescript
from .document import checked_description, checked_tags
from .names import checked_name
from .outline import Outline, normal, outline_of
from .programs import checked_example
from .record import ENDINGS, Facts

Check = Callable[[str], Report]
"""What policy says about a program's text."""
MOST_EXAMPLES, LONGEST_TITLE = 20, 80
MOST_TOLD = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A skill as somebody wants to save it."""

    name: str
    code: str
    description: str = ""
    """Where it is empty, the first paragraph of the docstring."""
    tags: tuple[str, ...] = ()
    examples: Mapping[str, str] = field(default_factory=dict[str, str])
    """Programs by title; each must run without error."""
    usage: str = ""
    """How to use it, in Markdown; where it is empty, made from the signature."""
    language: Language = "python"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A draft that may be saved."""

    name: str
    facts: Facts
    usage: str
    files: Mapping[str, bytes]
    """All but its document, which knows its version."""


def prepared(draft: Draft, check: Check, largest_kb: int) -> Prepared:
    """Raises BadArguments with what would be right, or Denied for what policy blocks."""
    name = checked_name(draft.name)
    _refuse_size(draft, largest_kb)
    ending = ENDINGS[draft.language]
    code = normal(draft.code, f"{name}{ending}")
    outline = outline_of(name, code) if draft.language == "python" else typescript.outline_of(name, code)
    looked = check if draft.language == "python" else check_text
    _refuse_blocked(looked, code, f"{name}{ending}")
    examples = _examples(name, draft, looked)
    texts = {f"{name}{ending}": code} | {f"examples/{title}{ending}": text for title, text in examples.items()}
    files = {path: text.encode() for path, text in texts.items()}
    return Prepared(name=name, facts=_facts(outline, draft, examples), usage=draft.usage, files=files)


def _examples(name: str, draft: Draft, check: Check) -> dict[str, str]:
    given, ending = draft.examples, ENDINGS[draft.language]
    kept = checked_example if draft.language == "python" else typescript.checked_example
    if len(given) > MOST_EXAMPLES:
        raise BadArguments(f"a skill has at most {MOST_EXAMPLES} examples; these are {len(given)}")
    found: dict[str, str] = {}
    for written, text in sorted(given.items()):
        title = written.removesuffix(ending).replace("-", "_")
        if not title.isidentifier() or not title.isascii() or len(title) > LONGEST_TITLE or title in found:
            raise BadArguments(
                f"{written[:LONGEST_TITLE]!r} cannot be the title of an example: letters, digits and underscores, "
                "each title once"
            )
        found[title] = kept(name, title, normal(text, f"examples/{title}{ending}"))
        _refuse_blocked(check, found[title], f"examples/{title}{ending}")
    return found


def _refuse_size(draft: Draft, largest_kb: int) -> None:
    texts = (draft.code, draft.usage, draft.description, *draft.examples.values())
    size = sum(len(text.encode("utf-8", "replace")) for text in texts)
    if size > largest_kb * 1024:
        raise BadArguments(f"the skill has {size / 1024:,.0f} kB, more than {largest_kb:,}: keep data out of it")


def _refuse_blocked(check: Check, code: str, what: str) -> None:
    report = check(code)
    if report.blocked:
        reasons = [one for one in report.findings if one.severity == "block"][:MOST_TOLD]
        lines = [f"line {one.line} [{one.rule}] {one.reason} {one.instead}".rstrip() for one in reasons]
        raise Denied("\n".join([f"{what} was not saved: it would not be run.", *lines]))


def _facts(outline: Outline, draft: Draft, examples: Iterable[str]) -> Facts:
    description = draft.description.strip() or outline.docstring.partition("\n\n")[0]
    return Facts(
        description=checked_description(description),
        signature=outline.signature,
        inputs=outline.inputs,
        tools=outline.tools,
        skills=outline.skills,
        imports=outline.imports,
        tags=checked_tags(draft.tags),
        examples=tuple(examples),
        language=draft.language,
    )
