from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from sandgate.catalog.wrappers.lines import DATA
from sandgate.catalog.wrappers.tree import FINGERPRINT, ServerTools, render_tree, write_tree
from sandgate.model import Tool

from .samples import CLIENT, invented, make, odd_servers, takes

GIT = ServerTools(
    name="git-hub",
    title="GitHub",
    instructions="Work with issues. Be kind.",
    tools=(make("create-issue", description="Create an issue. It is public.", server="git-hub"), make("list")),
)
CHAT = ServerTools(name="chat", tools=(make("send", server="chat"),))


def files(root: Path) -> dict[str, str]:
    """The tree as Python and people see it."""
    found = [path for path in root.rglob("*") if path.is_file() and not path.name.startswith(".")]
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in found}


def test_a_tree_has_a_module_per_tool_and_says_what_is_in_it() -> None:
    tree = render_tree([GIT, CHAT], CLIENT)

    assert sorted(tree) == [
        "servers/README.md",
        "servers/__init__.py",
        "servers/_client.py",
        "servers/chat/README.md",
        "servers/chat/__init__.py",
        "servers/chat/send.py",
        "servers/git_hub/README.md",
        "servers/git_hub/__init__.py",
        "servers/git_hub/create_issue.py",
        "servers/git_hub/list_.py",
    ]
    assert (
        tree["servers/README.md"] == f"# Servers\n\n- git_hub (2 tools): Work with issues\n- chat (1 tool)\n\n{DATA}\n"
    )
    assert tree["servers/git_hub/README.md"] == (
        "# git-hub\n\nWork with issues. Be kind.\n\n"
        f"- git_hub.create_issue: Create an issue\n- git_hub.list_\n\n{DATA}\n"
    )
    assert tree["servers/git_hub/__init__.py"].startswith('"""git-hub: GitHub. Work with issues"""\n')
    assert tree["servers/_client.py"] == CLIENT


def test_every_file_of_the_oddest_tree_is_python() -> None:
    tree = render_tree([*odd_servers(), invented()], CLIENT)

    for path, text in tree.items():
        text.encode()
        if path.endswith(".py"):
            ast.parse(text)


def test_what_is_written_is_what_is_rendered(tmp_path: Path) -> None:
    written = write_tree(tmp_path, [GIT, CHAT], CLIENT)

    assert files(tmp_path) == render_tree([GIT, CHAT], CLIENT)
    assert (written.changed, written.removed) == (("git_hub", "chat"), ())


def test_a_server_that_did_not_change_is_left_alone(tmp_path: Path) -> None:
    write_tree(tmp_path, [GIT, CHAT], CLIENT)
    before = (tmp_path / "servers/git_hub/create_issue.py").stat()
    louder = replace(CHAT, tools=(make("send", takes(loud={"type": "boolean"}), server="chat"),))

    written = write_tree(tmp_path, [GIT, louder], CLIENT)

    assert written.changed == ("chat",)
    assert (tmp_path / "servers/git_hub/create_issue.py").stat() == before
    assert "loud" in (tmp_path / "servers/chat/send.py").read_text()


def test_a_server_that_is_gone_is_removed_and_what_is_not_ours_stays(tmp_path: Path) -> None:
    write_tree(tmp_path, [GIT, CHAT], CLIENT)
    (tmp_path / "servers/mine").mkdir()

    written = write_tree(tmp_path, [GIT], CLIENT)

    assert written.removed == ("chat",)
    assert not (tmp_path / "servers/chat").exists()
    assert (tmp_path / "servers/mine").exists()
    assert "chat" not in (tmp_path / "servers/__init__.py").read_text()


def test_a_tool_that_is_gone_leaves_no_file(tmp_path: Path) -> None:
    write_tree(tmp_path, [GIT], CLIENT)

    write_tree(tmp_path, [replace(GIT, tools=GIT.tools[:1])], CLIENT)

    assert not (tmp_path / "servers/git_hub/list_.py").exists()


def test_what_an_interrupted_writer_left_is_repaired(tmp_path: Path) -> None:
    write_tree(tmp_path, [GIT], CLIENT)
    (tmp_path / "servers/git_hub" / FINGERPRINT).unlink()
    (tmp_path / "servers/git_hub/create_issue.py").write_text("half a")
    (tmp_path / "servers/.stage-left").mkdir()

    written = write_tree(tmp_path, [GIT], CLIENT)

    assert written.changed == ("git_hub",)
    assert files(tmp_path) == render_tree([GIT], CLIENT)
    assert not (tmp_path / "servers/.stage-left").exists()


def test_a_new_client_reaches_a_tree_whose_servers_did_not_change(tmp_path: Path) -> None:
    write_tree(tmp_path, [GIT], CLIENT)

    written = write_tree(tmp_path, [GIT], CLIENT + "# newer\n")

    assert written.changed == ()
    assert (tmp_path / "servers/_client.py").read_text().endswith("# newer\n")


def test_of_two_tools_with_one_name_the_first_is_written() -> None:
    first, second = make("send", description="First."), make("send", description="Second.")

    tree = render_tree([ServerTools(name="chat", tools=(first, second))], CLIENT)

    assert "First." in tree["servers/chat/send.py"]


def test_a_schema_too_deep_to_fingerprint_is_still_written(tmp_path: Path) -> None:
    schema = takes()
    schema["properties"]["again"] = schema
    server = ServerTools(name="deep", tools=(Tool(server="deep", name="dive", input_schema=schema),))

    assert write_tree(tmp_path, [server], CLIENT).changed == ("deep",)
    assert write_tree(tmp_path, [server], CLIENT).changed == ()


WRITER = """
import sys
from pathlib import Path
from tests.catalog.samples import CLIENT, make
from sandgate.catalog.wrappers.tree import ServerTools, write_tree
for turn in range(12):
    tools = tuple(make(f"tool{n}", description=sys.argv[2] + str(turn)) for n in range(8))
    write_tree(Path(sys.argv[1]), [ServerTools(name="lab", tools=tools)], CLIENT)
"""


def test_two_processes_may_write_one_tree(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), word], cwd=root, stderr=subprocess.PIPE)
        for word in ("left", "right")
    ]

    failures = [writer.communicate(timeout=60)[1] for writer in writers]

    assert failures == [b"", b""]
    texts = [path.read_text() for path in sorted((tmp_path / "servers/lab").glob("tool*.py"))]
    assert len(texts) == 8
    assert all("left11" in text for text in texts) or all("right11" in text for text in texts)


def test_a_kept_package_stays_when_its_server_is_not_given(tmp_path: Path) -> None:
    mine, other = ServerTools(name="mine"), ServerTools(name="other")
    write_tree(tmp_path, [mine, other], "")

    written = write_tree(tmp_path, [mine], "", keep={"mine", "other"})

    assert written.removed == ()
    assert (tmp_path / "servers" / "other" / "__init__.py").is_file()
    assert '"other"' in (tmp_path / "servers" / "__init__.py").read_text("utf-8")


def test_a_given_module_name_is_used(tmp_path: Path) -> None:
    write_tree(tmp_path, [ServerTools(name="my-server", module="my_server_1a2b")], "")

    assert (tmp_path / "servers" / "my_server_1a2b" / "__init__.py").is_file()


def test_a_long_name_in_any_script_becomes_a_file(tmp_path: Path) -> None:
    names = ["名" * 100, "é" * 300, "x" * 5000, "𝔸" * 90]
    tools = tuple(Tool(server="s", name=name) for name in names)

    written = write_tree(tmp_path, [ServerTools(name="s", tools=tools)], CLIENT)

    assert written.changed == ("s",)
    assert len({path.name for path in (tmp_path / "servers" / "s").glob("[!_]*.py")}) == len(names)
