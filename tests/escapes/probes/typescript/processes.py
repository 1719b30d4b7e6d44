"""Start, see, signal or outlive processes."""

from __future__ import annotations

from dataclasses import replace

from ..probe import USUAL, Probe, contained, crashed, ended

BRIEF = replace(USUAL, time_seconds=1)

PROBES = (
    Probe(
        id="ts-proc-01",
        title="start a shell, or the runtime anew with every permission",
        code="""
const ran = (file: string, args: string[]) => new Deno.Command(file, { args }).outputSync().success;
await tried("sh", () => ran("/bin/sh", ["-c", "exit 0"]));
await tried("by name", () => ran("sh", ["-c", "exit 0"]));
await tried("deno", () => ran(Deno.execPath(), ["eval", "--allow-all", "1"]));
await tried("by the link", () => ran("/proc/self/exe", ["--version"]));
await tried("loader", () => ran("/lib64/ld-linux-x86-64.so.2", [Deno.execPath(), "--version"]));
await tried("spawn", () => new Deno.Command("/bin/true").spawn().pid);
""",
        plain="escapes",
    ),
    Probe(
        id="ts-proc-02",
        title="start programs through Node",
        code="""
const child = await import("node:child_process"), cluster: any = await import("node:cluster");
await tried("exec", () => child.execSync("id").toString());
await tried("file", () => child.execFileSync("/bin/true").toString() || "ran");
await tried("spawn", () => event(child.spawn("/bin/sh", ["-c", "exit 0"]), "spawn"));
await tried("deno", () => child.spawnSync(process.execPath, ["--version"]).status === 0);
await tried("fork", () => {
  fs.writeFileSync("child.js", "");
  return event(child.fork("child.js"), "spawn");
});
await tried("cluster", () => cluster.default.fork().process.pid);
""",
    ),
    Probe(
        id="ts-proc-03",
        title="write a program and run it",
        code="""
for (const folder of [".", "/tmp"]) {
  const path = `${folder}/dropped`;
  try {
    fs.writeFileSync(path, "#!/bin/sh\\nexit 0\\n");
    fs.chmodSync(path, 0o4755);
  } catch (error: any) {
    blocked(folder, error.message);
  }
  await tried(folder, () => new Deno.Command(path).outputSync().success);
}
""",
    ),
    Probe(
        id="ts-proc-04",
        title="signal other processes",
        code="""
for (const pid of [1, OUTSIDE_PID, process.ppid, 3, 4, 5]) {
  if (pid === Deno.pid) continue;
  await tried(`${pid}`, () => Deno.kill(pid, "SIGCONT"));
  await tried(`${pid} by node`, () => process.kill(pid, 0));
}
for (const group of [0, -1]) await tried(`group ${group}`, () => group && process.kill(group, "SIGCONT"));
""",
    ),
    Probe(
        id="ts-proc-05",
        title="see other processes",
        code="""
await tried(
  "processes",
  () =>
    [...Deno.readDirSync("/proc")].filter(({ name }) => /^\\d+$/.test(name) && name !== `${Deno.pid}`).length,
);
for (const pid of [1, 2, 3, OUTSIDE_PID]) {
  if (pid === Deno.pid) continue;
  await tried(`${pid}`, () => Deno.statSync(`/proc/${pid}`).isDirectory);
  await tried(`${pid} command`, () => fs.readFileSync(`/proc/${pid}/cmdline`, "utf8"));
}
""",
        plain="escapes",
    ),
    Probe(
        id="ts-proc-06",
        title="make threads of Node's, also those that the guest has not taken away",
        code="""
const body = "require('node:worker_threads').parentPort.postMessage(1)";
const shown: any = await import("node:worker_threads");
await tried("shown", () => event(new shown.Worker(body, { eval: true }), "message"));
const { Worker: Thread } = (process as any).getBuiltinModule("node:worker_threads");
const threads = [];
for (let made = 0; made < 20; made++) {
  const thread = new Thread(body, { eval: true });
  threads.push(thread);
  await event(thread, "message");
}
escaped(threads.length, "threads");
""",
        kind="supervise",
        must="refused, or the end of this run alone: each would reserve half a gigabyte",
        holds=contained,
    ),
    Probe(
        id="ts-proc-07",
        title="find the Worker that the guest has put another in place of",
        code="""
const vm = await import("node:vm");
const source = "data:text/javascript,self.postMessage(typeof Deno.readTextFileSync)";
const started = (Made: any) =>
  within(
    new Promise((resolve, reject) => {
      const worker = new Made(source, { type: "module", deno: { permissions: "inherit" } });
      worker.onmessage = resolve;
      worker.onerror = (event: any) => {
        event.preventDefault();
        reject(new Error("failed"));
      };
    }),
  );
await tried("global", () => started(globalThis.Worker));
await tried("self", () => started((self as any).Worker));
delete (globalThis as any).Worker;
await tried("deleted", () => started(globalThis.Worker));
await tried("prototype", () =>
  started(
    Object.getPrototypeOf(globalThis).Worker ?? (() => {
      throw new Error("none");
    })(),
  ));
await tried(
  "another context",
  () =>
    started(
      vm.runInNewContext(
        "typeof Worker === 'undefined' ? class { constructor() { throw new Error('none'); } } : Worker",
      ),
    ),
);
""",
        kind="supervise",
        must="refused, or the end of this run alone",
        holds=contained,
    ),
    Probe(
        id="ts-proc-08",
        title="end the runtime without a last word",
        code="""
const exits: any[] = [(Deno as any)[(Deno as any).internal]?.core?.ops?.op_exit, (process as any).reallyExit];
for (const exit of exits) if (exit) exit(0);
process.abort();
""",
        kind="supervise",
        must="told as the end of this run",
        holds=crashed,
    ),
    Probe(
        id="ts-proc-09",
        title="become another user, and lose or gain rights",
        code="""
for (const name of ["setuid", "setgid", "seteuid", "setegid"]) {
  await tried(name, () => {
    (process as any)[name](name.includes("u") ? process.getuid!() + 1 : process.getgid!() + 1);
  });
}
await tried("groups", () => (process as any).setgroups?.([0]) ?? false);
await tried("init groups", () => (process as any).initgroups?.("root", 0) ?? false);
const os = await import("node:os");
await tried("priority", () => os.setPriority(0, -10));
await tried("another's priority", () => os.setPriority(1, 5));
""",
    ),
    Probe(
        id="ts-proc-10",
        title="not hear that the end has come: signals, exits, promises",
        code="""
for (const name of ["SIGTERM", "SIGINT", "SIGHUP", "SIGXCPU", "SIGUSR2"] as any[]) {
  try {
    Deno.addSignalListener(name, () => {});
  } catch (error) {
    print(error);
  }
}
process.on("exit", () => {
  while (true) pause(1000);
});
globalThis.addEventListener("beforeunload", (event) => {
  event.preventDefault();
});
globalThis.addEventListener("unload", () => {
  while (true) pause(1000);
});
while (true) await new Promise((resolve) => setTimeout(resolve, 100));
""",
        kind="supervise",
        must="ended at the limit of time, whatever it listens to",
        holds=ended("time_seconds", within=4),
        limits=BRIEF,
    ),
    Probe(
        id="ts-proc-11",
        title="stay in an exit handler after the last word",
        code="""
process.on("exit", () => {
  while (true) pause(1000);
});
globalThis.addEventListener("unload", () => {
  while (true) pause(1000);
});
setInterval(() => {}, 10);
blocked("the last word is said");
""",
        kind="supervise",
        must="what is done is ended, whatever it still wants",
    ),
)
