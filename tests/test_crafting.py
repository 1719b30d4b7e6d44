"""Skills as a model meets them: among the tools it searches, and in the numbers."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

import sandgate
from sandgate.audit.settings import opened_for_reading
from sandgate.config import Config, SandboxOptions
from sandgate.errors import BadArguments
from sandgate.gateway import Gateway

pytestmark = pytest.mark.anyio
CODE = "def count_words(text: str) -> int:\n    return len(text.split())"


@pytest.fixture
async def gateway(tmp_path: Path) -> AsyncGenerator[Gateway]:
    async with sandgate.open(Config(state_dir=tmp_path, sandbox=SandboxOptions(spares=0))) as gateway:
        yield gateway


async def test_a_search_for_tools_names_the_skills_that_fit(gateway: Gateway) -> None:
    await gateway.skills.save("count_words", CODE, "Count the words of a text", example="count_words('a')")
    await gateway.skills.save("count_lines", CODE.replace("words", "lines"), "Count the lines of a text")

    found = await gateway.finder.search("count words in a text")
    other = await gateway.finder.search("count words in a text", read_only=True)

    assert "skills.count_words.count_words(text): Count the words of a text" in found
    assert "count_lines" not in found
    assert "skills." not in other


async def test_a_skill_is_run_with_arguments_once_it_is_trusted(gateway: Gateway) -> None:
    await gateway.skills.save("count_words", CODE, "Count the words of a text", example="count_words('a')")
    await gateway.skills.save("count_lines", CODE.replace("words", "lines"), "Count the lines of a text")

    outcome = await gateway.skills.run("count_words", {"text": "one two three"})
    with pytest.raises(BadArguments, match="draft"):
        await gateway.skills.run("count_lines", {"text": "one"})

    assert outcome.value == 3


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("from skills.count_lines import count_lines", "count_lines version 1 is a draft and cannot be imported yet"),
        ("from skills import count_lines", "count_lines version 1 is a draft and cannot be imported yet"),
        ("import skills.count_pages", "there is no skill 'count_pages'"),
    ],
)
async def test_a_program_is_told_why_it_cannot_import_a_skill(gateway: Gateway, program: str, said: str) -> None:
    await gateway.skills.save("count_lines", CODE.replace("words", "lines"), "Count the lines of a text")

    outcome = await gateway.run_code(program)

    assert outcome.status == "error"
    assert said in outcome.text


async def test_a_program_that_imports_a_removed_skill_is_told_that_it_is_gone(gateway: Gateway) -> None:
    await gateway.skills.save("count_words", CODE, "Count the words of a text", example="count_words('a b')")
    gateway.skills.store.remove("count_words")

    outcome = await gateway.run_code("from skills.count_words import count_words")

    assert "there is no skill 'count_words' any more: it was removed" in outcome.text
    assert "draft" not in outcome.text


async def test_skills_that_can_be_imported_are_counted(gateway: Gateway) -> None:
    await gateway.skills.save("count_words", CODE, "Count the words of a text", example="count_words('a b')")
    await gateway.skills.save("count_lines", CODE.replace("words", "lines"), "Count the lines of a text")

    assert (await gateway.stats())["skills"] == 1


async def test_the_last_program_of_a_session_is_on_record_as_where_a_skill_came_from(gateway: Gateway) -> None:
    outcome = await gateway.run_code("1 + 1", session="mine")
    await gateway.skills.save("count_words", CODE, "Count the words of a text", session="mine")

    assert gateway.skills.store.load("count_words").skill.origin.run == outcome.id


async def test_what_is_saved_and_what_holds_is_on_record(gateway: Gateway) -> None:
    await gateway.skills.save("count_words", CODE, "Count the words of a text", session="mine")
    await gateway.run_code("1 + 1")
    await gateway.stats()  # which waits for what is on its way

    database = opened_for_reading(gateway.config)
    assert database
    kinds = [json.loads(row[0])["kind"] for row in database.execute("select content from contents order by seq")]
    database.close()

    assert kinds == ["rule", "skill", "started", "ended"]
