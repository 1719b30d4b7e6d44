"""What TypeScript's compiler makes of the tree, and what Node.js makes of what comes out."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sandgate.catalog.wrappers.tree import ServerTools, write_tree
from sandgate.catalog.wrappers.typescript import TYPESCRIPT, client_source
from tests.scenarios.packages import Missing, node, npm

from .samples import invented, make, odd_servers, takes
from .test_typescript import hostile
from .test_typing import shop

VERSIONS = ("5.9.3", "7.0.2")
"""The last one that checks for browsers of 2009 unless told otherwise, and one of today."""

TEXT: dict[str, Any] = {"type": "string"}
WORDS = (
    "abstract any arguments as async await bigint boolean break case catch class const constructor continue debugger"
    " declare default delete do else enum eval export exports extends false finally for from function get globalThis if"
    " implements import in index infer instanceof interface is keyof let module namespace never new null number object"
    " of package private Promise protected public readonly Record require return satisfies set static string super"
    " switch symbol then this throw toString true try type typeof undefined unique unknown using valueOf var void while"
    " with yield callTool args Object Array Error 名前 größe 𐐨"
)

RIGHT = """
import { shop, in_vented } from "./servers/index.js";
import { count, find } from "./servers/shop/index.js";
import { type FindInput, type FindResult } from "./servers/shop/find.js";
import { type LeafInFilter } from "./types.js";
import { ToolError } from "./servers/_client.js";

export async function main(): Promise<void> {
  const args: FindInput = { q: "x", limit: 3 };
  const found: FindResult = await find(args);
  const id: number = found.rows[0]!.id;
  const many: number = await count();
  const pair: [number, string] = await in_vented.pairs({ pair: [1, "x"] });
  const nothing: unknown = await in_vented.either({ k: "x", a: "y" });
  await shop.find({ q: "x", order: "up" });
  await in_vented.keywords({ from: "a", self: "b", "a-b": "c" });
  await in_vented.open_({ any: 1, other: 2 });
  const leaf: LeafInFilter = { field: "a", parent: { field: "b" } };
  await in_vented.filter_({ filter: { $and: [leaf, { $and: [leaf] }] } });
  if (id + many + pair[0] && nothing) throw new ToolError("no", "shop.find", "denied");
}
"""

WRONG = """
import { in_vented } from "./servers/index.js";
import { count, find } from "./servers/shop/index.js";

export async function main(): Promise<void> {
  await find();
  await find({ q: 1 });
  await find({ limit: 1 });
  await find({ q: "x", order: "sideways" });
  await find({ q: "x", more: 1 });
  await count(1);
  await count({ more: 1 });
  await in_vented.open_({ any: "text" });
  await in_vented.keywords({ from: "a" });
  await in_vented.pairs({ pair: ["x", 1] });
  (await find({ q: "x" })).colour;
  (await in_vented.either({ k: "x" })).anything;
}
"""

PROGRAM = """
const client = require("./servers/_client.js");
const { bad, shop } = require("./servers/index.js");

async function main() {
  const outside = await shop.count().catch((error) => `${error.name}: ${error.message}`);
  const calls = [];
  client.connect(async (tool, args) => {
    calls.push([tool, args]);
    if (tool === "lab.count") throw new client.ToolError("closed", tool, "denied");
    return { rows: [{ id: calls.length }] };
  });
  const found = await shop.find({ q: "x" });
  const failed = await shop.count().catch((error) => error);
  for (const name of Object.keys(bad).sort()) await bad[name]({ plain: name });
  const caught = failed instanceof client.ToolError && [failed.name, failed.message, failed.tool, failed.kind];
  console.log(JSON.stringify({ outside, calls, found, caught }));
}

main();
"""


@dataclass(frozen=True)
class Compiler:
    version: str

    def check(self, root: Path, *options: str) -> list[tuple[str, int]]:
        """File and line of everything it finds. The files are named one by one, as in a folder without settings."""
        files = [path.relative_to(root).as_posix() for path in sorted(root.rglob("*.ts"))]
        (root / "files").write_text("".join(f"{file}\n" for file in files), "utf-8")
        tsc = npm(f"typescript@{self.version}") / "typescript" / "bin" / "tsc"
        command = [str(node()), str(tsc), "--strict", *options, "--pretty", "false", "@files"]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120, check=False)
        found = re.findall(r"^(\S[^(\n]*)\((\d+),\d+\): error", done.stdout, re.MULTILINE)
        assert bool(found) == bool(done.returncode), done.stdout + done.stderr
        return [(file, int(line)) for file, line in found]


@pytest.fixture(scope="module", params=VERSIONS)
def compiler(request: pytest.FixtureRequest) -> Compiler:
    try:
        npm(f"typescript@{request.param}")
    except Missing as missing:
        pytest.skip(f"no package registry: {missing}")
    return Compiler(request.param)


@pytest.fixture(scope="module")
def complaints(compiler: Compiler, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, int]]:
    """What is found in the tree of the oddest tools, and in what is written for it: types.ts, right.ts and wrong.ts."""
    tree = tmp_path_factory.mktemp("tree")
    write_tree(tree, [*odd_servers(), invented(), shop()], client_source(), language=TYPESCRIPT)
    (tree / "types.ts").write_text('export { type Leaf as LeafInFilter } from "./servers/in_vented/filter_.js";\n')
    (tree / "right.ts").write_text(RIGHT)
    (tree / "wrong.ts").write_text(WRONG)
    return compiler.check(tree, "--noEmit")


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree of names that mean something to TypeScript."""
    folder = tmp_path_factory.mktemp("words")
    write_tree(folder, reserved(), client_source(), language=TYPESCRIPT)
    return folder


def reserved() -> list[ServerTools]:
    """Servers, tools, parameters and types that are called like something else."""
    words = WORDS.split()
    inner = takes(**{word: takes(**{f"in_{word}": TEXT}) for word in words})
    tools = tuple(make(word, takes(**{word: TEXT}, table={"type": "object"}), inner, server="words") for word in words)
    return [ServerTools(name="words", tools=tools), *(ServerTools(name=word, tools=tools[:1]) for word in words)]


def bad_server() -> ServerTools:
    tools: list[Any] = []
    for seed in range(120):
        bad = hostile(seed)
        field = {"type": "string", "description": bad, "default": bad, "examples": [bad], "pattern": bad}
        schema = takes(plain=field, **{bad: {**field, "enum": [bad]}})
        tools.append(make(f"{bad} {seed}", schema, {**schema, "description": bad}, bad, server="bad"))
    return ServerTools(name="bad", title=hostile(1), instructions=hostile(2), tools=tuple(tools))


@pytest.mark.registry
def test_the_oddest_tools_pass_strict_type_checking(complaints: list[tuple[str, int]]) -> None:
    assert [place for place in complaints if place[0].startswith("servers/")] == []


@pytest.mark.registry
@pytest.mark.parametrize("kind", ["commonjs", "nodenext"])
def test_names_that_mean_something_to_typescript_pass_in_every_kind_of_module(
    compiler: Compiler, words: Path, kind: str
) -> None:
    assert compiler.check(words, "--noEmit", "--target", "es2022", "--module", kind) == []


@pytest.mark.registry
def test_arguments_and_results_are_typed(complaints: list[tuple[str, int]]) -> None:
    assert [place for place in complaints if place[0] in ("right.ts", "types.ts")] == []


@pytest.mark.registry
def test_a_parameter_that_every_object_has_may_be_left_out(compiler: Compiler, tmp_path: Path) -> None:
    racing = ServerTools(name="racing", tools=(make("wins", takes(constructor=TEXT, year={"type": "integer"})),))
    write_tree(tmp_path, [racing], client_source(), language=TYPESCRIPT)
    (tmp_path / "program.ts").write_text(
        'import { wins } from "./servers/racing/index.js";\n'
        "export const calls = [wins(), wins({}), wins({ year: 2026 }), wins({ constructor: 'x' })];\n"
        "export const wrong = wins({ constructor: 1 });\n"
    )

    assert compiler.check(tmp_path, "--noEmit") == [("program.ts", 3)]


@pytest.mark.registry
def test_every_wrong_call_is_noticed_and_nothing_else(complaints: list[tuple[str, int]]) -> None:
    calls = {number for number, line in enumerate(WRONG.split("\n"), 1) if line.startswith("  ")}

    assert set(complaints) == {("wrong.ts", line) for line in calls}


@pytest.mark.registry
def test_wrappers_call_their_tools_by_the_names_of_the_servers(compiler: Compiler, tmp_path: Path) -> None:
    bad = bad_server()
    write_tree(tmp_path, [shop(), bad], client_source(), language=TYPESCRIPT)
    (tmp_path / "program.js").write_text(PROGRAM)

    assert compiler.check(tmp_path, "--target", "es2022", "--module", "commonjs") == []
    answer = subprocess.run([str(node()), "program.js"], cwd=tmp_path, capture_output=True, timeout=60, check=True)

    said: dict[str, Any] = json.loads(answer.stdout)
    assert said["outside"].startswith("Error: Tools can be called only inside Sandgate")
    assert said["calls"][:2] == [["lab.find", {"q": "x"}], ["lab.count", {}]]
    assert said["found"] == {"rows": [{"id": 1}]}
    assert said["caught"] == ["ToolError", "closed", "lab.count", "denied"]
    assert {tool for tool, _ in said["calls"][2:]} == {_as_json(f"bad.{tool.name}") for tool in bad.tools}


def _as_json(text: str) -> str:
    """Two halves of a pair that stand side by side are one letter to JavaScript."""
    return json.loads(json.dumps(text))
