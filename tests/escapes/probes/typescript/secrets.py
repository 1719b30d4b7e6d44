"""Find a secret of the gateway or a name of the host in what a run is given."""

from __future__ import annotations

from dataclasses import replace

from ..probe import USUAL, Probe
from ..secrets import differs

ROOMY = replace(USUAL, memory_mb=512)
FOUND = """
const pattern = new RegExp(SECRET_PATTERN, "g");
const found = (text: string) =>
  [...text.matchAll(pattern)].length + HOST_PATHS.filter((path) => text.includes(path)).length;
"""
DRAWN = """
const { randomBytes } = await import("node:crypto");
for (
  const drawn of [
    Math.random(),
    crypto.randomUUID(),
    crypto.getRandomValues(new Uint8Array(8)).join(),
    randomBytes(8).toString("hex"),
    Deno.makeTempFileSync(),
  ]
) print(drawn);
"""

PROBES = (
    Probe(
        id="ts-sec-01",
        title="read the environment",
        code="""
await tried("deno", () => Object.keys(Deno.env.toObject()));
for (const name of ["SANDGATE_PROBE_SECRET", "HOME", "PATH", "TOKEN"]) {
  await tried(name, () => Deno.env.get(name));
  await tried(`${name} by node`, () => process.env[name]);
}
await tried("node", () => Object.keys(process.env));
for (const path of ["/proc/self/environ", "/proc/1/environ", `/proc/${Deno.pid}/environ`]) {
  await tried(path, () =>
    fs.readFileSync(path, "utf8"));
}
""",
        plain="escapes",
    ),
    Probe(
        id="ts-sec-02",
        title="find names of the host in what the runtime says of itself",
        code=FOUND
        + """
const told = [
  Deno.execPath(),
  Deno.mainModule,
  Deno.args.join(),
  Deno.cwd(),
  process.argv.join(),
  process.execArgv.join(),
  process.execPath,
  process.title,
  stringify(process.config),
  stringify(process.versions),
  String(new Error().stack),
];
Deno.writeTextFileSync(
  "meta.ts",
  "const { url, dirname, filename, resolve } = import.meta;" +
    "export default [url, dirname, filename, resolve('servers/x'), resolve('./y')].join()",
);
told.push((await import(`file://${Deno.cwd()}/meta.ts`)).default);
await tried("names", () => found(told.join("\\n")));
""",
    ),
    Probe(
        id="ts-sec-03",
        title="find names of the host in stack traces and errors of every kind",
        code=FOUND
        + """
const told: string[] = [];
Error.stackTraceLimit = 1000;
(Error as any).prepareStackTrace = (_: any, sites: any[]) =>
  sites.map((site) =>
    [
      site.getFileName(),
      site.getEvalOrigin(),
      site.getScriptNameOrSourceURL?.(),
      String(site.getFunction?.() ?? ""),
    ].join()
  ).join("\\n");
told.push(String(new Error().stack));
const deeds: (() => any)[] = [
  () => import("servers/none/x.ts"),
  () => import("workspace/none.ts"),
  () => import("skills/none.ts"),
  () => callMcpTool("none.none"),
  () => Deno.readTextFileSync("../guest/none"),
  () => JSON.parse("{"),
  () => (null as any).x,
  () => new Function("@"),
  () => Deno.readTextFileSync("/etc/passwd"),
];
for (const deed of deeds) {
  try {
    await deed();
  } catch (error: any) {
    told.push(`${error?.message} ${error?.stack} ${error?.cause} ${Deno.inspect(error)}`);
  }
}
await tried("names", () => found(told.join("\\n")));
""",
    ),
    Probe(
        id="ts-sec-04",
        title="search the runtime's own memory",
        code=FOUND
        + """
const v8 = await import("node:v8");
const mine = "SECRET_PATTERN";
await tried("snapshot", async () => {
  let secrets = 0, tail = "";
  for await (const chunk of v8.getHeapSnapshot() as any) {
    const text = tail + decoder.decode(chunk);
    secrets += [...text.matchAll(pattern)].length;
    tail = text.slice(-64);
  }
  return secrets;
});
await tried("a file of it", () => {
  const path = v8.writeHeapSnapshot("heap");
  return found(fs.readFileSync(path, "utf8").replaceAll(mine, "")) > HOST_PATHS.length;
});
""",
        limits=ROOMY,
        must="no secret of the gateway's is in there",
    ),
    Probe(
        id="ts-sec-05",
        title="read whatever descriptors and sockets were inherited",
        code=FOUND
        + """
let data = "";
for (let fd = 3; fd < 300; fd++) {
  try {
    const stat = fs.fstatSync(fd);
    if (!stat.isSocket() && !stat.isFile()) continue;
    const bytes = new Uint8Array(4096);
    data += decoder.decode(bytes.subarray(0, fs.readSync(fd, bytes, 0, 4096, stat.isFile() ? 0 : null)));
  } catch { /* nothing is open there, or nothing comes */ }
}
await tried("secrets", () => found(data));
""",
        must="nothing is inherited but the channel",
    ),
    Probe(
        id="ts-sec-06",
        title="have a tool's error or answer repeat the key it works with",
        code=FOUND
        + """
for (const name of ["probe.leak", "probe.leak_in_error"]) {
  let said = "";
  try {
    said = stringify(await callMcpTool(name));
  } catch (error: any) {
    said = `${error.message} ${error.stack}`;
  }
  (new RegExp(SECRET_PATTERN).test(said) ? escaped : blocked)(name, said);
}
""",
        kind="gateway",
        through_gateway=True,
        must="the values of a server's own environment and headers are left out of what it says",
    ),
    Probe(
        id="ts-sec-07",
        title="learn who uses the machine, and what it is",
        code="""
const os = await import("node:os");
for (
  const name of [
    "hostname",
    "osRelease",
    "osUptime",
    "loadavg",
    "networkInterfaces",
    "systemMemoryInfo",
    "uid",
    "gid",
  ] as const
) await tried(name, () => (Deno as any)[name]());
for (
  const name of [
    "hostname",
    "userInfo",
    "cpus",
    "uptime",
    "totalmem",
    "freemem",
    "loadavg",
    "release",
    "version",
    "networkInterfaces",
  ] as const
) await tried(`node ${name}`, () => (os as any)[name]());
await tried("report", () => (process as any).report?.getReport?.()?.header?.host ?? false);
""",
        must="the machine cannot be asked about",
        plain="escapes",
    ),
    Probe(
        id="ts-sec-08",
        title="foresee the random numbers of another run",
        code=DRAWN,
        second=DRAWN,
        kind="pair",
        must="runs draw different numbers",
        holds=differs,
    ),
    Probe(
        id="ts-sec-09",
        title="search the folders that the runtime keeps its own things in",
        code=FOUND
        + """
let seen = 0, told = "";
const walk = (folder: string, depth = 0): void => {
  for (const entry of Deno.readDirSync(folder)) {
    seen++;
    told += `${folder}/${entry.name}\\n`;
    if (entry.isDirectory && depth < 6) walk(`${folder}/${entry.name}`, depth + 1);
    else if (entry.isFile) {
      told += decoder.decode(Deno.readFileSync(`${folder}/${entry.name}`)).slice(0, 100_000);
    }
  }
};
for (const folder of ["/tmp", "/dev/shm", "/dev/shm/deno", "/root/.cache/deno", "..", "../servers"]) {
  try {
    walk(folder);
  } catch (error: any) {
    print(folder, error.message);
  }
}
await tried("names", () => found(told));
""",
    ),
    Probe(
        id="ts-sec-10",
        title="leave a dump of memory or a report of oneself",
        code="""
await tried("report", () => (process as any).report?.writeReport?.("report.json") ?? false);
await tried(
  "a dump",
  () =>
    [...Deno.readDirSync("."), ...Deno.readDirSync("/tmp")].filter((one) => /core|report/.test(one.name))
      .length,
);
(process as any).report && ((process as any).report.reportOnFatalError = true);
blocked("nothing was written");
""",
    ),
)
