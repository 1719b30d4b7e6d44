"""Get below the runtime: native code, its own insides, its compiler, the kernel."""

from __future__ import annotations

from ..probe import Probe, contained

CALLS = """
const NUMBERS: Record<string, number[]> = {
  fork: [57],
  vfork: [58],
  clone: [56, 17],
  "clone of namespaces": [56, 0x10000011],
  clone3: [435, 0, 88],
  "internet socket": [41, 2, 1],
  "unix socket": [41, 1, 1],
  netlink: [41, 16, 3],
  vsock: [41, 40, 1],
  unshare: [272, 0x10000000],
  setns: [308, 0, 0],
  mount: [165, 0, 0, 0],
  chroot: [161, 0],
  pivot_root: [155, 0, 0],
  ptrace: [101, 0],
  process_vm_readv: [310, 1, 0, 0],
  io_uring: [425, 1, 0],
  bpf: [321, 0, 0, 0],
  userfaultfd: [323, 0],
  perf: [298, 0, 0, 0],
  open_by_handle: [304, 0, 0, 0],
  setuid: [105, 0],
  keyctl: [250, 0, 0],
  execveat: [322, 1, 0, 0],
  memfd: [319, 0, 0],
  pidfd_getfd: [438, 3, 0, 0],
  clock_settime: [227, 0, 0],
  finit_module: [313, 0, 0, 0],
  kexec: [246, 0, 0, 0],
  reboot: [169, 0, 0, 0],
  personality: [135, 0xffffffff],
  shmget: [29, 0, 4096, 0o1600],
  mq_open: [240, 0, 0, 0],
  inotify: [294, 0],
  fanotify: [300, 0, 0],
  swapon: [167, 0, 0],
  acct: [163, 0],
  quotactl: [179, 0, 0, 0],
  seccomp: [317, 0, 0, 0],
};
"""

PROBES = (
    Probe(
        id="ts-kern-01",
        title="load a native library",
        code="""
const getpid = { getpid: { parameters: [], result: "i32" } } as const;
for (
  const name of [
    "libc.so.6",
    "/lib/x86_64-linux-gnu/libc.so.6",
    "/lib/aarch64-linux-gnu/libc.so.6",
    Deno.execPath(),
  ]
) {
  await tried(name, () => Deno.dlopen(name, getpid).symbols.getpid());
}
""",
        plain="escapes",
    ),
    Probe(
        id="ts-kern-02",
        title="read and write memory by address",
        code="""
await tried("pointer", () => Deno.UnsafePointer.create(4096n));
await tried("of", () => Deno.UnsafePointer.of(new Uint8Array(8)));
await tried("view", () => Deno.UnsafePointerView.getCString((Deno.UnsafePointer as any).create(4096n)));
await tried("callback", () => new Deno.UnsafeCallback({ parameters: [], result: "void" }, () => {}).pointer);
""",
        must="no address is given and none is taken",
    ),
    Probe(
        id="ts-kern-03",
        title="load an addon that it wrote",
        code="""
const { createRequire } = await import("node:module");
const require = createRequire(`file://${Deno.cwd()}/x.js`);
fs.writeFileSync("addon.node", raw("\\x7fELF\\x02\\x01\\x01" + "\\0".repeat(200)));
const temporary = Deno.makeTempFileSync({ suffix: ".node" });
fs.writeFileSync(temporary, fs.readFileSync("addon.node"));
await tried("require", () => require("./addon.node"));
await tried("dlopen", () => (process as any).dlopen({ exports: {} }, `${Deno.cwd()}/addon.node`));
await tried("temporary", () => (process as any).dlopen({ exports: {} }, temporary));
await tried("libc", () => (process as any).dlopen({ exports: {} }, "/lib/x86_64-linux-gnu/libc.so.6"));
""",
    ),
    Probe(
        id="ts-kern-04",
        title="reach the runtime's own operations",
        code="""
const inner: any = (Deno as any)[(Deno as any).internal];
const core = inner?.core ?? (Deno as any).core ?? (globalThis as any).__bootstrap?.core;
const ops = core?.ops ?? {};
for (
  const [name, use] of Object.entries({
    op_fs_read_file_sync: (op: any) => decoder.decode(op(OUTSIDE_FILE, 0)),
    op_fs_read_file_text_sync: (op: any) => op(OUTSIDE_FILE, 0),
    op_net_connect_tcp: (op: any) => op({ hostname: "127.0.0.1", port: OUTSIDE_TCP }),
    op_spawn_child: (op: any) => op({ cmd: "/bin/sh", args: [] }),
    op_ffi_load: (op: any) => op({ path: "libc.so.6", symbols: {} }),
  })
) await tried(name, () => ops[name] ? (use as any)(ops[name]) : false);
for (const name of Object.keys(inner ?? {})) {
  if (!/readFile|spawn|dlopen|connect|load/i.test(name) || typeof inner[name] !== "function") continue;
  try {
    const got = await inner[name](OUTSIDE_FILE);
    (got ? escaped : blocked)(name, got);
  } catch (error: any) {
    blocked(name, error?.message);
  }
}
""",
        must="what can be found of it asks for the same permissions",
    ),
    Probe(
        id="ts-kern-05",
        title="reach bindings of Node's",
        code="""
for (
  const name of ["fs", "spawn_sync", "process_wrap", "tcp_wrap", "os", "natives", "config", "uv", "pipe_wrap"]
) {
  let binding: any;
  try {
    binding = (process as any).binding(name);
  } catch (error: any) {
    blocked(name, error.message);
    continue;
  }
  await tried(`${name} opens`, () => binding?.open?.(OUTSIDE_FILE, 0, 0) ?? false);
  await tried(`${name} spawns`, () => binding?.spawn?.({ file: "/bin/true", args: [] })?.pid ?? false);
}
""",
    ),
    Probe(
        id="ts-kern-06",
        title="make system calls by their numbers",
        code=CALLS
        + """
let libc: any;
try {
  const parameters = Array(5).fill("i64");
  libc = Deno.dlopen("libc.so.6", { syscall: { parameters, result: "i64" } } as any);
} catch (error: any) {
  blocked("no native code", error.message);
}
for (
  const [name, [number, ...values]] of libc && Deno.build.arch === "x86_64"
    ? Object.entries(NUMBERS)
    : []
) {
  const words = [number, ...[0, 1, 2, 3].map((at) => values[at] ?? 0)].map((word) => BigInt(word));
  const got = Number(libc.symbols.syscall(...words));
  (got === -1 ? blocked : escaped)(name, got);
}
""",
        must="refused before they reach the kernel",
    ),
    Probe(
        id="ts-kern-07",
        title="switch on what V8 has for its own tests",
        code="""
const v8 = await import("node:v8");
for (
  const flag of [
    "--allow-natives-syntax",
    "--expose-gc",
    "--no-wasm-bounds-checks",
    "--expose-memory-corruption-api",
    "--sandbox-testing",
    "--no-sandbox",
    "--wasm-max-mem-pages=65536",
    "--stack-size=900000",
    "--expose-d8",
  ]
) {
  try {
    v8.setFlagsFromString(flag);
  } catch (error: any) {
    print(flag, error.message);
  }
}
await tried("corruption", () => typeof (globalThis as any).Sandbox !== "undefined");
await tried("natives", () => {
  try {
    return new Function("return %GetOptimizationStatus(() => 1) && %SystemBreak()")();
  } catch (error: any) {
    throw new Error(error.message);
  }
});
const memory = new WebAssembly.Memory({ initial: 1 });
await tried("outside the memory", () => (new Uint8Array(memory.buffer)[70_000] ?? false));
function deep(): number {
  return 1 + deep();
}
await tried("a deeper stack", () => {
  try {
    return deep();
  } catch (error: any) {
    throw new Error(error.message);
  }
});
""",
        kind="supervise",
        must="refused, or the end of this run alone",
        holds=contained,
    ),
    Probe(
        id="ts-kern-08",
        title="reach files through WebAssembly's system interface",
        code="""
const module: any = await import("node:wasi").catch((error) => {
  blocked("wasi", error.message);
  return {};
});
await tried("preopened root", () => {
  if (!module.WASI) return false;
  const wasi = new module.WASI({ version: "preview1", preopens: { "/": "/" } });
  const call = wasi.wasiImport?.path_open ?? wasi.getImportObject?.().wasi_snapshot_preview1?.path_open;
  return typeof call === "function" && fs.readFileSync(OUTSIDE_FILE, "utf8");
});
const bytes = raw("\\0asm\\x01\\0\\0\\0\\x01\\x04\\x01\\x60\\0\\0\\x02\\x07\\x01\\x01e\\x01f\\0\\0");
await tried("import of an address", () => {
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(bytes), { e: { f: OUTSIDE_TCP as any } });
  } catch (error: any) {
    throw new Error(error.message);
  }
});
""",
    ),
    Probe(
        id="ts-kern-09",
        title="make code of text, in other contexts, that sees more",
        code="""
const vm = await import("node:vm");
const text = `Deno.readTextFileSync(${JSON.stringify(OUTSIDE_FILE)})`;
const quietly = (deed: () => any) => () => {
  try {
    return deed();
  } catch (error: any) {
    throw new Error(error?.message);
  }
};
await tried("function", quietly(() => new Function(`return ${text}`)()));
await tried("indirect eval", quietly(() => (0, eval)(text)));
await tried("constructor", quietly(() => (async () => {}).constructor(`return ${text}`)()));
await tried("this context", quietly(() => vm.runInThisContext(text)));
await tried(
  "new context",
  quietly(() => vm.runInNewContext(`this.constructor.constructor(${JSON.stringify("return " + text)})()`)),
);
const Realm = (globalThis as any).ShadowRealm;
await tried("realm", quietly(() => Realm ? new Realm().evaluate(text) : false));
await tried(
  "data module",
  async () => (await import(`data:text/javascript,export default ${encodeURIComponent(text)}`)).default,
);
const blob = URL.createObjectURL(new Blob([`export default ${text}`], { type: "text/javascript" }));
await tried("blob module", async () => (await import(blob)).default);
""",
        plain="escapes",
    ),
    Probe(
        id="ts-kern-10",
        title="debug oneself",
        code="""
const { Session } = await import("node:inspector");
const session: any = new Session();
const asked = (method: string, params: any) =>
  within(
    new Promise((resolve, reject) =>
      session.post(
        method,
        params,
        (error: any, got: any) => (error ? reject(new Error(error.message)) : resolve(got)),
      )
    ),
  );
await tried("connect", () => {
  session.connect();
  return false;
});
const expression = `Deno.readTextFileSync(${JSON.stringify(OUTSIDE_FILE)})`;
await tried(
  "evaluate",
  async () => (await asked("Runtime.evaluate", { expression }))?.result?.value ?? false,
);
await tried(
  "load a resource",
  async () =>
    (await asked("Network.loadNetworkResource", { url: `file://${OUTSIDE_FILE}` }))?.resource?.success ??
      false,
);
""",
    ),
    Probe(
        id="ts-kern-11",
        title="use devices through the web's interfaces",
        code="""
await tried(
  "graphics",
  async () => (await within((navigator as any).gpu?.requestAdapter?.() ?? Promise.resolve(null))) ?? false,
);
const Surface = (Deno as any).UnsafeWindowSurface ?? class {
  constructor() {
    throw new Error("there is none");
  }
};
await tried(
  "a window",
  () => new Surface({ system: "x11", windowHandle: null, displayHandle: null, width: 1, height: 1 }),
);
""",
    ),
    Probe(
        id="ts-kern-12",
        title="write and run machine code: a JIT's own pages, memory that may be executed",
        code="""
for (const path of ["/proc/self/mem", "/proc/thread-self/mem", `/proc/${Deno.pid}/mem`]) {
  await tried(path, () => fs.openSync(path, "r+"));
  await tried(`${path} by deno`, () => Deno.openSync(path, { read: true, write: true }));
}
for (
  const path of [
    "/proc/self/clear_refs",
    "/proc/self/oom_score_adj",
    "/proc/self/attr/current",
    "/proc/sys/kernel/core_pattern",
  ]
) {
  await tried(path, () => fs.openSync(path, "r+"));
}
""",
        plain="escapes",
    ),
)
