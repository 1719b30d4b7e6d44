/** Calls out to the gateway and their answers, many at a time, on one channel. */

import { Channel, encode, type Frame } from "./frames.ts";
import { decode, Encoder } from "./values.ts";
import { glimpse, kept } from "./keeping.ts";
import { add } from "./showing.ts";
import type { Terms } from "./client.ts";

type Failing = new (message: string, tool: string, kind: string) => Error;
type Waiting = { subject: string; answer: (reply: Frame) => void };

export class Conversation {
  #channel: Channel;
  #messageMb: number;
  #keeps: boolean;
  #free: number;
  #queue: (() => void)[] = [];
  #waiting = new Map<number, Waiting>();
  #last = 0;
  #coming: ((job: Frame) => void) | undefined;
  #errors: { ToolError: Failing; Denied: Failing };

  constructor(channel: Channel, job: Frame, errors: { ToolError: Failing; Denied: Failing }) {
    this.#channel = channel;
    this.#messageMb = job.message_mb;
    this.#keeps = job.keeps;
    this.#free = job.concurrent_calls;
    this.#errors = errors;
    channel.onFrame = (frame) => this.#arrived(frame);
  }

  call(tool: string, args: object, terms: Terms): Promise<any> {
    return this.#ask({ type: "call", tool, arguments: new Encoder().encode(args), ...terms }, tool);
  }

  read(server: string, uri: string): Promise<any> {
    return this.#ask({ type: "read", server, uri }, uri);
  }

  tell(message: Frame): void {
    this.#channel.send(encode(message));
  }

  /** Calls that nobody has an answer to. */
  open(): string[] {
    return [...this.#waiting.values()].map(({ subject }) => subject);
  }

  nextJob(): Promise<Frame> {
    return new Promise((resolve) => this.#coming = resolve);
  }

  async report(done: Frame): Promise<void> {
    const limit = this.#messageMb;
    let frame = encode({ type: "done", ...done });
    if (frame.length > limit * 2 ** 20) {
      frame = encode({ type: "done", ...done, ...elsewhere(done, frame.length, limit, this.#keeps) });
    }
    await this.#channel.sent(frame);
  }

  async #ask(request: Frame, subject: string): Promise<any> {
    await this.#turn();
    let reply: Frame;
    const id = ++this.#last;
    try {
      const frame = encode({ id, ...request });
      if (frame.length > this.#messageMb * 2 ** 20) throw this.#tooLarge(frame.length, subject);
      reply = await new Promise<Frame>((answer) => {
        this.#waiting.set(id, { subject, answer });
        this.#channel.send(frame);
      });
    } finally {
      this.#waiting.delete(id);
      this.#free++;
      this.#queue.shift()?.();
    }
    if ("error" in reply) {
      const { ToolError, Denied } = this.#errors;
      throw new (reply.kind === "Denied" ? Denied : ToolError)(reply.error, subject, reply.kind);
    }
    if (reply.blocks[0]?.type === "skill") return told(reply.blocks[0]);
    return decode(reply.blocks, (server, uri) => this.read(server, uri));
  }

  async #turn(): Promise<void> {
    while (this.#free <= 0) await new Promise<void>((resolve) => this.#queue.push(resolve));
    this.#free--;
  }

  #tooLarge(size: number, subject: string): Error {
    const told = `${(size / 2 ** 20).toFixed(1)} MB, more than the ${this.#messageMb} MB a call may carry`;
    return new this.#errors.ToolError(`${subject}: the arguments are ${told}`, subject, "limit");
  }

  #arrived(frame: Frame): void {
    if ("code" in frame) this.#coming?.(frame);
    else this.#waiting.get(frame.id)?.answer(frame);
  }
}

/** A skill has run elsewhere: what it printed and showed is the program's. */
function told(block: Frame): unknown {
  if (block.printed) Deno.stdout.writeSync(new TextEncoder().encode(block.printed));
  add(block.media);
  return block.value;
}

/** A report whose value has become a file, or was too large for that as well. */
function elsewhere(done: Frame, size: number, limit: number, keeps: boolean): Frame {
  const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  try {
    if (!keeps) throw new Error("nothing it writes is kept");
    const [path, written] = kept(done.value);
    const note = `The whole value, ${
      mb(written)
    } MB, is in ${path}: open it in a program, or read_workspace_file in part.`;
    return { value: glimpse(done.value), notes: [...done.notes, note] };
  } catch {
    const note = `The value is ${mb(size)} MB, more than the ${limit} MB that may leave the sandbox. ` +
      "Return less: a count, a slice or a summary.";
    return { value: null, has_value: false, media: [], notes: [...done.notes, note] };
  }
}
