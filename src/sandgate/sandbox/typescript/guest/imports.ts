/** `import` at the top of a program: made statements of it, because it runs as a function. */

import { HOME } from "./home.ts";

// Letters of every script would be more exact, and take V8 50 ms to prepare.
const CLAUSE = String.raw`(?:([^"'\x60;()=]+?)\s*from\s*)?`;
const IMPORT = new RegExp(
  String.raw`(?<=^|;)[ \t]*import\s*${CLAUSE}(["'])([^"'\n]+)\2(?:\s*with\s*(\{[^}]*\}))?[ \t]*;?`,
  "gm",
);
const PLACES = "servers/, skills/, workspace/ and node:";
const SERVER = /^servers\/\w+$/;
const LOCAL = /^(?:servers|skills|workspace)(?:\/|$)/;

/** The program with each import as a statement that does the same, in the line it was on. */
export function imported(text: string, parses: (text: string) => boolean): string {
  let rest = text;
  let moved = 0;
  for (const found of text.matchAll(IMPORT)) {
    if (parses(rest)) break; // what looks like one from here on stands in a string
    const [whole, clause, , from, attributes] = found;
    const at = found.index + moved;
    const statement = binding(clause ?? "", from, attributes) + whole.replace(/[^\n]/g, "");
    rest = rest.slice(0, at) + statement + rest.slice(at + whole.length);
    moved += statement.length - whole.length;
  }
  return rest;
}

function binding(clause: string, from: string, attributes?: string): string {
  const told = `${JSON.stringify(from)}${attributes ? `,${attributes}` : ""}`;
  const named = /\{([^}]*)\}/.exec(clause)?.[1];
  const all = /\*\s*as\s+([^\s,{]+)/.exec(clause)?.[1];
  const usual = /^\s*([^\s,{*]+)/.exec(clause)?.[1];
  const pairs = (named ?? "").split(",").map((one) => one.trim().split(/\s+as\s+/)).filter(([name]) => name);
  if (usual) pairs.push(["default", usual]);
  const picked = pairs.map(([name, own]) => `${JSON.stringify(name)}:${own ?? name}`).join(",");
  const wanted = JSON.stringify(pairs.map(([name]) => name));
  return [
    all ? `const ${all} = await $import(${told});` : "",
    pairs.length ? `const {${picked}} = await $pick(${wanted}, ${told});` : "",
    all || pairs.length ? "" : `await $import(${told});`,
  ].join("");
}

/** Load a module: wrappers, skills and files of the workspace by their names, and Node's own. */
export async function load(from: string, attributes?: object): Promise<any> {
  if (from.startsWith("node:")) return await import(from);
  if (!LOCAL.test(from) && !/^(?:\.|\/|file:)/.test(from)) {
    throw new Error(`"${from}" cannot be imported: there is no network here. Programs import from ${PLACES}.`);
  }
  const address = LOCAL.test(from) ? from : new URL(from, `file://${HOME}/`).href;
  return await (attributes ? import(address, { with: attributes as ImportAttributes }) : import(address));
}

/** The names a program wants from a module. Says what is there where one is not. */
export async function pick(names: string[], from: string, attributes?: object): Promise<Record<string, unknown>> {
  const alone = await Promise.all(names.map((name) => tool(from, name)));
  if (alone.every((found) => found !== undefined)) {
    return Object.fromEntries(names.map((name, at) => [name, alone[at]]));
  }
  const module = await load(from, attributes);
  return Object.fromEntries(names.map((name) => [name, member(module, name, from)]));
}

/** A tool by the module of its own: loading all tools of a server takes longer than most programs. */
async function tool(from: string, name: string): Promise<unknown> {
  if (!SERVER.test(from) || !/^\w+$/.test(name)) return undefined;
  const own = isFile(`${HOME}/${from}/${name}.ts`) ? name : spelled(from, name);
  return own && (await import(`${from}/${own}.ts`))[own];
}

/** The tool that is exported under another name as well. */
function spelled(from: string, name: string): string | undefined {
  try {
    const index = Deno.readTextFileSync(`${HOME}/${from}/index.ts`);
    return new RegExp(String.raw`^export \{ (\S+), \1 as ${name} \}`, "m").exec(index)?.[1];
  } catch {
    return undefined;
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

function member(module: Record<string, unknown>, name: string, from: string): unknown {
  if (!(name in module)) throw new SyntaxError(`"${from}" has no ${name}. ${near(Object.keys(module), name)}`);
  return module[name];
}

function snake(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
}

/** Those that have most words in common, spelled as the one that is not there. */
function near(names: string[], name: string): string {
  const words = new Set(snake(name).split("_"));
  const shared = (other: string) => snake(other).split("_").filter((word) => words.has(word)).length;
  const alike = names.filter((other) => (/[A-Z]/.test(name) ? !other.includes("_") : !/[A-Z]/.test(other)));
  const best = alike.filter(shared).sort((one, other) => shared(other) - shared(one));
  return `It has ${(best.length ? best : alike).slice(0, 8).join(", ") || "nothing"}.`;
}
