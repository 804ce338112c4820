// Loaded into the service's process with --import. Every fdatasync obeys a file that the test writes: "EIO" fails it, a number makes
// it take that many milliseconds, and without the file the disk works.
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
