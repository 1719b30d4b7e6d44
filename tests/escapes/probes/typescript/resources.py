"""Use more than a run may have: memory, processor, files, output, threads."""

from __future__ import annotations

from dataclasses import replace

from ..probe import USUAL, Probe, contained, crashed, either, ended, said
from ..resources import BRIEF, CPU, DISK, kept

MEMORY = either(said, ended("memory_mb"))
SPENT = ended("cpu_seconds", "time_seconds", within=8)
HELD = "not more than twice 128 MB, or the run is ended for it"

PROBES = (
    Probe(
        id="ts-res-01",
        title="fill V8's heap",
        code="""
const held: any[] = [];
while (held.length < 3_000) held.push(new Array(65_536).fill(held.length + 0.5));
escaped(held.length / 2, "MB");
""",
        kind="supervise",
        must=HELD,
        holds=MEMORY,
    ),
    Probe(
        id="ts-res-02",
        title="take memory outside V8's heap",
        code="""
const held: Uint8Array[] = [];
try {
  for (let taken = 0; taken < 96; taken++) held.push(new Uint8Array(16 << 20).fill(1));
  escaped(held.length * 16, "MB");
} catch (error: any) {
  (held.length <= 16 ? blocked : escaped)(held.length * 16, error.message);
}
""",
        kind="supervise",
        must=HELD,
        holds=MEMORY,
    ),
    Probe(
        id="ts-res-03",
        title="grow the memory of WebAssembly",
        code="""
const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
let pages = 1;
try {
  for (; pages < 24_000; pages += 256) {
    memory.grow(256);
    const bytes = new Uint8Array(memory.buffer);
    for (let at = bytes.length - (256 << 16); at < bytes.length; at += 4096) bytes[at] = 1;
  }
  escaped(pages >> 4, "MB");
} catch (error: any) {
  (pages >> 4 <= 256 ? blocked : escaped)(pages >> 4, error.message);
}
""",
        kind="supervise",
        must=HELD,
        holds=MEMORY,
    ),
    Probe(
        id="ts-res-04",
        title="take memory that threads share",
        code="""
const held: any[] = [];
try {
  for (let taken = 0; taken < 96; taken++) {
    const bytes = new Uint8Array(new SharedArrayBuffer(16 << 20));
    for (let at = 0; at < bytes.length; at += 4096) bytes[at] = 1;
    held.push(bytes);
  }
  escaped(held.length * 16, "MB");
} catch (error: any) {
  (held.length <= 16 ? blocked : escaped)(held.length * 16, error.message);
}
""",
        kind="supervise",
        must=HELD,
        holds=MEMORY,
    ),
    Probe(
        id="ts-res-05",
        title="unpack a bomb of zeros",
        code="""
const zlib = await import("node:zlib");
const bomb = zlib.gzipSync(new Uint8Array(32 << 20));
const held: any[] = [];
try {
  while (held.length < 32) held.push(zlib.gunzipSync(bomb));
  escaped(held.length * 32, "MB");
} catch (error: any) {
  (held.length <= 8 ? blocked : escaped)(held.length * 32, error.message);
}
""",
        kind="supervise",
        must=HELD,
        holds=MEMORY,
    ),
    Probe(
        id="ts-res-06",
        title="fill the disk with one file in the workspace",
        code="""
let written = 0;
try {
  const file = fs.openSync("big", "w");
  for (let round = 0; round < 512; round++) written += fs.writeSync(file, new Uint8Array(1 << 20));
  escaped(written, "bytes");
} catch (error: any) {
  (written <= 16 << 20 ? blocked : escaped)(written, error.message);
}
""",
        holds=DISK,
    ),
    Probe(
        id="ts-res-07",
        title="fill every folder that can be written, with parts that are each small enough",
        code="""
let total = 0;
for (const folder of [".", "/tmp", "/dev/shm", "/dev/shm/deno"]) {
  try {
    for (let part = 0; part < 60; part++) {
      const file = fs.openSync(`${folder}/part${part}`, "w");
      for (let round = 0; round < 8; round++) total += fs.writeSync(file, new Uint8Array(1 << 20));
      fs.closeSync(file);
    }
  } catch (error: any) {
    print(folder, error.message);
  }
}
(total <= (16 + 16 + 64) << 20 ? blocked : escaped)(total, "bytes");
""",
        must="each folder has its size",
        holds=DISK,
    ),
    Probe(
        id="ts-res-08",
        title="use up the files of the disk",
        code="""
let made = 0;
try {
  for (; made < 30_000; made++) fs.closeSync(fs.openSync(`file${made}`, "w"));
  escaped(made, "files");
} catch (error: any) {
  (made <= 500 ? blocked : escaped)(made, error.message);
}
""",
        holds=DISK,
    ),
    Probe(
        id="ts-res-09",
        title="nest folders deeper than any path can be, and claim files larger than the disk",
        code="""
await tried("sparse", () => Deno.truncateSync((Deno.writeTextFileSync("sparse", ""), "sparse"), 1e12));
await tried("far away", () => fs.writeSync(fs.openSync("far", "w"), new Uint8Array(1), 0, 1, 1e12));
let depth = 0;
try {
  for (; depth < 1_200; depth++) {
    Deno.mkdirSync("d");
    Deno.chdir("d");
  }
  escaped(depth, "levels");
} catch (error: any) {
  blocked(depth, error.message);
}
""",
        holds=DISK,
    ),
    Probe(
        id="ts-res-10",
        title="print without end",
        code="""
const block = "A".repeat(65_536);
for (let round = 0; round < 800; round++) console.log(block);
for (let round = 0; round < 800; round++) console.error(block);
""",
        kind="supervise",
        must="what is printed over the limit is counted and dropped; the gateway does not swell",
        holds=kept(64),
    ),
    Probe(
        id="ts-res-11",
        title="print without end past the console",
        code="""
const block = new Uint8Array(65_536).fill(65);
for (let round = 0; round < 800; round++) Deno.stdout.writeSync(block);
for (let round = 0; round < 800; round++) Deno.stderr.writeSync(block);
process.stdout.write("x".repeat(1 << 20));
""",
        kind="supervise",
        must="what is printed over the limit is counted and dropped; the gateway does not swell",
        holds=kept(64),
    ),
    Probe(
        id="ts-res-12",
        title="spin",
        code="while (true);",
        kind="supervise",
        must="ended at the limit of the processor's or its own time",
        holds=SPENT,
        limits=CPU,
    ),
    Probe(
        id="ts-res-13",
        title="spin where no script can be interrupted: in WebAssembly",
        code="""
const loop = raw(
  "\\0asm\\x01\\0\\0\\0\\x01\\x04\\x01\\x60\\0\\0\\x03\\x02\\x01\\0\\x07\\x05\\x01\\x01f\\0\\0\\x0a\\x09\\x01\\x07\\0\\x03\\x40\\x0c\\0\\x0b\\x0b",
);
(new WebAssembly.Instance(new WebAssembly.Module(loop)).exports as any).f();
""",
        kind="supervise",
        must="ended from outside",
        holds=SPENT,
        limits=CPU,
    ),
    Probe(
        id="ts-res-14",
        title="match a regular expression that takes ages",
        code="/(a+)+$/.test('a'.repeat(64) + 'b');",
        kind="supervise",
        must="ended from outside",
        holds=SPENT,
        limits=CPU,
    ),
    Probe(
        id="ts-res-15",
        title="compute a number that has no end",
        code="let x = 7n ** (10n ** 7n); x = x * x; x = x * x; x = x ** 100n;",
        kind="supervise",
        must="ended from outside, or refused",
        holds=either(ended("cpu_seconds", "time_seconds", "memory_mb", within=8), crashed),
        limits=CPU,
    ),
    Probe(
        id="ts-res-16",
        title="never give way: promises that make promises",
        code="""
const again = (): Promise<void> => Promise.resolve().then(again);
await again();
""",
        kind="supervise",
        must="ended from outside",
        holds=ended("cpu_seconds", "time_seconds", "memory_mb", within=8),
        limits=CPU,
    ),
    Probe(
        id="ts-res-17",
        title="sleep for ever, so that nothing at all can happen",
        code="pause(1e9);",
        kind="supervise",
        must="ended at the limit of time",
        holds=ended("time_seconds", within=4),
        limits=BRIEF,
    ),
    Probe(
        id="ts-res-18",
        title="wait for what never comes",
        code="await new Promise(() => {});",
        kind="supervise",
        must="ended at the limit of time",
        holds=ended("time_seconds", within=4),
        limits=BRIEF,
    ),
    Probe(
        id="ts-res-19",
        title="set timers without end",
        code="""
const tick = (): void => {
  for (let more = 0; more < 3; more++) setTimeout(tick, 0);
};
tick();
await new Promise(() => {});
""",
        kind="supervise",
        must="ended at a limit",
        holds=ended("cpu_seconds", "time_seconds", "memory_mb", within=8),
        limits=CPU,
    ),
    Probe(
        id="ts-res-20",
        title="use up descriptors",
        code="""
const held: number[] = [];
try {
  while (held.length < 5_000) held.push(fs.openSync("../guest/main.ts", "r"));
  escaped(held.length);
} catch (error: any) {
  blocked(held.length, error.message);
}
""",
    ),
    Probe(
        id="ts-res-21",
        title="have the runtime's own threads compute, many at once",
        code="""
const key = await crypto.subtle.importKey("raw", new Uint8Array(8), "PBKDF2", false, ["deriveBits"]);
const derive = () =>
  crypto.subtle.deriveBits(
    { name: "PBKDF2", hash: "SHA-512", salt: new Uint8Array(8), iterations: 500_000_000 },
    key,
    512,
  );
await Promise.all(Array.from({ length: 200 }, derive));
""",
        kind="supervise",
        must="processor time is counted for all threads; what cannot be started ends this run alone",
        holds=either(ended("cpu_seconds", "time_seconds", within=8), crashed),
        limits=CPU,
    ),
    Probe(
        id="ts-res-22",
        title="have the runtime's own threads wait, more than may be",
        code="""
const waiting = Array.from(
  { length: 2_000 },
  (_, at) => fs.promises.writeFile(`/tmp/f${at % 50}`, new Uint8Array(65_536)),
);
const done = await Promise.allSettled(waiting);
blocked(done.filter((one) => one.status === "fulfilled").length, "of", done.length);
""",
        kind="supervise",
        must="done, refused, or the end of this run alone",
        holds=contained,
    ),
    Probe(
        id="ts-res-23",
        title="ignore the signal that says that the processor time is over",
        code="""
try {
  Deno.addSignalListener("SIGXCPU" as any, () => {});
} catch (error) {
  print(error);
}
process.on("SIGXCPU", () => {});
await new Promise((resolve) => setTimeout(resolve, 10));
while (true);
""",
        kind="supervise",
        must="killed a second later",
        holds=either(SPENT, crashed),
        limits=CPU,
    ),
    Probe(
        id="ts-res-24",
        title="recurse until the stack ends, where the runtime is not written in a script",
        code="""
let deep: any = [];
for (let at = 0; at < 200_000; at++) deep = [deep];
const tries: [string, () => any][] = [
  ["stringify", () => stringify(deep)],
  ["clone", () => structuredClone(deep)],
  ["inspect", () => Deno.inspect(deep, { depth: Infinity }).length],
  ["flat", () => deep.flat(Infinity)],
  ["parse", () => JSON.parse("[".repeat(1e6))],
  ["regular expression", () => new RegExp("(".repeat(1e5))],
];
for (const [name, deed] of tries) {
  try {
    deed();
  } catch (error: any) {
    print(name, error.message.slice(0, 80));
  }
}
blocked("every error was caught");
""",
        kind="supervise",
        must="an error, or the end of this run alone",
        holds=contained,
        limits=replace(USUAL, cpu_seconds=10),
    ),
    Probe(
        id="ts-res-25",
        title="ask for more than all memory in one piece",
        code="""
const text = "x".repeat(2 ** 29 - 25);
escaped(text.length, text.charCodeAt(5));
""",
        kind="supervise",
        must="the run is ended for it, and that is said as what it was",
        holds=ended("memory_mb", "cpu_seconds", "time_seconds", within=8),
        limits=replace(USUAL, cpu_seconds=10),
    ),
    Probe(
        id="ts-res-26",
        title="return what lies about its size: lengths, iterators and texts without end",
        code="""
const lying = new Proxy([1], { get: (own: any, name) => name === "length" ? 2 ** 31 : own[name] });
class Endless extends Array {
  *[Symbol.iterator](): any {
    while (true) yield "x".repeat(1024);
  }
}
return [new Endless(), lying, { toJSON: () => "y".repeat(2 ** 28) }];
""",
        kind="supervise",
        must="the run is ended for it",
        holds=ended("memory_mb", "cpu_seconds", "time_seconds", within=8),
        limits=replace(USUAL, cpu_seconds=10),
    ),
)
