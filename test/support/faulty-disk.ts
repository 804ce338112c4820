// Loaded into the service's process with --import. Every fdatasync obeys a file that the test writes: "EIO" fails it, "hang" holds it up
// until the file is gone, and without the file the disk works.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const fault = process.env.TEST_DISK_FAULT ?? "";
const sync = fs.fdatasync;

function faultySync(descriptor: number, done: fs.NoParamCallback): void {
  const word = fs.existsSync(fault) ? fs.readFileSync(fault, "utf8") : "";
  if (word === "EIO") {
    const error = Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO", errno: -5 });
    setImmediate(() => done(error));
    return;
  }
  if (word === "hang") setTimeout(() => faultySync(descriptor, done), 20);
  else sync(descriptor, done);
}

fs.fdatasync = faultySync as typeof fs.fdatasync;
syncBuiltinESMExports();
