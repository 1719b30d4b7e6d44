/** Frames: four bytes of length, big-endian, then JSON and perhaps texts. The guest's half of `sandbox.protocol`. */

import net from "node:net";

export type Frame = Record<string, any>;

/** Taken before a program can put something else in their place, so that what it breaks still says what it is. */
const { parse, stringify } = JSON;
const rawJSON: (text: string) => unknown = (JSON as any).rawJSON;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const HEADER = 4;
const NEWLINE = 10;
const LONG_NUMBER = /\d{16}/;
const INTEGER = /^-?\d+$/;

export function encode(message: Frame): Uint8Array {
  const body = encoder.encode(stringify(message));
  const frame = new Uint8Array(HEADER + body.length);
  new DataView(frame.buffer).setUint32(0, body.length);
  frame.set(body, HEADER);
  return frame;
}

/** JSON as a program gets it: an integer that a number cannot hold exactly is a bigint, and nothing is rounded. */
export function parsed(text: string): any {
  if (!LONG_NUMBER.test(text)) return parse(text);
  const exactly = (_: string, value: any, context?: { source: string }) =>
    typeof value === "number" && !Number.isSafeInteger(value) && context && INTEGER.test(context.source)
      ? BigInt(context.source)
      : value;
  return parse(text, exactly as (key: string, value: any) => any);
}

/** An integer of any length, as JSON. */
export function exact(value: bigint): unknown {
  return rawJSON(String(value));
}

function decode(body: Uint8Array): Frame {
  const end = body.indexOf(NEWLINE);
  if (end < 0) return parsed(decoder.decode(body));
  const frame = parsed(decoder.decode(body.subarray(0, end)));
  let start = end + 1;
  for (const block of frame.blocks) {
    if (block.type === "unread") {
      const size = block.text;
      block.text = decoder.decode(body.subarray(start, start + size));
      start += size;
    }
  }
  return frame;
}

/** The channel. It is standard input, both ways: whatever a program prints goes elsewhere. */
export class Channel {
  #socket = new net.Socket({ fd: 0, readable: true, writable: true });
  #held: Uint8Array[] = [];
  #size = 0;
  onFrame: (frame: Frame) => void = () => {};

  constructor(onEnd: () => void) {
    this.#socket.on("data", (chunk: Uint8Array) => this.#arrived(chunk));
    this.#socket.on("error", onEnd);
    this.#socket.on("close", onEnd);
  }

  send(frame: Uint8Array): void {
    this.#socket.write(frame);
  }

  /** Send the last word, and wait until it is out. */
  sent(frame: Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#socket.write(frame, () => resolve()));
  }

  #arrived(chunk: Uint8Array): void {
    this.#held.push(chunk);
    this.#size += chunk.length;
    while (this.#size >= HEADER) {
      if (this.#held[0].length < HEADER) this.#join();
      const first = this.#held[0];
      const size = new DataView(first.buffer, first.byteOffset).getUint32(0);
      if (this.#size < HEADER + size) return;
      this.#join();
      const all = this.#held[0];
      const rest = all.subarray(HEADER + size);
      this.#held = rest.length ? [rest] : [];
      this.#size = rest.length;
      this.onFrame(decode(all.subarray(HEADER, HEADER + size)));
    }
  }

  #join(): void {
    if (this.#held.length === 1) return;
    const all = new Uint8Array(this.#size);
    let at = 0;
    for (const part of this.#held) {
      all.set(part, at);
      at += part.length;
    }
    this.#held = [all];
  }
}
