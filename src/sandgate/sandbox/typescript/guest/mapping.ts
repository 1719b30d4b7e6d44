/** Which line of a program a line of the JavaScript made from it came from, read from its source map. */

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const MAP = /\/\/# sourceMappingURL=data:application\/json;base64,([\w+/=]+)\s*$/;

export function lineMap(text: string): (line: number) => number {
  const found = MAP.exec(text);
  if (!found) return (line) => line;
  const lines: number[] = [];
  let source = 0;
  for (const mapped of JSON.parse(atob(found[1])).mappings.split(";")) {
    const before = source;
    let first: number | undefined;
    for (const segment of mapped.split(",")) {
      const numbers = vlq(segment);
      if (numbers.length < 4) continue;
      source += numbers[2];
      first ??= source;
    }
    lines.push((first ?? before) + 1);
  }
  return (line) => lines[line - 1] ?? line;
}

function vlq(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const char of segment) {
    const digit = DIGITS.indexOf(char);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = shift = 0;
  }
  return numbers;
}
