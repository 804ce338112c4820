// A process that opens a store, signs people in, copies the log, backs up and starts anew, until a fault ends it. It prints each fact
// that it tries (`?`) and each that was answered (`=`).
import { writeSync } from "node:fs";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import { StoreBroken, StoreUnavailable } from "../../src/values/store-unavailable.ts";
import {
  accountNamed,
  grantId,
  grantWith,
  noon,
  reservationOf,
  sessionOf,
  startOf,
} from "../storage-contract/samples.ts";

const path = process.argv[2] ?? "";
const clock = { now: () => noon };
const steps = 30;
/** A refused write is tried again so often: a full disk is a fault of one call here. */
const triesMax = 3;
/** The code with which a service ends after a failed disk. */
const brokenExitCode = 74;

async function answered(fact: string, write: () => Promise<unknown>): Promise<void> {
  writeSync(1, `?${fact}\n`);
  for (let tries = 1; ; tries += 1)
    try {
      await write();
      writeSync(1, `=${fact}\n`);
      return;
    } catch (error) {
      // It ends as the service does, without closing the database.
      if (error instanceof StoreBroken) process.exit(brokenExitCode);
      if (!(error instanceof StoreUnavailable) || tries === triesMax) throw error;
    }
}

let store = await openSqliteStore({ path, clock });
const ada = accountNamed("ada");
await answered("account ada", () => store.accounts.create(ada));
for (let step = 1; step <= steps; step += 1) {
  if (step % 5 === 0) await store.tend();
  if (step === 12) await store.backup(`${path}.backup`).catch(() => undefined);
  if (step === 18) {
    await store.close();
    store = await openSqliteStore({ path, clock, mayCreate: false });
  }
  const indices = Array.from({ length: 1 + (step % 3) }, (_, index) => step * 10 + index);
  await Promise.all([
    answered(`guess ${step}`, () => store.attempts.reserve([reservationOf(`guess ${step}`)], noon)),
    answered(`session ${step}`, () => store.sessions.start(startOf(sessionOf(ada, `cookie ${step}`)))),
    ...indices.map((index) =>
      answered(`grant ${index}`, () => store.grants.redeem(grantWith(grantId(index)))),
    ),
  ]);
  await answered(`touch ${step}`, () => store.sessions.touch(sessionOf(ada, `cookie ${step}`).id, noon));
}
process.kill(process.pid, "SIGKILL");
