/** A value that is too large to leave the sandbox becomes a file of the workspace. */

import { HOME } from "./home.ts";

const CHARACTERS = 300;
const MEMBERS = 3;
const DEPTH = 3;

/** Where it now is, as a program says it, and its size. Throws where there is no room. */
export function kept(value: unknown): [string, number] {
  const ending = typeof value === "string" ? "txt" : "json";
  const path = `${HOME}/workspace/results/${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}.${ending}`;
  Deno.mkdirSync(`${HOME}/workspace/results`, { recursive: true });
  try {
    Deno.writeTextFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  } catch (error) {
    Deno.removeSync(path);
    throw error;
  }
  return [path.slice(HOME.length + 1), Deno.statSync(path).size];
}

const counted = (number: number) => number.toLocaleString("en");

/** The beginning of a value, as a value. */
export function glimpse(value: any, depth = DEPTH): any {
  if (typeof value === "string" && value.length > CHARACTERS) {
    return `${value.slice(0, CHARACTERS)}… (${counted(value.length)} characters)`;
  }
  if (value === null || typeof value !== "object") return value;
  const pairs = Object.entries(value);
  if (depth === 0) return `… ${counted(pairs.length)} more`;
  if (Array.isArray(value)) {
    const first = value.slice(0, MEMBERS).map((member) => glimpse(member, depth - 1));
    return value.length <= MEMBERS ? first : [...first, `… ${counted(value.length - MEMBERS)} more`];
  }
  const short = Object.fromEntries(
    pairs.slice(0, 4 * MEMBERS).map(([key, member]) => [key, glimpse(member, depth - 1)]),
  );
  return pairs.length <= 4 * MEMBERS ? short : { ...short, "…": `${counted(pairs.length - 4 * MEMBERS)} more keys` };
}
