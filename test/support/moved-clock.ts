/**
 * Loaded before a program (`--import`), moves its wall clock, as setting the machine's would: by the milliseconds that stand in the
 * file named by MOVED_CLOCK_FILE, whenever they change.
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
