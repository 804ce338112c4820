// A process of its own that redeems grants: `redeemer.ts LOCATION race COUNT` or `redeemer.ts LOCATION stream FIRST`.
import { writeSync } from "node:fs";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import type { Store } from "../../src/adapters/store.ts";
import { grantId, grantWith, noon } from "./samples.ts";

const [location = "", task, number] = process.argv.slice(2);
const store = await openAt(location);
if (task === "race") await race(Number(number));
else await stream(Number(number));

async function openAt(place: string): Promise<Store> {
  const path = place.replace(/^sqlite:/, "");
  if (path === place) throw new Error(`No store is known at ${place}.`);
  return openSqliteStore({ path, clock: { now: () => noon } });
}

async function race(count: number): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => store.grants.redeem(grantWith(grantId(index)))),
  );
  writeSync(1, `${answers.filter((answer) => answer === "redeemed").length}\n`);
  await store.close();
}

/** Ends only when it is killed. A line is written after the acknowledgement and never before it. */
async function stream(first: number): Promise<void> {
  for (let index = first; ; index += 1) {
    const answer = await store.grants.redeem(grantWith(grantId(index)));
    if (answer === "redeemed") writeSync(1, "acknowledged\n");
  }
}
