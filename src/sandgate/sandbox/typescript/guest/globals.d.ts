/** What a program finds without importing anything, for whoever checks its types. */

export {};

declare global {
  const callMcpTool: typeof import("./client.ts").callMcpTool;
  const fresh: typeof import("./client.ts").fresh;
  const approvals: typeof import("./client.ts").approvals;
  const pii: typeof import("./client.ts").pii;
  const searchTools: typeof import("./client.ts").searchTools;
  const recommend: typeof import("./client.ts").recommend;
  const getToolDefinition: typeof import("./client.ts").getToolDefinition;
  const getExecutionStats: typeof import("./client.ts").getExecutionStats;
  const show: typeof import("./showing.ts").show;
  const progress: typeof import("./showing.ts").progress;
  /** What the program was given, where it was given something. */
  const inputs: Record<string, any>;
  /** Stays between the programs of a session. */
  const session: Record<string, any>;
  /** A tool answered with an error, refused its arguments, or could not be reached. */
  class ToolError extends Error {
    readonly tool: string;
    readonly kind: string;
  }
  /** A rule or a person said no. The call was not sent. */
  class Denied extends ToolError {}
}
