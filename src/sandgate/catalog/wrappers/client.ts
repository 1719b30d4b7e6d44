/**
 * What a program uses to reach tools. The same text stands in every tree of wrappers as `servers/_client.ts`, so the
 * wrappers can be read and type-checked anywhere. Calls work once `connect` has given them a way out.
 */

/// <reference lib="es2015" />

/** Carries a call to the tool `server.tool` and brings back its result. A call that fails rejects with a ToolError. */
export type Send = (tool: string, args: object) => Promise<unknown>;

let send: Send | undefined;

/** A tool answered with an error, refused its arguments, or could not be reached. */
export class ToolError extends Error {
  readonly tool: string;
  readonly kind: string;

  constructor(message: string, tool = "", kind = "error") {
    super(message);
    this.name = "ToolError";
    this.tool = tool;
    this.kind = kind;
  }
}

/** Give wrappers their way out, once, before the first call. */
export function connect(way: Send): void {
  send = way;
}

/** Call any tool by the names its server knows. */
export async function callTool<R>(server: string, tool: string, args: object = {}): Promise<R> {
  if (send === undefined) {
    throw new Error("Tools can be called only inside Sandgate, or after connect(send) gave calls a way to them.");
  }
  return (await send(`${server}.${tool}`, args)) as R;
}
