"""Mislead, break or exhaust the gateway by what is written into the channel, or by breaking what writes into it."""

from __future__ import annotations

from ..gateway import BRIEF, MISFORMED, carried_out_at_most, no_infinity
from ..probe import USUAL, Probe, both, crashed, cut_off, either, ended, said, swollen


def strict(identity: str, title: str, body: str) -> Probe:
    """A frame that must not be taken for a request. `body` is an expression of bytes or an object."""
    code = f"await send({body});\nprint(stringify(await receive(2000)));\nawait sleep(30_000);"
    must = "refused as a whole; the run is ended"
    return Probe(id=identity, title=title, code=code, kind="gateway", must=must, holds=MISFORMED, limits=BRIEF)


PROBES = (
    Probe(
        id="ts-gw-01",
        title="claim to be another session",
        code="""
const claim = { session: "another", user: "root", _meta: { session: "another" } };
const reply = await ask({ ...request(1001, "probe.whoami"), ...claim });
(stringify(reply).includes("another") || !reply ? escaped : blocked)(reply);
""",
        kind="gateway",
        must="who asks is known from the socket, never from a frame",
    ),
    Probe(
        id="ts-gw-02",
        title="announce a frame of 4 GB",
        code="await write(raw('\\xff\\xff\\xff\\xff' + 'x'.repeat(65_536)));\nawait sleep(30_000);",
        kind="gateway",
        must="the run is ended before anything of that size is waited for",
        holds=cut_off("4,294,967,295 bytes"),
    ),
    Probe(
        id="ts-gw-03",
        title="call and call, and never read an answer",
        code="""
let sent = 0;
try {
  for (; sent < 2_000; sent++) await send(request(1000 + sent, "probe.big"));
  escaped(sent);
} catch (error: any) {
  blocked(sent, error.message);
}
""",
        kind="gateway",
        must="few calls are under way and the gateway does not swell",
        holds=cut_off("limits.concurrent_calls", "limits.unread_seconds", requests=2 * USUAL.concurrent_calls),
    ),
    Probe(
        id="ts-gw-04",
        title="send half a frame, then nothing",
        code="await write(raw('\\0\\0\\0d{'));\nawait sleep(30_000);",
        kind="gateway",
        must="ended at the limit of time; nothing of the gateway waits on",
        holds=ended("time_seconds", within=4),
        limits=BRIEF,
    ),
    Probe(
        id="ts-gw-05",
        title="call as often as one likes",
        code="""
let answered = 0;
for (let number = 0; number < 200; number++) {
  if (!("blocks" in (await ask(request(1000 + number)) ?? {}))) break;
  answered++;
}
(answered <= 50 ? blocked : escaped)(answered, "calls");
""",
        kind="gateway",
        must="calls beyond the limit are not carried out",
        holds=both(said, carried_out_at_most(USUAL.calls)),
    ),
    strict(
        "ts-gw-06",
        "name two tools in one frame, for readers that differ",
        """raw('{"type":"call","id":1001,"tool":"probe.echo","tool":"probe.erase","arguments":{}}')""",
    ),
    strict(
        "ts-gw-07",
        "send a number that JSON does not have",
        """raw('{"type":"call","id":1,"tool":"a.b","arguments":{"x":NaN}}')""",
    ),
    strict("ts-gw-08", "give a truth value as id", "request(true)"),
    strict("ts-gw-09", "give text as id", "request('1')"),
    strict("ts-gw-10", "give a fraction as id", """raw('{"type":"call","id":1.0,"tool":"a.b","arguments":{}}')"""),
    strict(
        "ts-gw-11",
        "send bytes that are not UTF-8",
        """raw('{"type":"call","id":1,"tool":"a.b","arguments":{"x":"\\xff\\xfe"}}')""",
    ),
    strict(
        "ts-gw-12",
        "send half a character as bytes",
        """raw('{"type":"call","id":1,"tool":"a.b","arguments":{"x":"\\xed\\xa0\\x80"}}')""",
    ),
    strict("ts-gw-13", "send a frame of no bytes", "new Uint8Array(0)"),
    strict(
        "ts-gw-14",
        "nest 100,000 levels deep",
        """raw('{"type":"call","id":1,"tool":"a.b","arguments":{"x":' + '['.repeat(1e5) + ']'.repeat(1e5) + '}}')""",
    ),
    strict(
        "ts-gw-15",
        "speak as the gateway: order a run",
        """{ type: "run", id: 1, code: "1", limits: { memory_mb: 99999 } }""",
    ),
    strict("ts-gw-16", "say again that one is ready", """{ type: "ready" }"""),
    strict("ts-gw-17", "call with a list for arguments", """request(1, "probe.echo", [1])"""),
    strict("ts-gw-18", "name a tool in megabytes", """request(1, "probe." + "x".repeat(900_000))"""),
    Probe(
        id="ts-gw-19",
        title="write a number too large for a float",
        code="""
await ask(raw('{"type":"call","id":1001,"tool":"probe.echo","arguments":{"x":1e999}}'));
await send(raw('{"type":"done","status":"ok","has_value":true,"value":-1e999}'));
await sleep(30_000);
""",
        kind="gateway",
        must="it does not become an infinite one on its way",
        holds=no_infinity,
        limits=BRIEF,
    ),
    Probe(
        id="ts-gw-20",
        title="use an id again after its answer",
        code="for (let round = 0; round < 3; round++) print(stringify(await ask(request(1))));\nawait sleep(30_000);",
        kind="gateway",
        must="an id counts once in a run",
        holds=cut_off("twice", requests=1),
    ),
    Probe(
        id="ts-gw-21",
        title="take the ids that the runtime's own calls will have",
        code="""
for (let id = 1; id <= 5; id++) print(stringify(await ask(request(id, "probe.whoami"))));
print(await callMcpTool("probe.echo", { x: 1 }));
escaped("an answer for another was taken");
""",
        kind="gateway",
        must="an id counts once in a run, whoever sent it",
        holds=cut_off("twice", requests=5),
    ),
    Probe(
        id="ts-gw-22",
        title="say that one is done, and go on calling",
        code="""
await send({ type: "done", status: "ok" });
for (let number = 0; number < 100; number++) await send(request(1000 + number));
await sleep(30_000);
""",
        kind="gateway",
        must="after its last word nothing it says counts",
        holds=carried_out_at_most(0),
    ),
    Probe(
        id="ts-gw-23",
        title="speak one byte at a time",
        code="""
const frame = framed(encoder.encode(stringify(request(1001))));
while (true) {
  for (const byte of frame) {
    await write(new Uint8Array([byte]));
    await sleep(50);
  }
}
""",
        kind="gateway",
        must="ended at the limit of time",
        holds=either(ended("time_seconds", within=4), cut_off("twice", requests=2)),
        limits=BRIEF,
    ),
    Probe(
        id="ts-gw-24",
        title="leave large answers unread",
        code="""
for (let number = 0; number < 6; number++) await send(request(1000 + number, "probe.big"));
pause(30_000);
""",
        kind="gateway",
        must="ended when an answer has waited too long",
        holds=either(ended("unread_seconds", within=8), ended("time_seconds", within=8)),
    ),
    Probe(
        id="ts-gw-25",
        title="close one half of the channel and work on",
        code="channel().end();\nawait sleep(30_000);",
        kind="gateway",
        must="a program that cannot report any more is ended",
        holds=crashed,
    ),
    Probe(
        id="ts-gw-26",
        title="flood the gateway with news of progress",
        code="""
try {
  for (let round = 0; round < 20_000; round++) {
    await send({ type: "progress", done: round, total: 1e308, text: "x".repeat(4_000) });
  }
  for (const odd of [{ done: "1" }, { done: null }, { done: 1, text: 5 }, {}]) {
    await send({ type: "progress", ...odd });
  }
} catch (error: any) {
  print(error.message);
}
""",
        kind="gateway",
        must="the gateway does not swell",
        holds=swollen,
    ),
    Probe(
        id="ts-gw-27",
        title="order a command, as programs in Python may",
        code="""
for (const words of [["sh", "-c", "id"], ["/bin/sh"], ["deno", "--version"]]) {
  const reply = await ask({ type: "command", id: 1000 + words.length, words, input: "" });
  (reply && "blocks" in reply ? escaped : blocked)(words, reply);
}
""",
        kind="gateway",
        through_gateway=True,
        must="commands that were not allowed are not run",
    ),
    Probe(
        id="ts-gw-28",
        title="call tools that are hidden, by names that look like others",
        code="""
let id = 1000;
for (
  const name of [
    "probe.erase",
    "probe.ERASE",
    "Probe.erase",
    "probe.erase ",
    " probe.erase",
    "probe.erase\\0",
    "probe/erase",
    "probe..erase",
    "mcp__probe__erase",
    "servers.probe.erase",
    "probe.echo/../erase",
    "erase",
    "probe.*",
  ]
) {
  await tried(stringify(name), async () => stringify(await ask(request(id++, name))).includes("ERASED"));
}
""",
        kind="gateway",
        through_gateway=True,
        must="what is hidden cannot be called by any name",
    ),
    Probe(
        id="ts-gw-29",
        title="call the gateway's own insides",
        code="""
let id = 1000;
for (
  const name of [
    "sandgate.execute_code",
    "sandgate.run_code",
    "sandgate.__init__",
    "sandgate.config",
    "__proto__",
    "constructor",
    "sandgate.skills.x",
    "sandgate.skills.",
    "os.system",
    "",
    ".",
    "sandgate.",
  ]
) {
  await tried(stringify(name), async () => "blocks" in (await ask(request(id++, name, { code: "1" })) ?? {}));
}
""",
        kind="gateway",
        through_gateway=True,
        must="names are looked up, never evaluated",
    ),
    Probe(
        id="ts-gw-30",
        title="read files of the host as resources of a server",
        code="""
let id = 1000;
for (
  const [server, uri] of [
    ["probe", `file://${OUTSIDE_FILE}`],
    ["probe", OUTSIDE_FILE],
    ["", `file://${OUTSIDE_FILE}`],
    ["sandgate", `file://${OUTSIDE_FILE}`],
    ["../probe", "x"],
    ["file", OUTSIDE_FILE],
  ]
) {
  await tried(
    `${server} ${uri}`,
    async () => "blocks" in (await ask({ type: "read", id: id++, server, uri }) ?? {}),
  );
}
""",
        kind="gateway",
        through_gateway=True,
        must="only servers are asked, and only those that are configured",
    ),
    Probe(
        id="ts-gw-31",
        title="break what the runtime writes frames with, then call",
        code="""
(Object.prototype as any).tool = "probe.erase";
(Object.prototype as any).toJSON = function () {
  return { type: "call", id: 1, tool: "probe.erase", arguments: {} };
};
(Array.prototype as any).toJSON = () => ["x"];
JSON.stringify = () => '{"type":"call","id":7,"tool":"probe.erase","arguments":{}}';
(Uint8Array.prototype as any).set = function () {};
Map.prototype.get = () => undefined;
try {
  print(String(await within(callMcpTool("probe.echo", { x: 1 }), 500)));
} catch (error: any) {
  print(error?.message);
}
""",
        kind="gateway",
        must="whatever comes is a request like any other, or no frame at all",
        holds=both(carried_out_at_most(1), swollen),
        limits=BRIEF,
    ),
    Probe(
        id="ts-gw-32",
        title="give arguments that lie about what they are",
        code="""
const odd: any[] = [
  new Proxy({}, {
    ownKeys: () => {
      throw new Error("no");
    },
  }),
  { toJSON: () => ({ toJSON: () => 1n << 70n }) },
  {
    get x() {
      throw new Error("no");
    },
  },
  JSON.parse('{"__proto__": {"tool": "probe.erase"}}'),
  new Map([[{}, []]]),
  "text",
  null,
  [1],
];
for (const args of odd) {
  try {
    print(stringify(await callMcpTool("probe.echo", args)) ?? "");
  } catch (error: any) {
    print(error?.message);
  }
}
blocked("none of them was another call");
""",
        kind="gateway",
        must="a tool is given JSON, and the tool is the one that was named",
        holds=both(either(said, MISFORMED), carried_out_at_most(8)),
    ),
    Probe(
        id="ts-gw-33",
        title="start the runtime's own guest a second time, on the same channel",
        code="await import(`${Deno.mainModule}?again`);\nawait sleep(30_000);",
        kind="gateway",
        must="it says again that it is ready, which nobody may; the run is ended, if its time was not over before",
        holds=either(MISFORMED, ended("time_seconds", within=4)),
        limits=BRIEF,
    ),
    Probe(
        id="ts-gw-34",
        title="import modules of ours as if they were skills",
        code="""
let id = 1000;
for (const name of ["__init__", "_client", "import", "class", "os", "skills", "x y", "x;import os", "ü", "..", "a.b"]) {
  await tried(name, async () => "blocks" in (await ask(request(id++, `sandgate.skills.${name}`)) ?? {}));
}
""",
        kind="gateway",
        through_gateway=True,
        must="only skills are run, and only by their names",
    ),
)
