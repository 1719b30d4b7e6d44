/** Node's module of this name as programs import it: V8 would end the process that makes a thread. */

import node, * as own from "node:worker_threads"; // the real one: `deno.json` says so for this file alone
import * as threads from "./threads.ts";

export * from "node:worker_threads";
export const Worker = threads.Worker as unknown as typeof own.Worker;
export type Worker = own.Worker;
export default { ...node, Worker };
