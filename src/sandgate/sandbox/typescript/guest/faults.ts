/** Why a program failed: its error in few words, the lines of its own, and the limit that made it. */

import { LINES_BEFORE, NAME } from "./program.ts";

const PLACE = new RegExp(
  String.raw`^\s*at (?:async )?(?:(.*?) \()?(?:.*?)${NAME.replace(".", "\\.")}, <anonymous>:(\d+):(\d+)\)?$`,
);
const MOST_FRAMES = 10;
const LONGEST = 20_000;
const SHORT = 500;
const LIMITS: Record<string, string> = { "24": "open_files", "27": "file_mb", "11": "processes", "12": "memory_mb" };
const CODES: Record<string, string> = { EMFILE: "24", EFBIG: "27", EAGAIN: "11", ENOMEM: "12", ENOSPC: "28" };
const HINTS: Record<string, string> = {
  net: "There is no network here: call a tool.",
  run: "Programs cannot start other programs here: do it in TypeScript, or call a tool.",
  ffi: "Native libraries cannot be loaded here.",
  env: "There are no environment variables here.",
  sys: "The machine cannot be asked about here.",
  read: "Programs read servers/, skills/, workspace/ and temporary files (Deno.makeTempFileSync).",
  write: "Programs write to workspace/ and to temporary files (Deno.makeTempFileSync).",
  import: "There is no network here: programs import from servers/, skills/, workspace/ and node:.",
};

export interface Fault {
  type: string;
  message: string;
  traceback: string;
}

/** Its type, its message and the program's own lines. */
export function fault(error: unknown, code: string, line: (number: number) => number): Fault {
  if (!(error instanceof Error)) return { type: "Error", message: shown(error), traceback: "" };
  const type = typeof error.name === "string" && error.name ? error.name : "Error";
  return { type, message: worded(error), traceback: ownLines(error, code, line) };
}

function shown(thrown: unknown): string {
  try {
    return `the program threw ${Deno.inspect(thrown)}`.slice(0, LONGEST);
  } catch {
    return "the program threw something that could not be shown";
  }
}

/** What failed where nobody asks for more: in one line, whatever it is. */
export function brief(reason: unknown): string {
  try {
    return (reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason)).slice(0, SHORT);
  } catch {
    return "something that could not be shown";
  }
}

function worded(error: Error): string {
  const message = String(error.message).slice(0, LONGEST);
  if (message === "require is not defined") return `${message}: write \`import fs from "node:fs"\``;
  const hint = HINTS[withheld(error, message)];
  return hint ? `${message.replace(/, run again with.*$/s, "")}. ${hint}` : message;
}

/** Which of Deno's permissions it lacked, if that is why. */
function withheld(error: Error, message: string): string {
  if (error.name !== "NotCapable" && !(error instanceof TypeError)) return "";
  if (message.startsWith("npm specifiers")) return "import";
  const kind = /Requires (\w+) access/.exec(message)?.[1] ?? "";
  return kind && /child_process/.test(String(error.stack)) ? "run" : kind; // it asks for the environment first
}

/** The program's lines on the way to the error, innermost last. */
function ownLines(error: Error, code: string, line: (number: number) => number): string {
  const source = code.split("\n");
  const frames: string[] = [];
  for (const text of String(error.stack ?? "").split("\n")) {
    const found = PLACE.exec(text);
    if (!found) continue;
    const number = line(Number(found[2]) - LINES_BEFORE);
    const name = !found[1] || /\beval\b/.test(found[1]) ? "<program>" : found[1];
    frames.push(`  File "${NAME}", line ${number}, in ${name}\n    ${(source[number - 1] ?? "").trim()}`);
  }
  return frames.slice(0, MOST_FRAMES).reverse().join("\n");
}

/** The limit that made this error, as far as one can tell from it. */
export function limitOf(error: any): string | undefined {
  const message = String(error?.message ?? "");
  if (error instanceof RangeError && /allocation failed|buffer size/i.test(message)) return "memory_mb";
  const number = /\(os error (\d+)\)/.exec(message)?.[1] ?? CODES[error?.code] ?? "";
  if (number !== "28") return LIMITS[number];
  return /workspace/.test(message) ? "workspace_mb" : "disk_mb";
}
