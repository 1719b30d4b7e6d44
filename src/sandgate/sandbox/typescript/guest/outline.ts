/**
 * What a program touches, said in Python: its imports, calls, loops and literals. The gateway weighs Python programs by
 * reading them, and so it reads this. It is a rule of Deno's linter, which has a parser, and it never executes anything.
 */

import { Writer } from "./writing.ts";

const CUT = "\n# cut";

function outline(program: any, source: any): string {
  const writer = new Writer(uncommented(source));
  try {
    writer.all(program.body, program);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return ""; // deeper or longer than anybody reads
  }
  return writer.lines.join("\n") + (writer.cut ? CUT : "");
}

function uncommented(source: any): string {
  let text: string = source.text;
  for (const { range: [from, to] } of source.getAllComments()) {
    text = text.slice(0, from) + " ".repeat(to - from) + text.slice(to);
  }
  return text;
}

export default {
  name: "sandgate",
  rules: {
    outline: {
      create(context: any) {
        return {
          Program: (node: any) => context.report({ node, message: outline(node, context.sourceCode) || "-" }),
        };
      },
    },
  },
};
