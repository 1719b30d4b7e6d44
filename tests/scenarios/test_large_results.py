"""Answers that are too long for the model: kept as files, with a preview that is whole; and pictures as pictures."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import mcp.types as wire
import pytest
from mcp import Client

from .gate import Entry, Gate
from .programs import call, done, failing, run, valued
from .standing import Standing

pytestmark = pytest.mark.anyio
ROWS = "[{'n': n, 'text': 'word ' * 20} for n in range(5000)]"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
SHOW = f"import base64\npicture = base64.b64decode('{PIXEL}')\nshow(picture)\n"


@pytest.fixture(scope="module")
def servers() -> dict[str, Entry]:
    return {}


@pytest.fixture(scope="module")
def settings() -> dict[str, object]:
    return {"policy.readonly_tool": True}


def path_in(answer: str) -> str:
    """The file that an answer names."""
    found = re.search(r"results/[0-9a-f]+\.(?:json|txt)", answer)
    assert found, answer
    return found[0]


def forget_peak(pid: int) -> None:
    Path(f"/proc/{pid}/clear_refs").write_text("5")


def peak_mb(pid: int) -> int:
    """The most memory a process has had since."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) // 1024


async def test_a_long_value_becomes_a_file_and_its_preview_is_json(any_client: Client, name: str) -> None:
    answer = await run(any_client, ROWS, session=name)
    path = path_in(answer)
    part = await done(any_client, "read_workspace_file", path=path, json_path="[4999].n", session=name)
    whole = await run(any_client, f"import json\njson.load(open('workspace/{path}')) == {ROWS}", session=name)

    preview = json.loads(valued(answer))
    assert preview[0] == {"n": 0, "text": "word " * 20}
    assert re.fullmatch(r"… [\d,]+ more", preview[-1])
    assert "all of it is in workspace/results/" in answer
    assert "read_workspace_file with json_path" in answer
    assert part == "4999"
    assert valued(whole) == "true"


async def test_long_output_becomes_a_file_and_whole_lines_are_shown(client: Client, name: str) -> None:
    answer = await run(client, "for n in range(5000): print('this is line', n)", session=name)
    path = path_in(answer)
    lines = await done(client, "read_workspace_file", path=path, lines="4321-4322", session=name)
    whole = await run(client, f"open('workspace/{path}').read().splitlines()[-1]", session=name)

    shown = [line for line in answer.splitlines() if not line.startswith("note: ")]
    gap = next(line for line in shown if line.startswith("[…"))
    assert "lines left out; the rest is in workspace/results/" in gap
    assert all(re.fullmatch(r"this is line \d+", line) for line in shown if line != gap)
    assert (shown[0], shown[-1]) == ("this is line 0", "this is line 4999")
    assert lines == "this is line 4320\nthis is line 4321\n"
    assert valued(whole) == "this is line 4999"


async def test_the_budget_is_in_tokens_and_each_call_may_set_it(fresh_gate: Gate) -> None:
    fresh_gate.configure({}, {"output.tokens": 1000})
    values = [ROWS, "'word ' * 50_000", "{'deep': {'rows': " + ROWS + "}}"]
    async with fresh_gate.client() as client:
        usual = [len(await run(client, value)) for value in values]
        less = [len(await run(client, value, max_tokens=300)) for value in values]
        more = [len(await run(client, value, max_tokens=3000)) for value in values]

    assert all(one < two < three for one, two, three in zip(less, usual, more, strict=True))
    assert max(more) < 3000 * 8


async def test_over_http_without_a_session_the_answer_says_whose_file_it_is(client: Client) -> None:
    answer = await run(client, ROWS)
    session = re.findall(r"session '(run-[0-9a-f-]+)'", answer)[0]
    part = await done(client, "read_workspace_file", path=path_in(answer), json_path="[7].n", session=session)

    assert part == "7"


@pytest.mark.parametrize(
    ("value", "size", "part"),
    [
        ("'x' * 200_000_000", 200_000_000, {"bytes": "199999990-"}),
        ("{'rows': ['x' * 2_000_000 for _ in range(100)]}", 200_000_310, {"bytes": "200000290-"}),
    ],
    ids=["one text", "rows"],
)
async def test_a_value_of_200_mb_becomes_a_file(
    standing: Standing, client: Client, name: str, value: str, size: int, part: dict[str, str]
) -> None:
    forget_peak(standing.gate.pid())

    answer = await run(client, value, session=name)
    path = path_in(answer)
    listed = await done(client, "list_workspace_files", session=name)
    read = await done(client, "read_workspace_file", path=path, session=name, **part)
    memory = peak_mb(standing.gate.pid())
    after = await run(client, "1 + 1", session=name)

    assert f"The whole value, {size / 2**20:.1f} MB, is in workspace/results/" in answer
    assert len(answer) < 3000
    assert f"{path}  {size:,} bytes" in listed
    assert read.startswith("xxxxx")
    assert memory < 400  # it was never all in the gateway's memory
    assert valued(after) == "2"


async def test_a_program_that_prints_1_gb_ends_and_harms_nobody(standing: Standing, client: Client) -> None:
    code = "line = 'x' * 99_999\nfor _ in range(10_000): print(line)\n'the end'"
    forget_peak(standing.gate.pid())

    answer = await run(client, code)
    memory = peak_mb(standing.gate.pid())
    after = await run(client, "1 + 1")

    assert valued(answer) == "the end"
    assert "998,951,424 bytes more were printed and dropped: limits.output_kb is 1024" in answer
    assert len(answer) < 20_000
    assert memory < 300
    assert after == "2"


async def test_where_there_is_no_room_for_the_whole_answer_that_is_said(fresh_gate: Gate) -> None:
    fresh_gate.configure({}, {"limits.workspace_mb": 1})
    async with fresh_gate.client() as client:
        await run(client, "open('workspace/a', 'wb').write(bytes(1_000_000))")
        answer = await run(client, ROWS)
        listed = await done(client, "list_workspace_files")

    assert "the whole answer could not be kept: " in answer
    assert "limits.workspace_mb" in answer
    assert json.loads(valued(answer))[0]["n"] == 0
    assert "all of it is in" not in answer
    assert [line.split("  ")[0] for line in listed.splitlines()[1:]] == ["a"]


async def test_a_very_large_value_of_a_program_that_may_only_look_names_no_file_that_is_not_there(
    piped: Client,
) -> None:
    result = await call(piped, "execute_code_readonly", code="'x' * 20_000_000")
    text = "".join(block.text for block in result.content if isinstance(block, wire.TextContent))
    listed = await done(piped, "list_workspace_files")

    named = re.findall(r"results/[0-9a-f]+\.txt", text)
    assert all(path in listed for path in named)


async def test_a_picture_comes_back_as_a_picture(any_client: Client) -> None:
    code = f"{SHOW}open('workspace/a.png', 'wb').write(picture)\nshow('workspace/a.png')\n'two'"
    result = await call(any_client, "execute_code", code=code)

    text, *pictures = result.content
    assert isinstance(text, wire.TextContent)
    assert "two" in text.text
    for picture in pictures:
        assert isinstance(picture, wire.ImageContent)
        assert picture.mime_type == "image/png"
        assert base64.b64decode(picture.data) == base64.b64decode(PIXEL)
    assert len(pictures) == 2


async def test_sound_and_documents_come_back_as_what_they_are(client: Client) -> None:
    code = "show(b'RIFF0000WAVEfmt ')\nshow(b'%PDF-1.7 ')\nshow(b'\\xff\\xd8\\xff\\xe0')"
    result = await call(client, "execute_code", code=code)

    assert [block.type for block in result.content] == ["text", "audio", "resource", "image"]


async def test_pictures_are_shown_by_the_program_that_shows_them_alone(client: Client, name: str) -> None:
    first = await call(client, "execute_code", code=SHOW, session=name)
    failed = await call(client, "execute_code", code=f"{SHOW}1 / 0", session=name)
    after = await call(client, "execute_code", code="1", session=name)

    assert [block.type for block in first.content] == ["text", "image"]
    assert [block.type for block in failed.content] == ["text", "image"]
    assert [block.type for block in after.content] == ["text"]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("show('workspace/missing.png')", "FileNotFoundError"),
        ("show(b'just text')", "show() is for pictures, sound and PDF"),
        ("show(5)", "a int cannot be shown"),
        ("show(b'\\x89PNG\\r\\n\\x1a\\n' + bytes(6 * 2**20))", "at most 5 MB"),
        ("for _ in range(3): show(b'\\x89PNG\\r\\n\\x1a\\n' + bytes(4 * 2**20))", "at most 8 MB can be shown together"),
        ("for _ in range(9): show(b'\\x89PNG\\r\\n\\x1a\\n')", "at most 8 things"),
    ],
)
async def test_what_cannot_be_shown_is_told_to_the_program(client: Client, wrong: str, told: str) -> None:
    answer = await failing(client, wrong)

    assert told in answer
    assert "program.py" in answer
