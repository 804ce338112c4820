/**
 * Loaded before a command by `--import`: kills the process right after change number `KILL_AFTER_CHANGE` to the files of `KILL_FOLDER`.
 * What SQLite writes by itself is not counted.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { KILL_AFTER_CHANGE = "", KILL_FOLDER = "/" } = process.env;
let changes = 0;

for (const name of [
  "mkdtempSync",
  "copyFileSync",
  "writeFileSync",
  "chmodSync",
  "linkSync",
  "renameSync",
  "rmSync",
] as const) {
  const real = fs[name] as (...given: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...given: unknown[]) => {
      const before = name === "rmSync" && !fs.existsSync(String(given[0]));
      const answer = Reflect.apply(real, fs, given);
      if (!before && given.some((path) => String(path).startsWith(KILL_FOLDER))) changes += 1;
      if (changes === Number(KILL_AFTER_CHANGE)) process.kill(process.pid, "SIGKILL");
      return answer;
    },
  });
}
syncBuiltinESMExports();
