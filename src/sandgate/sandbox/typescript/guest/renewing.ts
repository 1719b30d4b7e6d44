/** Random numbers that are not the same in all copies of one machine, which was copied while it waited. */

/** What Deno's own generator gives out at most, until it takes new numbers from the kernel. */
const GIVEN_OUT = 65536;
const fill = crypto.getRandomValues.bind(crypto);

/** In a copy, before its program comes. */
export function renew(): void {
  for (let times = 0; times < 2; times++) fill(new Uint8Array(GIVEN_OUT));
  const held = new Uint32Array(512);
  let at = held.length;
  const random = () => { // V8 takes a seed once, and nobody can give it another
    if (at === held.length) {
      fill(held);
      at = 0;
    }
    return ((held[at++] >>> 5) * 2 ** 26 + (held[at++] >>> 6)) / 2 ** 53;
  };
  Object.defineProperty(Math, "random", { value: random, writable: true, configurable: true });
}
