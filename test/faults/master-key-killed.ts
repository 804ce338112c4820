/**
 * A process that replaces the master key and kills itself at a step. `DATABASE_URL DATA_DIR STEP SECRET?…`: STEP counts what it does to
 * the disk and writes to sockets from the moment the replacement begins; 0 lets it finish and prints how many steps there were.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";
import { replaceMasterKey } from "../../src/adapters/keys/replace-master-key.ts";
import { openAdministration } from "../../src/administration.ts";
import { configOf } from "../support/in-process.ts";

const [databaseUrl = "", dataDir = "", step = "0", ...secrets] = process.argv.slice(2);
const [secret, secretNext] = secrets;
const config = configOf(dataDir, {
  LATCHKEY_DATABASE_URL: databaseUrl,
  ...(secret !== undefined && { LATCHKEY_SECRET: secret }),
  ...(secretNext !== undefined && { LATCHKEY_SECRET_NEXT: secretNext }),
});
const { store, random, close } = await openAdministration(config);
let steps = 0;

function countStep(): void {
  steps += 1;
  if (steps === Number(step)) process.kill(process.pid, "SIGKILL");
}

for (const name of [
  "mkdtempSync",
  "writeFileSync",
  "linkSync",
  "renameSync",
  "fsyncSync",
  "fsync",
  "rmSync",
] as const) {
  const real = fs[name] as (...given: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...given: unknown[]) => {
      countStep();
      return Reflect.apply(real, fs, given);
    },
  });
}
syncBuiltinESMExports();
const write = Socket.prototype.write;
Socket.prototype.write = function (this: Socket, ...given: Parameters<typeof write>) {
  if (this !== (process.stdout as unknown)) countStep();
  return Reflect.apply(write, this, given);
} as typeof write;

await replaceMasterKey({ source: config, records: store.keyRecords, random });
const done = steps;
await close();
process.stdout.write(`${done}\n`);
