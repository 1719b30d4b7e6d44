/** A program written down as Python, as far as that says what it touches. What cannot be said is said to be hidden. */

import { call, constructed, Spelling } from "./spelling.ts";

type Node = any;
const MOST = 400_000;
const HEAD = "import importlib, os, requests, shutil, socket, subprocess";
const SKIPPED = /^TS(?:Interface|TypeAlias|Declare|ImportEquals)/;
/** What stands after the last statement of a list where none is missing. Deno's parser ends a list at an empty one. */
const NOTHING = /^[\s;{}()[\],]*$/;
const NOT_CHILDREN = new Set(["parent", "type", "range", "loc", "typeAnnotation", "returnType", "typeArguments"]);

export class Writer {
  lines: string[] = [HEAD];
  spelling = new Spelling();
  #indent = "";
  #made = 0;
  #size = 0;
  cut = false;

  /** `text` is the program without its comments. */
  constructor(readonly text: string) {}

  line(text: string): void {
    this.#size += text.length + this.#indent.length;
    if (this.#size > MOST) throw new RangeError("too long to be read");
    this.lines.push(this.#indent + text);
  }

  fresh(): string {
    return `_made_${++this.#made}`;
  }

  block(head: string, body: () => void): void {
    this.line(head);
    const before = this.#indent;
    this.#indent += " ";
    this.line("pass");
    body();
    this.#indent = before;
  }

  // ---------------------------------------------------------------- statements

  all(nodes: Node[], inside: Node): void {
    for (const node of nodes) this.statement(node);
    this.whole(nodes, inside);
  }

  /** See whether these are all there are. What is missing may do anything. */
  whole(nodes: Node[], inside: Node): void {
    const rest = this.text.slice(nodes.findLast(Boolean)?.range[1] ?? inside.range[0], inside.range[1]);
    if (NOTHING.test(rest)) return;
    this.cut = true;
    this.line("exec([])");
  }

  statement(node: Node): void {
    if (!node || SKIPPED.test(node.type)) return;
    switch (node.type) {
      case "ImportDeclaration":
        return this.#import(node);
      case "ExportNamedDeclaration":
      case "ExportDefaultDeclaration":
        return this.statement(node.declaration);
      case "VariableDeclaration":
        return node.declarations.forEach((one: Node) => this.bind(one.id, one.init));
      case "FunctionDeclaration":
        if (node.id) this.spelling.gives(node.id.name);
        return this.#function(this.spelling.name(node.id?.name ?? this.fresh()), node);
      case "ClassDeclaration":
        return this.#class(node);
      case "BlockStatement":
      case "TSModuleBlock":
        return this.all(node.body, node);
      case "SwitchCase":
        if (node.test) this.line(this.value(node.test));
        return this.#case(node);
      case "ForOfStatement":
      case "ForInStatement":
        return this.#each(node);
      case "ForStatement":
        this.statement(node.init);
        return this.#loop([node.test, node.update], node.body);
      case "WhileStatement":
      case "DoWhileStatement":
        return this.#loop([node.test], node.body);
      default:
        return this.#other(node);
    }
  }

  /** Flow does not count: what may happen is read as if it did, one after the other. */
  #other(node: Node): void {
    if (/Expression$|^(?:Identifier|Literal|TemplateLiteral)$/.test(node.type)) return this.line(this.value(node));
    for (const child of children(node)) this.statement(child);
  }

  #case(node: Node): void {
    for (const one of node.consequent) this.statement(one);
    if (node.consequent.length) this.whole(node.consequent, node);
    else if (!/:[\s;]*$/.test(this.text.slice(...node.range))) this.whole([], node);
  }

  #import(node: Node): void {
    if (node.importKind === "type") return;
    const module = this.spelling.module(node.source.value);
    for (const one of node.specifiers) {
      if (one.importKind === "type") continue;
      const own = this.spelling.name(one.local.name);
      const name = one.type === "ImportSpecifier" ? one.imported.name ?? one.imported.value : "";
      this.spelling.gives(one.local.name, `importlib.import_module("${module}")`, name);
      this.#named(module, name, own);
    }
    if (!node.specifiers.length) this.line(`importlib.import_module(${JSON.stringify(module)})`);
  }

  #named(module: string, name: string, own: string): void {
    if (name) this.line(`from ${module} import ${this.spelling.name(name)} as ${own}`);
    else if (!module.includes(".")) this.line(`import ${module} as ${own}`);
    else this.line(`${own} = importlib.import_module("${module}")`);
  }

  bind(target: Node, given: Node): void {
    if (target.type === "Identifier") {
      const name = this.spelling.name(target.name);
      if (isFunction(given)) this.spelling.gives(target.name);
      if (isFunction(given)) return this.#function(name, given);
      const value = given ? this.value(given) : "None";
      this.spelling.gives(target.name, value);
      return this.line(`${name} = ${value}`);
    }
    const whole = this.fresh();
    const value = given ? this.value(given) : "None";
    this.line(`${whole} = ${value}`);
    this.take(target, whole, value);
  }

  /** Names out of a pattern, from what a name stands for. */
  take(target: Node, whole: string, from = "", member = ""): void {
    switch (target?.type) {
      case "Identifier":
        this.spelling.gives(target.name, from, member);
        return this.line(`${this.spelling.name(target.name)} = ${whole}`);
      case "AssignmentPattern":
        this.line(this.value(target.right));
        return this.take(target.left, whole);
      case "ArrayPattern":
        return target.elements.forEach((one: Node) => one && this.take(one, `${whole}[0]`));
      case "RestElement":
        return this.take(target.argument, whole);
      case "ObjectPattern":
        return target.properties.forEach((one: Node) =>
          one.type === "Property"
            ? this.take(one.value, this.#member(whole, one), from, String(one.key.name ?? ""))
            : this.take(one, whole)
        );
    }
  }

  #each(node: Node): void {
    const over = this.value(node.right);
    const one = this.fresh();
    this.block(`for ${one} in ${over}:`, () => {
      this.take(node.left.type === "VariableDeclaration" ? node.left.declarations[0].id : node.left, one);
      this.statement(node.body);
    });
  }

  #loop(parts: Node[], body: Node): void {
    this.block("while True:", () => {
      for (const part of parts) if (part) this.line(this.value(part));
      this.statement(body);
    });
  }

  #function(name: string, node: Node): void {
    const params = node.params.map(() => this.fresh());
    this.block(`def ${name}(${params.join(", ")}):`, () => {
      node.params.forEach((one: Node, at: number) => this.take(one.parameter ?? one, params[at]));
      if (node.body?.type === "BlockStatement") this.statement(node.body);
      else if (node.body) this.line(this.value(node.body));
    });
  }

  #class(node: Node): void {
    if (node.superClass) this.line(this.value(node.superClass));
    for (const one of [node, ...node.body.body]) {
      for (const { expression } of one.decorators ?? []) this.line(this.value(expression));
      if (one.computed) this.line(this.value(one.key));
      if (isFunction(one.value)) this.#function(this.spelling.name(one.key?.name ?? this.fresh()), one.value);
      else if (one.value) this.line(this.value(one.value));
      else if (one.type === "StaticBlock") this.statement(one.body);
    }
  }

  // ---------------------------------------------------------------- expressions

  value(node: Node): string {
    switch (node?.type) {
      case "Identifier":
        if (node.name === "eval" && this.spelling.known("", "eval")) this.line("exec([])"); // under another name
        return this.spelling.name(node.name);
      case "Literal":
        return literal(node.value);
      case "TemplateLiteral":
        return this.#template(node);
      case "ObjectExpression":
        return `{${node.properties.map((one: Node) => this.#property(one)).join(", ")}}`;
      case "ArrayExpression":
        this.whole(node.elements, node);
        return `[${node.elements.map((one: Node) => (one ? this.given(one) : "None")).join(", ")}]`;
      case "MemberExpression":
        return this.#member(this.#owner(node.object), { key: node.property, computed: node.computed });
      case "CallExpression":
        return call(this, node);
      case "NewExpression":
        return constructed(this, node);
      case "ImportExpression":
        return this.#imported(node.source);
      case "ArrowFunctionExpression":
      case "FunctionExpression": {
        const name = this.fresh();
        this.#function(name, node);
        return name;
      }
      default:
        return this.#operation(node);
    }
  }

  #operation(node: Node): string {
    switch (node?.type) {
      case "AwaitExpression":
      case "YieldExpression":
        return node.argument ? this.value(node.argument) : "None";
      case "ChainExpression":
      case "TSAsExpression":
      case "TSNonNullExpression":
      case "TSSatisfiesExpression":
      case "TSTypeAssertion":
      case "TSInstantiationExpression":
        return this.value(node.expression);
      case "AssignmentExpression":
        this.bind(node.left, node.right);
        return node.left.type === "Identifier" ? this.value(node.left) : "None";
      case "BinaryExpression":
        return `(${this.#terms(node, node.operator === "+" ? " + " : " or ")})`;
      case "LogicalExpression":
        return `(${this.#terms(node, " or ")})`;
      case "UnaryExpression":
        return `(${node.operator === "-" ? "-" : "not "}${this.value(node.argument)})`;
      case "ConditionalExpression":
        return `(${this.value(node.consequent)} if ${this.value(node.test)} else ${this.value(node.alternate)})`;
      case "ClassExpression":
        this.#class(node);
        return "None";
      default:
        return node ? `[${children(node).map((child) => this.value(child)).join(", ")}]` : "None";
    }
  }

  /** A long sum has as many terms, not as many brackets. */
  #terms(node: Node, sign: string): string {
    const terms: string[] = [];
    let rest = node;
    while (rest.type === node.type && (rest.operator === "+") === (sign === " + ")) {
      terms.unshift(this.value(rest.right));
      rest = rest.left;
    }
    return [this.value(rest), ...terms].join(sign);
  }

  #template(node: Node): string {
    const parts = node.quasis.flatMap((text: Node, at: number) => [
      JSON.stringify(text.cooked ?? ""),
      ...(at < node.expressions.length ? [this.value(node.expressions[at])] : []),
    ]);
    return `(${parts.join(" + ")})`;
  }

  #property(one: Node): string {
    if (one.type !== "Property") return `**${this.value(one.argument)}`;
    const key = one.computed ? this.value(one.key) : JSON.stringify(String(one.key.name ?? one.key.value));
    return `${key}: ${this.value(one.value)}`;
  }

  given(node: Node): string {
    return node.type === "SpreadElement" ? `*${this.value(node.argument)}` : this.value(node);
  }

  #owner(node: Node): string {
    return isPlain(node) ? this.value(node) : `(${this.value(node)})`;
  }

  #member(owner: string, one: { key: Node; computed?: boolean }): string {
    if (one.computed) return `getattr(${owner}, ${this.value(one.key)})`;
    const name = String(one.key.name ?? one.key.value);
    return this.spelling.isPlain(name) ? `${owner}.${name}` : `getattr(${owner}, ${JSON.stringify(name)})`;
  }

  #imported(source: Node): string {
    const from = source.type === "Literal"
      ? JSON.stringify(this.spelling.module(String(source.value)))
      : this.value(source);
    return `importlib.import_module(${from})`;
  }
}

function isFunction(node: Node): boolean {
  return node?.type === "ArrowFunctionExpression" || node?.type === "FunctionExpression";
}

/** What needs no brackets before a dot: a long chain of calls has none. */
export function isPlain(node: Node): boolean {
  switch (node?.type) {
    case "AwaitExpression":
      return isPlain(node.argument);
    case "ChainExpression":
    case "TSNonNullExpression":
      return isPlain(node.expression);
    default:
      return /^(?:Identifier|MemberExpression|CallExpression)$/.test(node?.type);
  }
}

function literal(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value))) return String(value);
  return "None";
}

function children(node: Node): Node[] {
  const found: Node[] = [];
  for (const key in node) {
    if (NOT_CHILDREN.has(key)) continue;
    const value = node[key];
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one && typeof one === "object" && typeof one.type === "string") found.push(one);
    }
  }
  return found;
}
