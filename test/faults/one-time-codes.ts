// Proof: of any number of sign-ins with one code of an authenticator app exactly one begins a session, and with a code of an earlier
// step none, through two stores on SQLite and on PostgreSQL. `npm run proof:codes` sends 100,000 codes to each; a few run with the tests.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { totpCodes } from "../../src/adapters/otp/totp-codes.ts";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import type { Store } from "../../src/adapters/store.ts";
import type { TotpCode } from "../../src/identity/one-time-code.ts";
import { totpSecretOf } from "../../src/identity/totp.ts";
import { type Instant, instantOf, plus } from "../../src/values/time.ts";
import { accountNamed, noon, sessionOf, startOf, totpOf } from "../storage-contract/samples.ts";
import { startPostgres } from "../support/postgres.ts";
import { newDataDir } from "../support/service.ts";
import { type Progress, type ProofReport, runProof } from "./proof.ts";

const ada = accountNamed("ada");
const secret = totpSecretOf(Buffer.from("12345678901234567890"));
/** In every round this many browsers send the code of now, and some of them that of the step before. */
const racers = 20;
const latecomers = 4;
const stepSeconds = 30;

/** Races the codes of `rounds` steps, one after the other, on each engine. */
export async function codeRounds(rounds: number, progress: Progress = () => {}): Promise<ProofReport> {
  const folder = await newDataDir();
  const server = await startPostgres();
  const violations: string[] = [];
  const figures: Record<string, number> = { "codes of a step at once": racers };
  const clock = { now: () => noon };
  try {
    const path = join(folder, "latchkey.db");
    const url = await server.newSchema();
    const engines: readonly (readonly [string, () => Promise<Store>])[] = [
      ["SQLite", () => openSqliteStore({ path, clock })],
      ["PostgreSQL", () => openPostgresStore({ url, clock })],
    ];
    for (const [name, open] of engines) {
      const stores = [await open(), await open()];
      figures[`sessions on ${name}`] = await raceOn(name, stores, rounds, violations, progress);
      for (const store of stores) await store.close();
    }
  } finally {
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
  return { figures, violations };
}

async function raceOn(
  name: string,
  stores: readonly Store[],
  rounds: number,
  violations: string[],
  progress: Progress,
): Promise<number> {
  const [first] = stores;
  if (first === undefined) throw new Error("A race needs a store.");
  await first.accounts.create(ada);
  await first.totps.keep(totpOf(ada, { lastStep: 0 }), { accountEpoch: ada.epoch });
  let begun = 0;
  for (let round = 0; round < rounds; round += 1) {
    const now = plus(noon, round * stepSeconds);
    const codes = Array.from({ length: racers + (round === 0 ? 0 : latecomers) }, (_, index) =>
      codeAt(index < racers ? now : plus(now, -stepSeconds)),
    );
    const outcomes = await Promise.all(
      codes.map((code, index) =>
        signIn(stores[index % stores.length] ?? first, code, now, `${round} ${index}`),
      ),
    );
    const winners = outcomes.slice(0, racers).filter(Boolean).length;
    const late = outcomes.slice(racers).filter(Boolean).length;
    if (winners !== 1) violations.push(`${name}, step ${round}: ${winners} sessions for one code`);
    if (late !== 0) violations.push(`${name}, step ${round}: ${late} sessions for a code of the step before`);
    begun += winners;
    progress(round + 1, rounds);
  }
  return begun;
}

function codeAt(at: Instant): TotpCode {
  return TOTP.generate({
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    timestamp: at,
  }) as TotpCode;
}

/** As the flow does it: the code is judged, and its step is claimed by the fact that begins the session. */
async function signIn(store: Store, code: TotpCode, now: Instant, cookie: string): Promise<boolean> {
  const totp = await store.totps.find(ada.id);
  const step = await totpCodes.stepOf(secret, code, instantOf(now));
  if (totp === undefined || step === undefined) return false;
  const claims = [{ kind: "totp-step", totp, step } as const];
  const session = sessionOf(ada, cookie, { methods: ["pwd", "otp", "mfa"] });
  return (await store.sessions.start(startOf(session, { claims, sessionsMax: 5 }))) === "started";
}

if (import.meta.main) await runProof("codes", 5_000, codeRounds);
