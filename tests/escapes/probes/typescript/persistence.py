"""Stay: change something that a later run meets."""

from __future__ import annotations

from ..probe import Probe, both, finished, said


def staying(identity: str, title: str, code: str, second: str, must: str = "a later run starts clean") -> Probe:
    """Two runs of one session, one after the other."""
    return Probe(id=identity, title=title, code=code, second=second, kind="pair", same_session=True, must=must)


LEFT = '["/tmp", "/dev/shm", "/dev/shm/deno", "/var/tmp", "/run", "..", "/"]'

LEAVE = f"""
for (const folder of {LEFT}) {{
  try {{
    fs.writeFileSync(`${{folder}}/left-over`, "x");
  }} catch (error: any) {{
    print(error.message);
  }}
}}
"""

PROBES = (
    staying(
        "ts-per-01",
        "leave files in every folder that can be written",
        LEAVE,
        f"for (const folder of {LEFT}) await tried(folder, () => fs.existsSync(`${{folder}}/left-over`));",
        "only the workspace is kept",
    ),
    staying(
        "ts-per-02",
        "poison the cache of compiled modules",
        """
const poison = "console.log('ESCAPED by the cache')";
for (const root of ["/dev/shm/deno", "/tmp/deno", "/tmp/.cache/deno", "/root/.cache/deno"]) {
  for (const folder of ["gen/file/sandgate/guest", "gen/file/sandgate/workspace", "deps", "."]) {
    for (const name of ["main.ts.js", "own.ts.js", "v8_code_cache_v2", "check_cache_v2"]) {
      try {
        fs.mkdirSync(`${root}/${folder}`, { recursive: true });
        fs.writeFileSync(`${root}/${folder}/${name}`, poison);
      } catch (error: any) {
        print(error.message);
      }
    }
  }
}
fs.writeFileSync("own.ts", "export const x: number = 1;");
await import(`file://${Deno.cwd()}/own.ts`);
""",
        """
const { x } = await import(`file://${Deno.cwd()}/own.ts`);
blocked(x);
""",
        "a module is what its source says",
    ),
    staying(
        "ts-per-03",
        "leave settings that the runtime looks for: configuration, import maps, packages",
        """
const evil = "console.log('ESCAPED by a module'); export const x = 1; export default x;";
fs.writeFileSync("evil.ts", evil);
for (const name of ["deno.json", "deno.jsonc", "import_map.json"]) {
  fs.writeFileSync(
    name,
    JSON.stringify({
      imports: { "node:fs": "./evil.ts", "servers": "./evil.ts", "servers/": "./", "./own.ts": "./evil.ts" },
    }),
  );
}
fs.writeFileSync(
  "package.json",
  JSON.stringify({ main: "evil.ts", imports: { "#x": "./evil.ts" }, scripts: { preinstall: "id" } }),
);
fs.writeFileSync("tsconfig.json", JSON.stringify({ compilerOptions: { paths: { "*": ["./evil.ts"] } } }));
for (const folder of ["servers", "guest", "skills", "node_modules/fs"]) {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(`${folder}/index.ts`, evil);
  fs.writeFileSync(`${folder}/main.ts`, evil);
}
fs.writeFileSync("own.ts", "export const x = 2;");
fs.writeFileSync(".env", "PROBE=1");
""",
        """
import { x } from "workspace/own.ts";
(x === 2 ? blocked : escaped)(x);
const { readFileSync } = await import("node:fs");
await tried("settings", () => typeof readFileSync !== "function");
await tried("servers", async () => { try { return (await import("servers")).default === 1; } catch { return false; } });
""",
        "what is imported is what was named",
    ),
    staying(
        "ts-per-04",
        "change globals and prototypes in memory",
        """
(globalThis as any).probe = (Object.prototype as any).probe = 1;
Array.prototype.map = () => [];
JSON.parse = () => ({});
(Deno as any).readTextFileSync = () => "poisoned";
try {
  process.umask(0o777);
} catch (error: any) {
  print(error.message);
}
""",
        """
await tried("global", () => "probe" in globalThis);
await tried("prototype", () => (({} as any).probe ?? false));
await tried("methods", () => [1].map((x) => x).length !== 1 || JSON.parse("1") !== 1);
fs.writeFileSync("masked", "x");
await tried("mask", () => (fs.statSync("masked").mode & 0o700) === 0);
""",
    ),
    Probe(
        id="ts-per-05",
        title="change a saved skill or a wrapper",
        code="""
for (
  const folder of [
    "../skills",
    "/skills",
    "/sandgate/skills",
    "../servers",
    "/sandgate/servers",
    "../guest",
    "../packages",
  ]
) {
  await tried(folder, () => fs.writeFileSync(`${folder}/daily.ts`, "console.log('poisoned')"));
  await tried(`${folder} new`, () => fs.mkdirSync(`${folder}/new`));
}
""",
        must="skills and wrappers can only be read",
    ),
    staying(
        "ts-per-06",
        "leave something that runs later: timers, handlers, threads",
        """
const later = () => {
  try {
    fs.appendFileSync("/sandgate/workspace/later", "x");
  } catch { /* gone */ }
};
setInterval(later, 5);
process.on("exit", later);
globalThis.addEventListener("unload", () => {
  for (let round = 0; round < 1e6; round++) later();
});
(function again() {
  setTimeout(again, 1);
  later();
})();
for (const path of ["/etc/cron.d/probe", "/etc/systemd/system/probe.service"]) {
  await tried(path, () =>
    fs.writeFileSync(path, "x"));
}
""",
        """
const size = () => (fs.existsSync("later") ? fs.statSync("later").size : 0);
const before = size();
await new Promise((resolve) => setTimeout(resolve, 200));
(size() > before ? escaped : blocked)("written later", size() - before);
""",
        "nothing of a run goes on after it",
    ),
    staying(
        "ts-per-07",
        "lock a later run out of its own workspace",
        """
fs.mkdirSync("mine");
fs.writeFileSync("mine/file", "x");
for (const [path, mode] of [["mine/file", 0], ["mine", 0], [".", 0o500]] as [string, number][]) {
  try {
    fs.chmodSync(path, mode);
  } catch (error: any) {
    print(error.message);
  }
}
""",
        """
if (fs.existsSync("mine")) {
  fs.chmodSync("mine", 0o700);
  fs.chmodSync("mine/file", 0o600);
}
blocked(fs.existsSync("mine") ? fs.readFileSync("mine/file", "utf8") : "nothing was kept");
""",
        "whoever has the session has its files",
    ),
    staying(
        "ts-per-08",
        "keep things in the stores of a browser",
        """
const keep: (() => any)[] = [
  () => localStorage.setItem("left", "x"),
  () => sessionStorage.setItem("left", "x"),
  () => caches.open("left"),
  async () => await (await (Deno as any).openKv()).set(["left"], 1),
];
for (const one of keep) {
  try {
    await one();
  } catch (error: any) {
    print(error.message);
  }
}
""",
        """
await tried("local", () => localStorage.getItem("left") ?? false);
await tried("session", () => sessionStorage.getItem("left") ?? false);
await tried("caches", () => caches.has("left"));
""",
        "only the workspace is kept",
    ),
    Probe(
        id="ts-per-09",
        title="call tools after the last word, from what was left running",
        code="""
setInterval(() => {
  send(request(1000 + Math.floor(Math.random() * 1e9))).catch(() => {});
}, 1);
process.on("exit", () => {
  for (let id = 0; id < 100; id++) send(request(5000 + id)).catch(() => {});
});
blocked("the program has ended");
""",
        kind="gateway",
        must="nothing is carried out once the outcome is told",
        holds=both(said, finished),
    ),
)
