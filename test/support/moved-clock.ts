/**
 * Moves the wall clock of a program that loads it first (`--import`), as setting the machine's clock would: by the milliseconds in the
 * file that MOVED_CLOCK_FILE names, whenever they change.
 */
import { readFileSync } from "node:fs";

const file = process.env.MOVED_CLOCK_FILE;
const rereadMilliseconds = 20;
const actual = Date.now;
let readAt = Number.NEGATIVE_INFINITY;
let moved = 0;

if (file !== undefined)
  Date.now = () => {
    const elapsed = performance.now();
    if (elapsed - readAt > rereadMilliseconds) {
      readAt = elapsed;
      moved = Number(readFileSync(file, "utf8"));
    }
    return actual() + moved;
  };
