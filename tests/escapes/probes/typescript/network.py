"""Reach the network or the host's sockets."""

from __future__ import annotations

from ..probe import Probe, contained

PROBES = (
    Probe(
        id="ts-net-01",
        title="connect to a service on the host's loopback",
        code="""
await tried("IPv4", () => Deno.connect({ hostname: "127.0.0.1", port: OUTSIDE_TCP }));
await tried("IPv6", () => Deno.connect({ hostname: "::1", port: OUTSIDE_TCP6 }));
await tried("a name", () => Deno.connect({ hostname: "localhost", port: OUTSIDE_TCP }));
for (const hostname of ["0x7f000001", "2130706433", "127.1", "0.0.0.0", "::ffff:127.0.0.1"]) {
  await tried(hostname, () => Deno.connect({ hostname, port: OUTSIDE_TCP }));
}
""",
        plain="escapes",
    ),
    Probe(
        id="ts-net-02",
        title="connect with Node's sockets, which ask for permission elsewhere",
        code="""
const tls = await import("node:tls");
await tried("net", () => event(net.connect(OUTSIDE_TCP, "127.0.0.1"), "connect"));
await tried("net IPv6", () => event(net.connect(OUTSIDE_TCP6, "::1"), "connect"));
await tried("net path", () => event(net.connect(OUTSIDE_STREAM), "connect"));
await tried("tls", () => event(tls.connect(OUTSIDE_TCP, "127.0.0.1"), "secureConnect"));
""",
        plain="escapes",
    ),
    Probe(
        id="ts-net-03",
        title="connect to Unix sockets of the host, by path and by abstract name",
        code="""
const unix = (path: string) => Deno.connect({ transport: "unix", path } as any);
await tried("path", () => unix(OUTSIDE_STREAM));
await tried("abstract", () => unix(OUTSIDE_ABSTRACT));
await tried("docker", () => unix("/var/run/docker.sock"));
""",
        plain="escapes",
    ),
    Probe(
        id="ts-net-04",
        title="fetch a page with every client there is",
        code="""
const here = `127.0.0.1:${OUTSIDE_TCP}`;
const http = await import("node:http"),
  https = await import("node:https"),
  http2 = await import("node:http2");
await tried(
  "fetch",
  () => fetch(`http://${here}/`, { signal: AbortSignal.timeout(500) }).then((r) => r.status),
);
await tried(
  "http",
  () =>
    event(http.get(`http://${here}/`), "socket").then(() => event(http.get(`http://${here}/`), "response")),
);
await tried("https", () => event(https.get(`https://${here}/`), "response"));
await tried("http2", () => event(http2.connect(`http://${here}`), "connect"));
const opened = (thing: any) =>
  within(
    new Promise((resolve, reject) => {
      thing.onopen = resolve;
      thing.onerror = () => reject(new Error("closed"));
    }),
    500,
  );
await tried("web socket", () => opened(new WebSocket(`ws://${here}`)));
await tried("events", () => opened(new EventSource(`http://${here}`)));
await tried(
  "metadata",
  () => fetch("http://169.254.169.254/latest/meta-data/", { signal: AbortSignal.timeout(500) }),
);
""",
        must="a request leaves no trace outside",
    ),
    Probe(
        id="ts-net-05",
        title="send datagrams, to the host and to anybody",
        code="""
const dgram = await import("node:dgram");
const listen = (Deno as any).listenDatagram ?? (() => {
  throw new Error("there is none");
});
await tried("deno", () => listen({ transport: "udp", hostname: "127.0.0.1", port: 0 }));
await tried("unix", () => listen({ transport: "unixpacket", path: "datagram" }));
const sent = (port: number, host: string) =>
  within(
    new Promise((resolve, reject) => {
      const socket = dgram.createSocket("udp4");
      socket.on("error", reject);
      socket.send("out", port, host, (error: any) => (error ? reject(error) : resolve("sent")));
    }),
  );
await tried("node", () => sent(OUTSIDE_UDP, "127.0.0.1"));
""",
        plain="escapes",
        holds=contained,  # Node throws this refusal where nobody can catch it
    ),
    Probe(
        id="ts-net-06",
        title="listen where the host or a neighbour could connect",
        code="""
const http = await import("node:http");
await tried("a port", () => Deno.listen({ hostname: "127.0.0.1", port: 0 }));
await tried("every address", () => Deno.listen({ port: 0 }));
await tried("a path", () => Deno.listen({ transport: "unix", path: "listening" } as any));
await tried("abstract", () => Deno.listen({ transport: "unix", path: "\\0probe" } as any));
await tried("serve", () => Deno.serve({ port: 0 }, () => new Response("x")));
await tried("node path", () => event(net.createServer().listen("listening by node"), "listening"));
await tried("node http", () => event(http.createServer().listen(0), "listening"));
await tried("node", () => event(net.createServer().listen(0, "127.0.0.1"), "listening"));
""",
        plain="escapes",
        holds=contained,  # the same
    ),
    Probe(
        id="ts-net-07",
        title="carry data out in questions for names",
        code="""
const dns = await import("node:dns/promises");
await tried("deno", () => within(Deno.resolveDns("localhost", "A")));
await tried(
  "own server",
  () => within(Deno.resolveDns("a.test", "A", { nameServer: { ipAddr: "127.0.0.1", port: OUTSIDE_UDP } })),
);
await tried("node", () => within(dns.lookup("localhost")));
await tried("node resolver", () => within(dns.resolve4("a.test")));
""",
        must="no question leaves",
    ),
    Probe(
        id="ts-net-08",
        title="import code over the network",
        code="""
const there = `127.0.0.1:${OUTSIDE_TCP}/x.ts`;
for (
  const from of [
    `http://${there}`,
    `https://${there}`,
    "npm:lodash",
    "jsr:@std/path",
    "https://deno.land/std/path/mod.ts",
  ]
) {
  await tried(from, () => within(import(from)));
}
Deno.writeTextFileSync("remote.ts", `export * from "http://${there}"`);
await tried("a module's import", () => within(import(`file://${Deno.cwd()}/remote.ts`)));
await tried("data", async () => within(import(`data:text/javascript,export * from "http://${there}"`)));
""",
    ),
    Probe(
        id="ts-net-09",
        title="have the client go through a proxy of one's own",
        code="""
const make = (Deno as any).createHttpClient;
for (
  const proxy of [{ url: `http://127.0.0.1:${OUTSIDE_TCP}` }, { transport: "unix", path: OUTSIDE_STREAM }]
) {
  await tried(
    JSON.stringify(proxy),
    () => within(fetch("http://example.com/", { client: make({ proxy }) } as any)),
  );
}
await tried("environment", () => {
  Deno.env.set("HTTP_PROXY", `http://127.0.0.1:${OUTSIDE_TCP}`);
});
""",
    ),
    Probe(
        id="ts-net-10",
        title="make other sockets of what is open",
        code="""
const tty = await import("node:tty"), dgram = await import("node:dgram");
for (let fd = 3; fd < 64; fd++) {
  let stat: any;
  try {
    stat = fs.fstatSync(fd);
  } catch {
    continue;
  }
  (stat.isSocket() ? escaped : blocked)("descriptor", fd, stat.mode.toString(8));
}
await tried("listen on the channel", () => event(net.createServer().listen({ fd: 0 }), "listening"));
await tried(
  "connect the channel",
  () => event(new net.Socket({ fd: 0 }).connect(OUTSIDE_TCP, "127.0.0.1"), "connect"),
);
await tried("a terminal", () => new tty.ReadStream(0).isTTY ?? false);
blocked("nothing but the channel is a socket");
""",
        must="the channel leads to the gateway and nowhere else",
        holds=contained,
    ),
    Probe(
        id="ts-net-11",
        title="learn the host's interfaces, addresses and connections",
        code="""
const os = await import("node:os");
const others = (found: any[]) => found.filter((one) => one.name !== "lo").length;
await tried("deno", () => others(Deno.networkInterfaces()));
await tried("node", () => Object.keys(os.networkInterfaces()).filter((name) => name !== "lo"));
for (const name of ["tcp", "udp", "unix", "route", "arp", "dev"]) {
  await tried(name, () => Deno.readTextFileSync(`/proc/net/${name}`).split("\\n").length > 2);
  await tried(`own ${name}`, () => fs.readFileSync(`/proc/self/net/${name}`, "utf8").split("\\n").length > 2);
}
await tried("devices", () => fs.readdirSync("/sys/class/net").filter((name) => name !== "lo"));
""",
    ),
    Probe(
        id="ts-net-12",
        title="open the debugger to others",
        code="""
const inspector = await import("node:inspector");
await tried("inspector", () => {
  inspector.open(9229, "127.0.0.1");
  return inspector.url();
});
await tried("any address", () => {
  inspector.open(0, "0.0.0.0");
  return inspector.url();
});
await tried("signal", async () => {
  process.kill(process.pid, "SIGUSR1");
  await new Promise((resolve) => setTimeout(resolve, 200));
  return inspector.url() ?? false;
});
""",
        holds=contained,
    ),
    Probe(
        id="ts-net-13",
        title="ask for the permissions that were withheld",
        code="""
for (const name of ["net", "env", "sys", "run", "ffi", "read", "write", "import"]) {
  await tried(
    name,
    async () => (await within(Deno.permissions.request({ name } as any))).state === "granted",
  );
  await tried(`${name} at once`, () => Deno.permissions.requestSync({ name } as any).state === "granted");
}
""",
        plain="escapes",
    ),
)
