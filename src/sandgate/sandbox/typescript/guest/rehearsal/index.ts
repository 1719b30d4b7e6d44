/** What a program of our own imports before the real one comes, as wrappers are: `.js` in the text, `.ts` on disk. */

export { rehearsed } from "./rehearsed.js";
