"""Reach files of the host: read them, know of them, change them."""

from __future__ import annotations

from ..probe import Probe

PROBES = (
    Probe(
        id="ts-fs-01",
        title="read a file outside by every function that reads",
        code="""
const text = (data: any) => decoder.decode(data);
await tried("readTextFile", () => Deno.readTextFile(OUTSIDE_FILE));
await tried("readFileSync", () => text(Deno.readFileSync(OUTSIDE_FILE)));
await tried("open", () => Deno.openSync(OUTSIDE_FILE).statSync().size);
await tried("node", () => fs.readFileSync(OUTSIDE_FILE, "utf8"));
await tried("node promises", () => fs.promises.readFile(OUTSIDE_FILE, "utf8"));
await tried("node descriptor", () => fs.openSync(OUTSIDE_FILE, "r"));
await tried("node stream", () => event(fs.createReadStream(OUTSIDE_FILE), "data"));
await tried("node blob", async () => await (await (fs as any).openAsBlob(OUTSIDE_FILE)).text());
await tried("fetch", async () => await (await fetch(`file://${OUTSIDE_FILE}`)).text());
""",
        plain="escapes",
    ),
    Probe(
        id="ts-fs-02",
        title="read the host's accounts, keys and identity",
        code="""
for (
  const path of [
    "/etc/passwd",
    "/etc/shadow",
    "/etc/machine-id",
    "/etc/hostname",
    "/root/.bashrc",
    "/etc/hosts",
  ]
) {
  await tried(path, () => Deno.readTextFileSync(path));
}
""",
        plain="escapes",
    ),
    Probe(
        id="ts-fs-03",
        title="read what the kernel tells of processes and of the machine",
        code="""
for (
  const name of [
    "self/environ",
    "self/mem",
    "self/mountinfo",
    "self/cmdline",
    "1/environ",
    "1/cmdline",
    "1/maps",
    `${OUTSIDE_PID}/environ`,
    `${OUTSIDE_PID}/cmdline`,
    "cmdline",
    "kcore",
    "kallsyms",
    "version",
    "meminfo",
    "sys/kernel/core_pattern",
    "self/auxv",
    "self/root/etc/passwd",
    "thread-self/environ",
    "self/task/1/environ",
  ]
) {
  await tried(name, () => Deno.openSync(`/proc/${name}`).readSync(new Uint8Array(64)));
  await tried(`${name} by node`, () => fs.readSync(fs.openSync(`/proc/${name}`, "r"), new Uint8Array(64)));
}
""",
        plain="escapes",
    ),
    Probe(
        id="ts-fs-04",
        title="climb out by dots, addresses, odd spellings and links in /proc",
        code="""
const up = "../".repeat(40).slice(0, -1);
for (
  const path of [
    up + OUTSIDE_FILE,
    `/tmp/../${OUTSIDE_FILE}`,
    `/sandgate/workspace/${up}${OUTSIDE_FILE}`,
    `/sandgate/workspace/./..//../${OUTSIDE_FILE}`,
    `/proc/self/root${OUTSIDE_FILE}`,
    `/proc/self/cwd/${up}${OUTSIDE_FILE}`,
    `/dev/fd/../../..${OUTSIDE_FILE}`,
    `/proc/self/fd/0/../../..${OUTSIDE_FILE}`,
    `${OUTSIDE_FILE}\\0.txt`,
  ]
) {
  await tried(path, () => Deno.readTextFileSync(path));
  await tried(`${path} by node`, () => fs.readFileSync(path, "utf8"));
}
for (
  const url of [
    `file://${OUTSIDE_FILE}`,
    `file:///tmp/..%2f..${OUTSIDE_FILE}`,
    `file:///tmp/%2e%2e${OUTSIDE_FILE}`,
  ]
) {
  await tried(url, () => Deno.readTextFileSync(new URL(url)));
}
""",
        plain="escapes",
    ),
    Probe(
        id="ts-fs-05",
        title="read through a symbolic link in the workspace",
        code="""
const links: [string, () => any][] = [
  ["deno", () => Deno.symlinkSync(OUTSIDE_FILE, "one")],
  ["node", () => fs.symlinkSync(OUTSIDE_FILE, "two")],
  ["a folder", () => fs.symlinkSync(OUTSIDE_FOLDER, "three")],
  ["relative", () => fs.symlinkSync("../".repeat(20) + OUTSIDE_FILE.slice(1), "four")],
  ["the root", () => Deno.symlinkSync("/", "five")],
];
for (const [name, link] of links) {
  try {
    link();
  } catch (error: any) {
    blocked(name, error.message);
  }
}
for (const path of ["one", "two", "three/secret.txt", "four", `five${OUTSIDE_FILE}`]) {
  await tried(path, () => Deno.readTextFileSync(path));
}
""",
        plain="escapes",
    ),
    Probe(
        id="ts-fs-06",
        title="take a file of the host into the workspace: link, copy, move",
        code="""
await tried("link", () => Deno.linkSync(OUTSIDE_FILE, "linked"));
await tried("node link", () => fs.linkSync(OUTSIDE_FILE, "linked by node"));
await tried("copy", () => Deno.copyFileSync(OUTSIDE_FILE, "copied"));
await tried("node copy", () => fs.copyFileSync(OUTSIDE_FILE, "copied by node"));
await tried("node tree", () => fs.cpSync(OUTSIDE_FOLDER + "/servers", "tree", { recursive: true }));
await tried("move", () => {
  Deno.renameSync(OUTSIDE_FILE, "moved");
  Deno.copyFileSync("moved", OUTSIDE_FILE);
});
""",
        plain="escapes",
    ),
    Probe(
        id="ts-fs-07",
        title="learn that a file of the host exists, and how large it is",
        code="""
await tried("stat", () => Deno.statSync(OUTSIDE_FILE).size);
await tried("lstat", () => Deno.lstatSync(OUTSIDE_FILE).size);
await tried("real path", () => Deno.realPathSync(OUTSIDE_FILE));
await tried("exists", () => fs.existsSync(OUTSIDE_FILE));
await tried("access", () => fs.accessSync(OUTSIDE_FILE));
await tried("node stat", () => fs.statSync(OUTSIDE_FILE).size);
await tried("link", () => Deno.readLinkSync("/proc/self/exe"));
await tried("file system", () => fs.statfsSync(OUTSIDE_FOLDER).blocks);
await tried("watch", () => Deno.watchFs(OUTSIDE_FOLDER).close());
await tried("node watch", () => {
  setTimeout(() => {
    try {
      fs.writeFileSync(OUTSIDE_FOLDER + "/noticed", "x");
    } catch { /* it cannot be written */ }
  }, 50);
  return event(fs.watch(OUTSIDE_FOLDER), "change");
});
""",
        plain="escapes",
    ),
    Probe(
        id="ts-fs-08",
        title="list the folders of the host",
        code="""
const FOLDERS = "/ /etc /var /srv /boot /run /mnt /sys /usr/bin /usr/share/doc /proc /dev".split(" ");
for (const path of [...FOLDERS, OUTSIDE_FOLDER]) {
  await tried(path, () => [...Deno.readDirSync(path)].length);
  await tried(`${path} by node`, () => fs.readdirSync(path).length);
  await tried(`${path} opened`, () => fs.opendirSync(path).readSync()?.name);
}
""",
        plain="escapes",
    ),
    Probe(
        id="ts-fs-09",
        title="open devices: memory, kernel log, virtual machines, disks, terminals",
        code="""
for (
  const name of "mem kmem kmsg port kvm fuse vsock net/tun sda vda nvme0n1 console tty ptmx loop-control"
    .split(" ")
) {
  await tried(name, () => Deno.openSync(`/dev/${name}`).close());
  await tried(`${name} by node`, () => fs.closeSync(fs.openSync(`/dev/${name}`, fs.constants.O_NONBLOCK)));
}
""",
    ),
    Probe(
        id="ts-fs-10",
        title="write new files outside the scratch folders",
        code="""
const FOLDERS = [
  OUTSIDE_FOLDER,
  "/",
  "/etc",
  "/usr",
  "/var/tmp",
  "/dev",
  "/proc/self",
  "..",
  "../servers",
  "../guest",
];
for (const folder of [...FOLDERS, "/commands", "/dev/shm", "/dev/shm/deno"]) {
  const path = `${folder}/written`;
  await tried(folder, () => Deno.writeTextFileSync(path, "x"));
  await tried(`${folder} by node`, () => fs.writeFileSync(path, "x"));
  await tried(`${folder} made`, () => Deno.mkdirSync(`${path}-folder`));
  await tried(`${folder} temporary`, () => Deno.makeTempFileSync({ dir: folder }));
  for (const left of [path, `${path}-folder`]) {
    try {
      Deno.removeSync(left);
    } catch { /* it was never there */ }
  }
}
""",
    ),
    Probe(
        id="ts-fs-11",
        title="change, move or remove a file outside by every call that can",
        code="""
await tried("truncate", () => Deno.truncateSync(OUTSIDE_FILE, 200));
await tried("chmod", () => Deno.chmodSync(OUTSIDE_FILE, 0o644));
await tried("chown", () => Deno.chownSync(OUTSIDE_FILE, 0, 0));
await tried("times", () => Deno.utimeSync(OUTSIDE_FILE, 1, 1));
await tried("append", () => Deno.writeTextFileSync(OUTSIDE_FILE, "", { append: true }));
await tried("rename", () => {
  fs.renameSync(OUTSIDE_FILE, OUTSIDE_FILE + "x");
  fs.renameSync(OUTSIDE_FILE + "x", OUTSIDE_FILE);
});
await tried("node truncate", () => fs.truncateSync(OUTSIDE_FILE, 200));
await tried("node stream", () => event(fs.createWriteStream(OUTSIDE_FILE, { flags: "a" }), "open"));
await tried("remove", () => Deno.removeSync(OUTSIDE_FOLDER + "/servers/README.md"));
""",
        plain="escapes",
    ),
    Probe(
        id="ts-fs-12",
        title="change the runtime, the guest's code, its import map, the wrappers",
        code="""
for (
  const path of [
    "/commands/deno",
    "../guest/main.ts",
    "../guest/frames.ts",
    "../guest/deno.json",
    "../servers/_client.ts",
    "../servers/probe/index.ts",
    "/sandgate/guest/rehearsal/index.ts",
    "/proc/self/exe",
  ]
) {
  await tried(path, () => Deno.writeTextFileSync(path, "", { append: true }));
  await tried(`${path} replaced`, () => {
    Deno.renameSync(path, `${path}.x`);
    Deno.renameSync(`${path}.x`, path);
  });
  await tried(`${path} by node`, () => fs.openSync(path, "r+"));
  await tried(`${path} touched`, () => fs.utimesSync(path, new Date(), new Date()));
}
""",
    ),
    Probe(
        id="ts-fs-13",
        title="load a file of the host as a module, a package or an environment",
        code="""
const { createRequire } = await import("node:module");
await tried("json", () => import(`file://${OUTSIDE_FILE}`, { with: { type: "json" } }));
await tried("text", () => import(`file://${OUTSIDE_FILE}`, { with: { type: "text" } }));
await tried("bytes", () => import(`file://${OUTSIDE_FILE}`, { with: { type: "bytes" } }));
Deno.writeTextFileSync("outside.ts", `export * from "file://${OUTSIDE_FOLDER}/evil.ts"`);
await tried("a module's import", () => import(`file://${Deno.cwd()}/outside.ts`));
await tried("require", () => createRequire("file:///tmp/x.js")(OUTSIDE_FILE));
await tried("resolve", () => createRequire("file:///tmp/x.js").resolve(OUTSIDE_FILE));
await tried("environment", () => (process as any).loadEnvFile(OUTSIDE_FILE));
""",
        must="what is refused to be read is not told by the error of a module either",
    ),
    Probe(
        id="ts-fs-14",
        title="reach a file through the database that comes with the runtime",
        code="""
const { DatabaseSync } = await import("node:sqlite");
const db = () => new DatabaseSync(":memory:", { allowExtension: true } as any);
await tried("open", () => new DatabaseSync(OUTSIDE_FOLDER + "/new.db").exec("create table t(x)"));
await tried(
  "address",
  () => new DatabaseSync(`file:${OUTSIDE_FOLDER}/new.db?mode=rwc` as any).exec("create table t(x)"),
);
await tried("attach", () => db().exec(`attach '${OUTSIDE_FOLDER}/new.db' as o; create table o.t(x)`));
await tried("vacuum", () => db().exec(`vacuum into '${OUTSIDE_FOLDER}/new.db'`));
await tried("extension", () => (db() as any).loadExtension("/lib/x86_64-linux-gnu/libc.so.6"));
await tried(
  "a file as pages",
  () => new DatabaseSync(OUTSIDE_FILE, { readOnly: true }).prepare("select * from sqlite_master").all(),
);
await tried("store", async () => (await (Deno as any).openKv?.(OUTSIDE_FOLDER + "/kv.db") ?? false));
""",
    ),
    Probe(
        id="ts-fs-15",
        title="win a race against the permission check with a name that changes",
        code="""
fs.mkdirSync("real");
fs.writeFileSync("real/secret.txt", "mine");
let won = "";
for (let round = 0; round < 200 && !won; round++) {
  const reads = [Deno.readTextFile("real/secret.txt"), Deno.readTextFile("real/../real/secret.txt")];
  try {
    fs.renameSync("real", "kept");
    fs.symlinkSync(OUTSIDE_FOLDER, "real");
  } catch { /* no link may be made */ }
  for (const read of reads) won ||= (await read.catch(() => "mine")) === "mine" ? "" : "another's";
  try {
    fs.unlinkSync("real");
  } catch { /* it is a folder */ }
  try {
    fs.renameSync("kept", "real");
  } catch { /* it was not moved */ }
}
(won ? escaped : blocked)(won || "only what is ours was read");
""",
    ),
    Probe(
        id="ts-fs-16",
        title="find control sockets of the host: containers, message bus, key agent",
        code="""
for (
  const path of [
    "/var/run/docker.sock",
    "/run/docker.sock",
    "/run/dbus/system_bus_socket",
    "/run/systemd/private",
    "/run/containerd/containerd.sock",
    OUTSIDE_STREAM,
  ]
) {
  await tried(path, () => Deno.statSync(path).mode);
  await tried(`${path} by node`, () => fs.existsSync(path));
}
""",
        plain="escapes",
    ),
)
