/** Inside the walls: wait for a program on the channel, run it, report how it ended; in a session, wait for the next. */

import process from "node:process";
import * as client from "./client.ts";
import { Conversation } from "./conversation.ts";
import { brief, fault, limitOf } from "./faults.ts";
import { Channel, encode, type Frame } from "./frames.ts";
import { load, pick } from "./imports.ts";
import { locate } from "./locating.ts";
import { compile, Ended } from "./program.ts";
import { renew } from "./renewing.ts";
import * as showing from "./showing.ts";
import { Worker } from "./threads.ts";
import { Encoder } from "./values.ts";

const MOST_NOTES = 10;
const REHEARSAL = `
import { rehearsed } from "./guest/rehearsal";
import "node:fs/promises";
const value: number = rehearsed;
Deno.statSync("workspace").isFile || value`;
const exit = Deno.exit;
const memory = Deno.memoryUsage;

/** A program that leaves on its own. */
class Left extends Error {
  constructor(readonly code: number) {
    super(`the program left with exit code ${code}`);
    this.name = "SystemExit";
  }
}

/** The error classes of the wrappers, so that `instanceof` means the same everywhere; our own where there are none. */
async function errors() {
  let ToolError: any;
  try {
    const wrappers = await import("servers/_client.ts");
    wrappers.connect((tool: string, args: object) => client.callMcpTool(tool, args));
    ToolError = wrappers.ToolError;
  } catch {
    ToolError = class ToolError extends Error {
      constructor(message: string, readonly tool = "", readonly kind = "error") {
        super(message);
        this.name = "ToolError";
      }
    };
  }
  class Denied extends ToolError {
    constructor(message: string, tool: string, kind: string) {
      super(message, tool, kind);
      this.name = "Denied";
    }
  }
  return { ToolError, Denied: Denied as any };
}

const { connect: _, ...called } = client;
const names: Record<string, unknown> = { ...called, show: showing.show, progress: showing.progress, session: {} };
let strayed: ((error: unknown) => void) | undefined;
const unhandled: unknown[] = [];

globalThis.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  if (unhandled.length < MOST_NOTES) unhandled.push(event.reason);
});
globalThis.addEventListener("error", (event) => {
  event.preventDefault();
  strayed?.(event.error);
});

function leave(code = 0): never {
  const left = new Left(Number(code));
  strayed?.(left);
  throw left;
}

/** Run the program and say how it ended, whatever it did. */
async function execute(code: string, conversation: Conversation): Promise<Frame> {
  const done: Frame = { status: "ok", value: null, has_value: false, notes: [], fault: null };
  const end = (last: unknown, result: unknown) => new Ended(result === undefined ? last : result);
  const given: Record<string, unknown> = { $import: load, $pick: pick, $end: end };
  let line = (number: number) => number;
  try {
    const compiled = await located(code, () => compile(code, Object.keys(given)));
    line = compiled.line;
    const stray = new Promise<never>((_, reject) => strayed = reject);
    const returned = await Promise.race([compiled.run(...Object.values(given)), stray]);
    const value = returned instanceof Ended ? returned.value : returned;
    const encoder = new Encoder();
    Object.assign(done, { has_value: value !== undefined, value: encoder.encode(value), notes: encoder.notes() });
  } catch (error) {
    Object.assign(done, failed(error, code, line));
  }
  showing.catchUp();
  done.notes.push(...left(conversation));
  return Object.assign(done, { media: showing.taken(), memory_kb: Math.floor(memory().rss / 1024) });
}

/** How it failed. What was thrown may be anything, also something that does not let itself be looked at. */
function failed(error: unknown, code: string, line: (number: number) => number): Frame {
  try {
    if (error instanceof Left && error.code === 0) return {};
    return { status: "error", fault: fault(error, code, line), limit: limitOf(error) };
  } catch {
    const message = "the program threw something that could not be shown";
    return { status: "error", fault: { type: "Error", message, traceback: "" } };
  }
}

/** Whoever cannot compile a program does not say where: the module loader does. */
async function located<T>(code: string, compiling: () => T): Promise<T> {
  try {
    return compiling();
  } catch (error) {
    throw await locate(code, error as Error);
  }
}

/** What a program began and did not wait for. */
function left(conversation: Conversation): string[] {
  const open = [...new Set(conversation.open())].slice(0, MOST_NOTES);
  return [
    ...open.map((tool) =>
      `A call of ${tool} was not awaited and had no answer when the program ended. Write \`await\`.`
    ),
    ...unhandled.splice(0).map((reason) => `A promise that was not awaited failed: ${brief(reason)}`),
  ];
}

/** Run a program of our own, so that V8 has compiled what the real one needs before it comes. */
async function rehearse(channel: Channel, known: Awaited<ReturnType<typeof errors>>): Promise<void> {
  const before = channel.onFrame;
  const terms = { message_mb: 1, concurrent_calls: 1, keeps: false };
  encode(await execute(REHEARSAL, new Conversation(channel, terms, known)));
  channel.onFrame = before;
}

/** The first program. Whoever waits here may be copied: each copy hears it, and is ready once more. */
async function first(channel: Channel, known: Awaited<ReturnType<typeof errors>>): Promise<Frame> {
  while (true) {
    const coming = new Promise<Frame>((resolve) => channel.onFrame = resolve);
    await rehearse(channel, known);
    channel.send(encode({ type: "ready" }));
    const job = await coming;
    if (!job.again) return job;
    renew();
  }
}

async function converse(): Promise<void> {
  const channel = new Channel(() => exit(0)); // the gateway has gone: nobody waits for this program any more
  const known = await errors();
  Object.assign(globalThis, names, known); // not as parameters: a program may declare names of its own like these
  Object.defineProperty(Deno, "exit", { value: leave });
  process.exit = leave;
  Object.defineProperty(globalThis, "Worker", { value: Worker });
  let job = await first(channel, known);
  const conversation = new Conversation(channel, job, known);
  client.connect((tool, args, terms) => conversation.call(tool, args, terms));
  showing.connect((message) => conversation.tell(message));
  while (true) {
    const next = conversation.nextJob();
    if ("inputs" in job) Object.assign(globalThis, { inputs: job.inputs });
    await execute(job.code, conversation).then((done) => conversation.report(done)).catch(() => exit(1));
    if (!job.session) exit(0);
    job = await next;
  }
}

await converse();
