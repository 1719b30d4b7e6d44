/** Where a program that is none goes wrong: V8 does not say it of a function's text, but of a module's. */

import { inPlace } from "./program.ts";

const FOLDER = "/tmp/.sandgate";
const PLACE = /program\.ts:(\d+):(\d+)/;
const IMPORT = /^[ \t]*import\b[^;\n]*from[^\n]*$/gm;
let tried = 0;

/** The same error, with its line. The program is only parsed: it stands in a function that nobody calls. */
export async function locate(code: string, error: Error): Promise<Error> {
  const text = inPlace(code) ?? code.replace(IMPORT, (found) => " ".repeat(found.length));
  const folder = `${FOLDER}-${++tried}`;
  try {
    Deno.mkdirSync(folder, { recursive: true });
    Deno.writeTextFileSync(`${folder}/program.ts`, `export default async function () {${text}\n}`);
    await import(`file://${folder}/program.ts`);
  } catch (found) {
    return worded(found as Error, code) ?? error;
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
  return error;
}

function worded(found: Error, code: string): Error | undefined {
  const place = PLACE.exec(`${found.message}\n${found.stack}`);
  if (!place) return undefined;
  const line = Math.min(Number(place[1]), code.split("\n").length);
  const said = found.message.split("\n")[0].replace(/^.*?SyntaxError: /, "").replace(/ at file:.*$/, "");
  const error = new SyntaxError(
    `${said.replace(/^The module's source code could not be parsed: /, "")} (line ${line})`,
  );
  error.stack = `    at eval (program.ts, <anonymous>:${line + 3}:1)`;
  return error;
}
