"""Personal data: what is found, and who may see it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from .describing import about


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivacyRuleOptions:
    """The keys of one `[[privacy.rules]]`."""

    tools: tuple[str, ...] = field(
        default=(), metadata=about("Which tools: patterns of `server.tool`, where `*` stands for anything.")
    )
    mode: Literal["tokens", "output", "off"] | None = field(
        default=None, metadata=about("What becomes of their results; if not set, what `privacy.mode` says.")
    )
    restore: tuple[str, ...] | None = field(
        default=None,
        metadata=about("The kinds of values they may be sent, such as `EMAIL`; if not set, every kind; `[]` is none."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecogniserOptions:
    """The keys of one `[[privacy.recognisers]]`."""

    name: str = field(default="", metadata=about("What its tokens are called: capital letters, such as `CASE`."))
    pattern: str = field(default="", metadata=about("A regular expression that finds it in texts."))
    checksum: Literal["none", "luhn", "mod97"] = field(
        default="none", metadata=about("What the digits of a find must pass.")
    )
    keys: tuple[str, ...] = field(default=(), metadata=about("Names of fields and columns that hold it."))


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivacyOptions:
    mode: Literal["tokens", "output", "off"] = field(
        default="off",
        metadata=about(
            "What becomes of personal data in results: with `tokens` programs and the model see tokens such as "
            "`[EMAIL_1]`, and tools get the real values; with `output` programs see the values and the model tokens."
        ),
    )
    regions: tuple[str, ...] = field(
        default=("US", "GB"),
        metadata=about(
            "The countries whose phone numbers and national ids are looked for; the first one's without a prefix too."
        ),
    )
    ignore: tuple[str, ...] = field(
        default=(), metadata=about("Kinds that are not looked for, such as `IP`; `sandgate pii kinds` lists them.")
    )
    include: tuple[str, ...] = field(
        default=(), metadata=about("Kinds that are looked for only where this says so, such as `USERNAME`.")
    )
    names: str = field(
        default="",
        metadata=about(
            "What looks for names in running text: `spacy:MODEL` with a model of spaCy that is installed. It is slow "
            "and makes mistakes; if not set, names are found by the names of their fields alone."
        ),
    )
    keep_hours: float = field(
        default=24.0, metadata=about("How long the tokens of a session can be turned back after their last use.")
    )
    restore_tool: bool = field(
        default=False,
        metadata=about("Whether the model gets `restore_pii`, which turns tokens of its session back into values."),
    )
    rules: tuple[PrivacyRuleOptions, ...] = field(
        default=(), metadata=about("What holds for some tools, as tables `[[privacy.rules]]`.")
    )
    recognisers: tuple[RecogniserOptions, ...] = field(
        default=(), metadata=about("Further kinds of data, as tables `[[privacy.recognisers]]`.")
    )
