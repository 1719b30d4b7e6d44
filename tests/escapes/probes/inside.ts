/** What stands before every probe in TypeScript: ways to try something forbidden and to say whether it worked.
 *
 * It is sent as text; the names in capitals that probes use are added by `outside.py`. */

import fs from "node:fs";
import net from "node:net";
import process from "node:process";

const MISTAKES = /is not a function|is not a constructor|is not defined|of undefined|of null/;
const print = console.log.bind(console);
const stringify = JSON.stringify;
const encoder = new TextEncoder(), decoder = new TextDecoder();
Deno.chdir("workspace");

/** Be known to the host by this name. */
function named(mark: string): void {
  process.title = mark;
}

function shown(what: any): string {
  try {
    return (typeof what === "string" ? what : stringify(what) ?? String(what)).replace(/\s+/g, " ").slice(0, 200);
  } catch {
    return Object.prototype.toString.call(what);
  }
}

function escaped(...what: any[]): void {
  print("ESCAPED", ...what.map(shown));
}

function blocked(...what: any[]): void {
  print("BLOCKED", ...what.map(shown));
}

/** Do it, and say whether it went. A false answer counts as not having gone; a mistake of the probe's own as neither. */
async function tried(what: string, deed: () => any): Promise<void> {
  let got: any;
  try {
    got = await deed();
  } catch (error: any) {
    if (MISTAKES.test(String(error?.message)) || error instanceof SyntaxError) throw error;
    return blocked(what, error?.name, error?.code ?? "", String(error?.message ?? error));
  }
  (got || got === undefined ? escaped : blocked)(what, got);
}

/** What a promise comes to within a time; else an error. */
async function within(promise: Promise<any>, milliseconds = 500): Promise<any> {
  let timer: any;
  const late = new Promise((_, reject) =>
    timer = setTimeout(() => reject(new Error("nothing came of it")), milliseconds)
  );
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** An emitter of Node's comes to this event, or fails. */
function event(emitter: any, name: string): Promise<any> {
  return within(new Promise((resolve, reject) => emitter.once(name, () => resolve(name)).once("error", reject)));
}

/** Wait, and let nobody else do anything meanwhile. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Bytes written as text, one character each. */
function raw(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

/** Wait, and let others do something meanwhile. */
function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The runtime's own end of the channel, taken from it the first time that it says something. */
let seized: any;
const heard: any[] = [];
const listening: ((frame: any) => void)[] = [];

function channel(): any {
  if (seized) return seized;
  const said = net.Socket.prototype.write;
  net.Socket.prototype.write = function (this: any, ...words: any[]): any {
    seized ??= this;
    return (said as any).apply(this, words);
  };
  progress(0);
  let rest = new Uint8Array(0);
  seized.on("data", (chunk: Uint8Array) => {
    rest = Uint8Array.from([...rest, ...chunk]);
    while (rest.length >= 4) {
      const size = new DataView(rest.buffer).getUint32(0);
      if (rest.length < 4 + size) return;
      const frame = JSON.parse(decoder.decode(rest.subarray(4, 4 + size)));
      rest = rest.slice(4 + size);
      const first = listening.shift();
      first ? first(frame) : heard.push(frame);
    }
  });
  return seized;
}

/** Bytes for the gateway, whatever they are. */
function write(data: Uint8Array): Promise<void> {
  const sent = new Promise<void>((resolve, reject) =>
    channel().write(data, (error: any) => error ? reject(error) : resolve())
  );
  return within(sent, 5000);
}

function framed(body: Uint8Array): Uint8Array {
  const frame = new Uint8Array(4 + body.length);
  new DataView(frame.buffer).setUint32(0, body.length);
  frame.set(body, 4);
  return frame;
}

function send(message: any): Promise<void> {
  return write(framed(message instanceof Uint8Array ? message : encoder.encode(stringify(message))));
}

function request(id: any, tool: any = "probe.echo", args: any = {}): any {
  return { type: "call", id, tool, arguments: args };
}

/** The next message of the gateway; null when nothing more is said. */
async function receive(milliseconds = 5000): Promise<any> {
  if (heard.length) return heard.shift();
  return await within(new Promise((resolve) => listening.push(resolve)), milliseconds).catch(() => null);
}

async function ask(message: any): Promise<any> {
  await send(message);
  return await receive();
}
