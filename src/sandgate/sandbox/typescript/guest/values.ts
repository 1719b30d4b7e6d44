/** Values on their way in and out: what tools return becomes objects, what a program returns becomes JSON. */

import { exact, parsed } from "./frames.ts";

const DEEPEST = 64;
const LONGEST_SHOWN = 500;
const MOST_DIGITS = 1233;

type Read = (server: string, uri: string) => Promise<unknown>;

/** An image, a sound or other bytes that a tool returned. */
export class Media {
  constructor(
    readonly kind: string,
    readonly data: Uint8Array,
    readonly mimeType: string,
    readonly uri = "",
  ) {}

  toString(): string {
    return `<${this.kind} ${this.mimeType}, ${this.data.length.toLocaleString("en")} bytes>`;
  }
}

/** A resource a tool pointed at. `await link.read()` fetches it. */
export class ResourceLink {
  #read: Read;
  constructor(
    readonly server: string,
    readonly uri: string,
    readonly name: string,
    readonly mimeType: string,
    read: Read,
  ) {
    this.#read = read;
  }

  read(): Promise<unknown> {
    return this.#read(this.server, this.uri);
  }
}

/** What a tool returned as content blocks: one block stands for itself, several are a list. */
export function decode(blocks: any[], read: Read): unknown {
  const values = blocks.map((block) => decoded(block, read));
  return values.length === 1 ? values[0] : values;
}

function decoded(block: any, read: Read): unknown {
  switch (block.type) {
    case "value":
      return block.value;
    case "unread":
      return readNow(block.text);
    case "link":
      return new ResourceLink(block.server, block.uri, block.name, block.mime_type, read);
    default:
      return new Media(block.type, bytes(block.data), block.mime_type, block.uri ?? "");
  }
}

function readNow(text: string): unknown {
  try {
    return parsed(text);
  } catch {
    return text;
  }
}

function bytes(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

/** Turns any value into JSON. What JSON cannot say is shown as text, and a note tells so once per kind. */
export class Encoder {
  #unknown = new Set<string>();
  #open = new Set<object>();

  notes(): string[] {
    return [...this.#unknown].map((name) => `The value holds ${name}, which JSON cannot express; it is shown as text.`);
  }

  encode(value: any, depth = 0): any {
    switch (typeof value) {
      case "string":
      case "boolean":
        return value;
      case "undefined":
        return null;
      case "number":
        return Number.isFinite(value) ? value : this.#shown(value, "a number that is not finite");
      case "bigint":
        return String(value).length > MOST_DIGITS ? this.#shown("…", "an integer too long to write out") : exact(value);
      case "function":
      case "symbol":
        return this.#shown(value, `a ${typeof value}`);
      default:
        return value === null ? null : this.#compound(value, depth);
    }
  }

  #compound(value: object, depth: number): any {
    if (depth >= DEEPEST) return this.#shown("…", `more than ${DEEPEST} levels`);
    if (this.#open.has(value)) return this.#shown("…", "a reference to itself");
    this.#open.add(value);
    try {
      return this.#parts(value, depth + 1);
    } finally {
      this.#open.delete(value);
    }
  }

  #parts(value: any, depth: number): any {
    if (Array.isArray(value) || value instanceof Set) return Array.from(value, (item) => this.encode(item, depth));
    if (value instanceof Map) return this.#members([...value], depth);
    if (value instanceof Date) {
      return Number.isNaN(value.getTime()) ? this.#shown(value, "no date") : value.toISOString();
    }
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (value instanceof String || value instanceof Number || value instanceof Boolean) return value.valueOf();
    if (value instanceof URL || value instanceof RegExp) return String(value);
    if (value instanceof Promise) return this.#shown("a Promise that was not awaited", "a Promise");
    if (value instanceof Media || value instanceof ResourceLink || ArrayBuffer.isView(value)) return this.#text(value);
    if (typeof value.toJSON === "function") return this.encode(value.toJSON(), depth);
    const pairs = Object.entries(value);
    return pairs.length || isPlain(value) ? this.#members(pairs, depth) : this.#text(value);
  }

  #members(pairs: [unknown, unknown][], depth: number): any {
    const kept = pairs.filter(([, item]) => item !== undefined && typeof item !== "function");
    return Object.fromEntries(kept.map(([key, item]) => [String(key), this.encode(item, depth)]));
  }

  #text(value: object): string {
    const text = value instanceof Media ? String(value) : Deno.inspect(value);
    return this.#shown(text, `a ${value.constructor?.name ?? "value"}`);
  }

  #shown(value: any, name: string): string {
    this.#unknown.add(name);
    const text = String(value);
    return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
  }
}

/** Whether it was written as an object, so that one without members is empty and does not hide them. */
function isPlain(value: object): boolean {
  const kind = Object.getPrototypeOf(value);
  return kind === null || Object.getPrototypeOf(kind) === null;
}
