// A process of its own that redeems grants, uses keys or presents refresh tokens: `redeemer.ts LOCATION TASK NUMBER`.
import { writeSync } from "node:fs";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import type { Store } from "../../src/adapters/store.ts";
import { rotateFamily } from "../../src/flows/endpoint/rotate-family.ts";
import { sha256 } from "../../src/values/digest.ts";
import { familyIdOfRace, familyWith, grantId, grantOfFamily, grantWith, noon } from "./samples.ts";

const [location = "", task, number] = process.argv.slice(2);
const store = await openAt(location);
if (task === "race") await race(Number(number));
else if (task === "use") await use(Number(number));
else if (task === "rotate") await rotate(Number(number));
else await stream(Number(number));

async function openAt(place: string): Promise<Store> {
  const clock = { now: () => noon };
  if (place.startsWith("postgres:")) return openPostgresStore({ url: place, clock });
  const path = place.replace(/^sqlite:/, "");
  if (path === place) throw new Error(`No store is known at ${place}.`);
  return openSqliteStore({ path, clock });
}

async function race(count: number): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => store.grants.redeem(grantWith(grantId(index)))),
  );
  await tell(answers.filter((answer) => answer === "redeemed").length);
}

async function use(count: number): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => store.replayCache.use(sha256(`key ${index}`), noon)),
  );
  await tell(answers.filter(Boolean).length);
}

/** Presents the first token of the family 100 times at once; `firstId` is the first id of its own grants. */
async function rotate(firstId: number): Promise<void> {
  const first = familyWith(familyIdOfRace);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => {
      const grant = grantOfFamily(grantId(firstId + index), familyIdOfRace);
      return rotateFamily(store, { family: first, presented: 1, keepsToken: false, grant, now: noon });
    }),
  );
  await tell(answers.filter((answer) => answer.ok && answer.value === 2).length);
}

async function tell(won: number): Promise<void> {
  writeSync(1, `${won}\n`);
  await store.close();
}

/** Ends only when it is killed. A line is written after the acknowledgement and never before it. */
async function stream(first: number): Promise<void> {
  for (let index = first; ; index += 1) {
    const answer = await store.grants.redeem(grantWith(grantId(index)));
    if (answer === "redeemed") writeSync(1, "acknowledged\n");
  }
}
