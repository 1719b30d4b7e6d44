/** What a program finds without importing anything, besides what every runtime has. */

import { AsyncLocalStorage } from "node:async_hooks";

const LONGEST_BATCH = 200;

export interface Terms {
  batch?: string;
  fresh?: boolean;
}
export type Call = (tool: string, args: object, terms: Terms) => Promise<any>;

const terms = new AsyncLocalStorage<Terms>();
let send: Call | undefined;

export function connect(way: Call): void {
  send = way;
}

/** Call any tool by name: `server.tool`, or `mcp__server__tool` as clients write it. */
export async function callMcpTool(tool: string, args: object = {}): Promise<any> {
  if (send === undefined) throw new Error("Tools can be called only inside Sandgate.");
  return await send(tool, args, terms.getStore() ?? {});
}

function within<R>(more: Terms, body: () => R): R {
  return terms.run({ ...terms.getStore(), ...more }, body);
}

/** Calls made in `body` ask their servers, whatever Sandgate keeps of earlier ones. */
export function fresh<R>(body: () => R): R {
  return within({ fresh: true }, body);
}

export const approvals = {
  /** What a person is asked about in `body` is decided as one; with `tool` and `calls` they see all of it first. */
  batch<R>(title: string, body: () => R | Promise<R>, announced?: { tool: string; calls: object[] }): Promise<R> {
    return within({ batch: String(title).slice(0, LONGEST_BATCH) }, async () => {
      if (announced?.calls.length) await callMcpTool("sandgate.announce", announced);
      return await body();
    });
  },
};

type Many<T> = T extends string[] ? string[] : string;

function asking(what: string) {
  return async <T extends string | string[]>(value: T): Promise<Many<T>> => {
    const values = typeof value === "string" ? [value] : [...value];
    const answers = await callMcpTool("sandgate.pii", { what, values });
    return typeof value === "string" ? answers[0] : answers;
  };
}

/** Questions about personal values that a program only has tokens of. The answers name nobody. */
export const pii = {
  domain: asking("domain"),
  last4: asking("last4"),
  areaCode: asking("area_code"),
  mask: asking("mask"),
  same: (...values: string[]): Promise<boolean> => callMcpTool("sandgate.pii", { what: "same", values }),
};

export const searchTools = (query = "", options: object = {}) =>
  callMcpTool("sandgate.search_tools", { query, ...options });
export const recommend = (task: string, options: object = {}) =>
  callMcpTool("sandgate.search_tools", { query: task, recommend: true, ...options });
export const getToolDefinition = (tool: string, options: object = {}) =>
  callMcpTool("sandgate.get_tool_definition", { tool, ...options });
export const getExecutionStats = () => callMcpTool("sandgate.get_execution_stats");
