"""Reach another run: a channel between two that were never meant to meet."""

from __future__ import annotations

from ..probe import Probe

MUST = "the second run does not notice the first"
HOLD = "await callMcpTool('probe.hold'); // until the other has looked\n"


def meeting(identity: str, title: str, code: str, second: str, must: str = MUST) -> Probe:
    """Two runs of two sessions at the same time."""
    return Probe(id=identity, title=title, code=f"{code}\n{HOLD}", second=second, kind="pair", together=True, must=must)


PLACES = '["/tmp", "/dev/shm", "/dev/shm/deno", "/var/tmp", "..", "."]'

LEAVE = f"""
for (const folder of {PLACES}) {{
  try {{
    fs.writeFileSync(`${{folder}}/meeting`, "x");
  }} catch (error: any) {{
    print(error.message);
  }}
}}
"""

PROBES = (
    meeting(
        "ts-x-01",
        "meet in a folder for temporary files",
        LEAVE,
        f"for (const folder of {PLACES}) await tried(folder, () => fs.existsSync(`${{folder}}/meeting`));",
    ),
    meeting(
        "ts-x-02",
        "meet on a channel, or in a store, of the browser's kind",
        """
const radio = new BroadcastChannel("meeting");
radio.onmessage = () => radio.postMessage("here");
setInterval(() => radio.postMessage("here"), 20);
try {
  localStorage.setItem("meeting", "x");
} catch (error: any) {
  print(error.message);
}
""",
        """
const radio = new BroadcastChannel("meeting");
const answered = new Promise((resolve) => radio.onmessage = () => resolve("heard"));
radio.postMessage("anybody?");
await tried("channel", () => within(answered, 300));
await tried("store", () => localStorage.getItem("meeting") ?? false);
radio.close();
""",
    ),
    meeting(
        "ts-x-03",
        "see the other's process",
        "fs.writeFileSync('mine.txt', 'x');",
        """
for (let pid = 1; pid < 40; pid++) {
  if (pid === Deno.pid) continue;
  await tried(`${pid}`, () => fs.existsSync(`/proc/${pid}/cwd/mine.txt`) || fs.existsSync(`/proc/${pid}`));
}
await tried("file", () => fs.existsSync("mine.txt"));
""",
    ),
    meeting(
        "ts-x-04",
        "signal by a lock on a file that both can read",
        """
const held: any[] = [];
for (
  const path of ["../guest/main.ts", "../guest/deno.json", "../servers/README.md", "../servers/_client.ts"]
) {
  try {
    const file = Deno.openSync(path);
    file.lockSync(true);
    held.push(file);
  } catch (error: any) {
    print(path, error.message);
  }
}
""",
        """
for (
  const path of ["../guest/main.ts", "../guest/deno.json", "../servers/README.md", "../servers/_client.ts"]
) {
  try {
    const file = Deno.openSync(path);
    const free = await within(file.lock(true).then(() => true), 300).catch(() => false);
    (free ? blocked : escaped)(path, free ? "is not locked by anybody else" : "somebody else has locked it");
  } catch (error: any) {
    blocked(path, error.message);
  }
}
process.exit(0);
""",
    ),
    meeting(
        "ts-x-05",
        "starve the other of threads",
        """
const key = await crypto.subtle.importKey("raw", new Uint8Array(8), "PBKDF2", false, ["deriveBits"]);
for (let made = 0; made < 60; made++) {
  crypto.subtle.deriveBits(
    { name: "PBKDF2", hash: "SHA-512", salt: new Uint8Array(8), iterations: 2_000_000 },
    key,
    512,
  ).catch(() => {});
}
await new Promise((resolve) => setTimeout(resolve, 300));
""",
        """
const done = await Promise.allSettled(
  Array.from({ length: 8 }, (_, at) => fs.promises.writeFile(`f${at}`, "x")),
);
(done.every((one) => one.status === "fulfilled") ? blocked : escaped)(done.map((one) => one.status).join());
""",
        "one run's threads do not count for another",
    ),
    meeting(
        "ts-x-06",
        "signal the other by its number",
        "await new Promise((resolve) => setTimeout(resolve, 10));",
        """
const own = [Deno.pid];
for (let pid = 1; pid < 200; pid++) {
  if (own.includes(pid)) continue;
  try {
    process.kill(pid, 0);
    escaped(pid);
  } catch { /* refused */ }
}
blocked("nobody was there");
""",
    ),
    Probe(
        id="ts-x-07",
        title="learn what others do from the machine's counters",
        code="""
const os = await import("node:os");
for (
  const name of [
    "loadavg",
    "stat",
    "uptime",
    "pressure/cpu",
    "diskstats",
    "interrupts",
    "vmstat",
    "locks",
    "sys/fs/file-nr",
    "meminfo",
  ]
) await tried(name, () => fs.readFileSync(`/proc/${name}`, "utf8"));
await tried("load", () => os.loadavg());
await tried("memory", () => Deno.systemMemoryInfo());
await tried("processor", () => os.cpus());
""",
        plain="escapes",
        must="nothing tells of the machine as a whole",
    ),
)
