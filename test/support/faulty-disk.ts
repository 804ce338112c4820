// Loaded into the service's process with --import: every fdatasync does what a file says, which the test writes.
// "EIO" fails it, a number is how many milliseconds it takes; no file, and the disk is a good one.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const fault = process.env.TEST_DISK_FAULT ?? "";
const sync = fs.fdatasync;

function faultySync(descriptor: number, done: fs.NoParamCallback): void {
  const word = fs.existsSync(fault) ? fs.readFileSync(fault, "utf8") : "0";
  if (word === "EIO") {
    const error = Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO", errno: -5 });
    setImmediate(() => done(error));
    return;
  }
  if (word === "0") sync(descriptor, done);
  else setTimeout(() => sync(descriptor, done), Number(word));
}

fs.fdatasync = faultySync as typeof fs.fdatasync;
syncBuiltinESMExports();
