/** The folder a program starts in, taken before a program can go elsewhere. */
export const HOME = Deno.cwd();
