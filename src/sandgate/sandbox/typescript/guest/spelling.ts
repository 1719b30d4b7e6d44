/** Names of TypeScript programs as Python writes them, and what calls of Deno and Node are there. */

import { isPlain, type Writer } from "./writing.ts";

type Node = any;
const KEYWORDS =
  "False None True and as assert async await break class continue def del elif else except finally for from global if " +
  "import in is lambda nonlocal not or pass raise return try while with yield";
/** What the outline itself says: a name of the program's own must not be taken for it. */
const OURS =
  "importlib os requests shutil socket subprocess open exec eval compile getattr vars call_mcp_tool servers skills " +
  "__import__ print";
const TAKEN = new Set(`${KEYWORDS} ${OURS}`.split(" "));
const CONSTANTS: Record<string, string> = { undefined: "None", NaN: "None", callMcpTool: "call_mcp_tool" };
const PLAIN = /^[A-Za-z_]\w*$/;

const READS = "readTextFile readFile readDir readdir readLink stat lstat open createReadStream opendir access exists";
const WRITES =
  "writeTextFile writeFile appendFile create createWriteStream truncate chmod chown symlink link utime utimes";
const FILES = new Map([
  ...listed(READS, "open(%, 'r')"),
  ...listed(WRITES, "open(%, 'w')"),
  ...listed("remove rm rmdir unlink", "os.remove(%)"),
  ...listed("mkdir makeTempDir", "os.mkdir(%)"),
  ...listed("rename copyFile cp", "shutil.move(%)"),
]);
const CONNECTIONS = new Set("connect connectTls listen listenTls resolveDns listenDatagram serve".split(" "));
const LOOPS = new Set("forEach flatMap filter reduce reduceRight some every find findIndex sort".split(" "));
const LOADED = /^importlib\.import_module\("node\.(\w+)"\)$/;

function listed(names: string, text: string): [string, string][] {
  return names.split(" ").map((name) => [name, text]);
}

export class Spelling {
  /** Modules of Node by the names a program has for them, and their members: `fs`, `fs.readFile`. */
  #node = new Map<string, string>();
  /** Other names a program has given: they are not what the runtime calls so. */
  #own = new Set<string>();

  /** A program gives a name to what Python says so. `member` is its name in a module. */
  gives(name: string, value = "", member = ""): void {
    const module = LOADED.exec(value)?.[1].replace("_promises", "");
    if (module) this.#node.set(name, member && member !== "default" ? `${module}.${member}` : module);
    else this.#own.add(name);
  }

  /** What is called, by the runtime's own name; empty for what is the program's. */
  known(owner: string, name: string): string {
    if (!owner) return this.#node.get(name) ?? (this.#own.has(name) ? "" : name);
    const module = this.#node.get(owner);
    return module ? `${module.replace(".promises", "")}.${name}` : this.#own.has(owner) ? "" : `${owner}.${name}`;
  }

  name(name: string): string {
    if (Object.hasOwn(CONSTANTS, name)) return CONSTANTS[name];
    const own = PLAIN.test(name) ? name : `_${[...name].map((one) => one.codePointAt(0)!.toString(16)).join("_")}`;
    return TAKEN.has(own) ? `${own}_` : own;
  }

  isPlain(name: string): boolean {
    return PLAIN.test(name) && !KEYWORDS.split(" ").includes(name);
  }

  /** `servers/github/create_issue.ts` is `servers.github.create_issue`. */
  module(from: string): string {
    const bare = from.replace(/^(?:\.?\/|file:\/\/\/)?(?:sandgate\/)?/, "").replace(/(?:\/index)?\.[tj]s$/, "");
    if (/^(?:servers|skills)(?:\/\w+)*$/.test(bare)) {
      return bare.split("/").map((one, at) => (at ? this.name(one) : one)).join(".");
    }
    return `node.${this.name(from.replace(/^node:/, "").replace(/\W/g, "_"))}`;
  }
}

/** The last name of what is called, and the one before it. */
function called(node: Node): [string, string] {
  if (node?.type === "Identifier") return ["", node.name];
  if (node?.type === "ChainExpression") return called(node.expression);
  if (node?.type !== "MemberExpression") return ["", ""];
  const name = node.computed ? String(node.property.value ?? "") : node.property.name;
  return [called(node.object)[1], name];
}

export function call(writer: Writer, node: Node): string {
  const [owner, name] = called(node.callee);
  const args: Node[] = node.arguments;
  const known = writer.spelling.known(owner, name);
  const given = () => args.map((one) => writer.given(one)).join(", ");
  const [, module, member] = /^(Deno|fs|promises|child_process)\.(\w+)$/.exec(known) ?? [];
  const file = module !== "child_process" && FILES.get((member ?? "").replace(/Sync$/, ""));
  if (file && args.length) return placed(writer, file, args);
  if (/^child_process\.exec(?:Sync)?$/.test(known) && args.length) return `os.system(${writer.given(args[0])})`;
  if (module === "child_process" && args.length) return command(writer, args);
  if (known === "fetch" || known === "globalThis.fetch") return fetched(writer, args);
  if (module === "Deno" && CONNECTIONS.has(member)) return `socket.create_connection([${given()}])`;
  if (known === "eval" || known === "Function" || name === "constructor") return `exec([${given()}])`;
  if (owner && LOOPS.has(name)) return `${callee(writer, node.callee.object)}.map(${given()})`;
  return `${callee(writer, node.callee)}(${given()})`;
}

export function constructed(writer: Writer, node: Node): string {
  const known = writer.spelling.known(...called(node.callee));
  const args: Node[] = node.arguments;
  if (known === "Deno.Command") return command(writer, args);
  const given = args.map((one) => writer.given(one)).join(", ");
  if (/Function$/.test(known)) return `exec([${given}])`;
  if (/^(?:WebSocket|EventSource|WebTransport)$/.test(known)) return `socket.create_connection([${given}])`;
  return `${callee(writer, node.callee)}(${given})`;
}

function callee(writer: Writer, node: Node): string {
  return isPlain(node) ? writer.value(node) : `(${writer.value(node)})`;
}

function placed(writer: Writer, file: string, args: Node[]): string {
  const values = args.map((one) => writer.given(one));
  if (file === "os.remove(%)" && /"recursive": True/.test(values[1] ?? "")) return `shutil.rmtree(${values[0]})`;
  return file.replace("%", () => (file.startsWith("shutil") ? values.slice(0, 2).join(", ") : values[0]));
}

function command(writer: Writer, args: Node[]): string {
  const [first, second] = args;
  const options = second?.type === "ObjectExpression"
    ? second.properties.find((one: Node) => one.key?.name === "args")?.value
    : second;
  const words = options?.type === "ArrayExpression" ? options.elements.map((one: Node) => writer.given(one)) : [];
  return `subprocess.run([${[first ? writer.given(first) : "None", ...words].join(", ")}])`;
}

function fetched(writer: Writer, args: Node[]): string {
  const method = args[1]?.type === "ObjectExpression"
    ? args[1].properties.find((one: Node) => one.key?.name === "method")?.value
    : undefined;
  const values = args.map((one) => writer.given(one));
  const verb = method ? writer.value(method) : args.length > 1 ? '"POST"' : '"GET"';
  return `requests.request(${verb}, ${values[0] ?? "None"})`;
}
