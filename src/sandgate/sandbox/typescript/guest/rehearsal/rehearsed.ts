/** A module like that of a tool. */

export const rehearsed: number = 1;
