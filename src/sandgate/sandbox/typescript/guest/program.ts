/**
 * The program itself: top-level `await`, `import` and `return`, and its value. It becomes the body of an async function,
 * with every line where it was. Whether a piece of text is a statement or an expression, V8's own parser is asked.
 */

import module from "node:module";
import { lineMap } from "./mapping.ts";
import { imported } from "./imports.ts";

export const NAME = "program.ts";
/** Lines that V8 and we put before the first of the program. */
export const LINES_BEFORE = 3;
const MOST_WORK = 4_000_000;
/** What a try costs besides the characters it reads. */
const FIXED_WORK = 1000;
const AsyncFunction = (async () => {}).constructor as new (
  ...texts: string[]
) => (...values: unknown[]) => Promise<any>;
const strip: (code: string, options: object) => string = (module as any).stripTypeScriptTypes;
const GOES_ON = /^(?:[-+*\/%,.?:=<>&|^([`)\]}]|!=|(?:instanceof|in|of|as|satisfies)\b)/;
const DECLARES = /^(?:async\s+function|function|class|import\s*["'{*\w]|let|const|var)\b/;
const EXPORT =
  /^[ \t]*export\b\s*(?:\{[^}]*\}[ \t]*;?|default\b[ \t]*|(?=(?:async|function|class|const|let|var|abstract)\b))/gm;
const LAST_SEMICOLON = /;(?=\s*(?:(?:\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)\s*)*$)/;

export interface Compiled {
  run: (...values: unknown[]) => Promise<any>;
  /** The line of the program that a line of what runs came from. */
  line: (number: number) => number;
}

/** What an `end` that is called with the last value returns: so a `return` can be told from reaching the end. */
export class Ended {
  constructor(readonly value: unknown) {}
}

/** Raises SyntaxError where the program is none. */
export function compile(code: string, names: string[]): Compiled {
  const { text, line } = plain(code);
  const rest = imported(text, parses);
  const body = parses(rest) ? rest : rest.replace(EXPORT, (found) => found.replace(/[^\n]/g, " "));
  const whole = `"use strict";\n${ending(body)}\n//# sourceURL=${NAME}`;
  return { run: new AsyncFunction(...names, whole), line };
}

/** Without its types: in place where they can be left out, else as what TypeScript makes of it. */
function plain(code: string): { text: string; line: (number: number) => number } {
  try {
    return { text: strip(code, { mode: "strip" }), line: (number) => number };
  } catch {
    const text = strip(code, { mode: "transform", sourceMap: true });
    return { text, line: lineMap(text) };
  }
}

/** The program without types and imports, every line where it was; undefined where that cannot be. */
export function inPlace(code: string): string | undefined {
  try {
    return imported(strip(code, { mode: "strip" }), parses);
  } catch {
    return undefined;
  }
}

export function parses(text: string): boolean {
  try {
    new AsyncFunction(`"use strict";${text}\n`);
    return true;
  } catch {
    return false;
  }
}

/** The program, followed by what hands over its value: `result` where it has one, else its last expression. */
function ending(text: string): string {
  const at = lastExpression(text);
  const known = "typeof result === 'undefined' ? undefined : result";
  if (at === undefined) return `${text}\n;return $end(undefined, ${known});`;
  const [head, expression] = at;
  return `${head};const $$last = (${expression}\n);return $end(await $$last, ${known});`;
}

/** The text before the last statement and that statement, if it is an expression. */
function lastExpression(text: string): [string, string] | undefined {
  let work = 0;
  for (let at = text.length; at >= 0 && work < MOST_WORK; at--) {
    if (at > 0 && !"\n;}".includes(text[at - 1])) continue;
    const tail = text.slice(at).trimStart();
    if (!tail || tail.startsWith("//") || tail.startsWith("/*") || tail.startsWith(";")) continue;
    work += FIXED_WORK + tail.length;
    const head = text.slice(0, text.length - tail.length);
    if (!begins(head, tail)) continue;
    const expression = [tail, tail.replace(LAST_SEMICOLON, " ")].find((one) => parses(`(${one}\n)`));
    if (expression === undefined) continue;
    work += head.length;
    if (parses(head) && !parses(`${head}@`)) return [head, expression]; // in a comment anything parses
  }
  return undefined;
}

/** Whether a statement that may be an expression begins with this text, after that. */
function begins(head: string, tail: string): boolean {
  if (DECLARES.test(tail)) return false;
  return !GOES_ON.test(tail) || /(?:^|[;])\s*$/.test(head);
}
