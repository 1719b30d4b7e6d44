/** What a program shows besides text: pictures and sound, and how far it has come. */

import { Media } from "./values.ts";

const MOST = 8;
const MOST_MB = 5;
/** They leave in one message with the value, as base64. */
const MOST_TOGETHER_MB = 8;
const PAUSE_MS = 50;
const CHUNK = 8192;
const BEGINNINGS: [string, string][] = [
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["GIF8", "image/gif"],
  ["%PDF-", "application/pdf"],
  ["ID3", "audio/mpeg"],
  ["\xff\xfb", "audio/mpeg"],
  ["OggS", "audio/ogg"],
  ["fLaC", "audio/flac"],
];
const RIFF: Record<string, string> = { WEBP: "image/webp", WAVE: "audio/wav" };

let shown: { mime_type: string; data: string }[] = [];
let tell: (message: object) => void = () => {};
let last = 0;
/** How far it is, and has not said yet. */
let later: object | undefined;

export function connect(way: (message: object) => void): void {
  tell = way;
}

/** Give the person and the model a picture, a sound or a PDF: bytes, the path of a file, or what a tool returned. */
export function show(thing: Uint8Array | string | Media, mimeType = ""): void {
  const data = thing instanceof Media ? thing.data : typeof thing === "string" ? Deno.readFileSync(thing) : thing;
  const kind = mimeType || (thing instanceof Media ? thing.mimeType : kindOf(data));
  if (!/^(image\/|audio\/|application\/pdf$)/.test(kind)) {
    throw new TypeError("show() is for pictures, sound and PDF; print text, and write other bytes to workspace/");
  }
  if (data.length > MOST_MB * 2 ** 20) {
    throw new RangeError(`${(data.length / 2 ** 20).toFixed(1)} MB are too much to show; at most ${MOST_MB} MB`);
  }
  if (shown.reduce((sum, one) => sum + (one.data.length * 3) / 4, data.length) > MOST_TOGETHER_MB * 2 ** 20) {
    throw new RangeError(`at most ${MOST_TOGETHER_MB} MB can be shown together; write the others to workspace/`);
  }
  if (shown.length >= MOST) throw new RangeError(`at most ${MOST} things can be shown; write the others to workspace/`);
  shown.push({ mime_type: kind, data: base64(data) });
}

/** Tell whoever waits how far this is: `progress(i, rows.length, "reading")`. */
export function progress(done: number, total: number | null = null, message = ""): void {
  if (!Number.isFinite(done) || (total !== null && !Number.isFinite(total))) {
    throw new TypeError("progress() takes numbers that say how far it is: progress(3, 10)");
  }
  const waits = later !== undefined;
  later = { type: "progress", done, total, text: String(message).slice(0, 400) };
  if (performance.now() - last >= PAUSE_MS || done === total) catchUp();
  else if (!waits) setTimeout(catchUp, PAUSE_MS); // so soon after the last one: the newest is told in a moment
}

/** Say how far it is, where that has not been said. */
export function catchUp(): void {
  if (later === undefined) return;
  const told = later;
  [last, later] = [performance.now(), undefined];
  tell(told);
}

/** What a skill showed, which runs elsewhere. */
export function add(media: { mime_type: string; data: string }[]): void {
  shown.push(...media.slice(0, MOST - shown.length));
}

/** What was shown since this was last asked. */
export function taken(): object[] {
  const all = shown;
  shown = [];
  return all;
}

function letters(data: Uint8Array): string {
  return String.fromCharCode(...data);
}

function kindOf(data: Uint8Array): string {
  const start = letters(data.subarray(0, 16));
  if (start.startsWith("RIFF")) return RIFF[start.slice(8, 12)] ?? "";
  return BEGINNINGS.find(([beginning]) => start.startsWith(beginning))?.[1] ?? "";
}

function base64(data: Uint8Array): string {
  let text = "";
  for (let at = 0; at < data.length; at += CHUNK) text += letters(data.subarray(at, at + CHUNK));
  return btoa(text);
}
