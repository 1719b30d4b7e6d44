"""The right tool comes first, whatever words it is asked for in; where none fits, none comes."""

from __future__ import annotations

import random
import time

import pytest

from sandgate.catalog import Catalogue
from sandgate.catalog.search import Index, index_of, making, meaning
from sandgate.errors import BadArguments
from sandgate.model import Listing, Tool

from .shop import TOOLS, shop


@pytest.fixture(params=["words alone", "words and meanings"])
def catalogue(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    if request.param == "words alone":
        monkeypatch.setattr(making, "meaning", lambda: None)
    elif not meaning.is_installed():
        pytest.skip(f"the extra is not installed: {meaning.EXTRA}")
    return shop()


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("create issue", "create_issue"),
        ("CreateIssue", "create_issue"),
        ("create_issues", "create_issue"),
        ("creating new issues in a repository", "create_issue"),
        ("crete isue", "create_issue"),
        ("new ticket", "create_issue"),
        ("pull requests", "listPullRequests"),
        ("list_pull_requests", "listPullRequests"),
        ("erase a branch", "delete_branch"),
        ("brnach delete", "delete_branch"),
        ("send a chat message to the #general channel", "post_message"),
        ("who are the people in our workspace", "get_users"),
        ("sql", "query"),
        ("find the open pull requests", "listPullRequests"),
        ("weather tomorrow in Oslo", "forecast"),
        ("datei lesen", "read_file"),
        ("leer archivo", "read_file"),
        ("téléverser un fichier", "upload-file"),
        ("créer dossier", "create_folder"),
        ("读取文件", "read_file"),
        ("ファイル 読む", "read_file"),
    ],
)
def test_the_right_tool_comes_first(catalogue: Catalogue, query: str, first: str) -> None:
    assert [tool.name for tool in catalogue.search(query)][:1] == [first]


@pytest.mark.parametrize(
    "query", ["qzxv jkwp", "bake a chocolate cake", "^(a+)+$", "!!! ???", "the of and", "\x00\x01"]
)
def test_where_nothing_fits_nothing_is_found(catalogue: Catalogue, query: str) -> None:
    assert catalogue.search(query) == []


def test_each_part_of_a_long_query_gets_its_tool(catalogue: Catalogue) -> None:
    found = catalogue.search("Merge the pull request, then post a message to the team channel and upload the file.")

    assert {"merge_pull_request", "post_message", "upload-file"} <= {tool.name for tool in found[:4]}


def test_what_is_said_to_a_tool_does_not_count_as_what_it_does(catalogue: Catalogue) -> None:
    found = catalogue.search('post "please delete the branch issue-7 from the repository" to the channel')

    assert found[0].name == "post_message"


def test_the_order_is_the_same_each_time_and_for_tools_in_another_order(catalogue: Catalogue) -> None:
    tools = [tool for listed in TOOLS.values() for tool in listed]
    orders = [catalogue.search("file")]
    for seed in range(5):
        random.Random(seed).shuffle(tools)
        orders.append(index_of(tools, {}).search("file"))

    assert len({tuple(tool.name for tool in order) for order in orders}) == 1


@pytest.mark.parametrize(
    ("filters", "names"),
    [
        ({"read_only": True}, {"read_file"}),
        ({"read_only": False}, {"upload-file", "create_folder"}),
        ({"has_output_schema": True}, {"create_folder"}),
        ({"category": "files", "read_only": True}, {"read_file"}),
        ({"category": "Weather"}, None),
    ],
)
def test_a_search_can_be_narrowed(catalogue: Catalogue, filters: dict[str, bool], names: set[str] | None) -> None:
    if names is None:
        with pytest.raises(BadArguments, match="there is no category 'Weather'; there are: files, web"):
            catalogue.search("file", "drive", **filters)  # type: ignore[arg-type]
        return

    assert {tool.name for tool in catalogue.search("file or folder", "drive", **filters)} == names  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "query", ["x" * 10_000, "word " * 2_000, "(" * 5_000, "ü" * 9_999, "a.b." * 2_500, "1" * 9_999]
)
def test_a_query_of_any_size_is_answered_at_once(catalogue: Catalogue, query: str) -> None:
    catalogue.index()
    started = time.process_time()

    catalogue.search(query)

    assert time.process_time() - started < 1


def test_odd_schemas_do_not_stop_the_index() -> None:
    odd: list[object] = [{}, {"properties": None}, {"properties": {"a": None, "b": 5}}, {"properties": []}]
    deep: dict[str, object] = {}
    for _ in range(200):
        deep = {"properties": {"next": deep}}
    tools = [Tool(server="s", name=f"t{number}", input_schema=schema) for number, schema in enumerate([*odd, deep])]  # type: ignore[arg-type]

    assert [tool.name for tool in index_of(tools, {}).search("t3")][:1] == ["t3"]


def test_what_a_server_says_of_itself_helps_to_find_its_tools() -> None:
    listings = {
        "a": Listing(tools=(Tool(server="a", name="lookup"),), instructions="Everything about railway timetables."),
        "b": Listing(tools=(Tool(server="b", name="lookup"),), instructions="Everything about medicine."),
    }

    found = Catalogue(listings, listings).search("railway lookup")

    assert found[0].server == "a"


def test_an_empty_catalogue_finds_nothing() -> None:
    assert Index([], index_of([], {}).words).search("anything") == []
