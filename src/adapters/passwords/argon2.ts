import { availableParallelism } from "node:os";
import { hash as argon2Hash, verify as argon2Verify } from "@node-rs/argon2";
import type { Passwords } from "../../flows/account-ports.ts";
import type { Clock } from "../../flows/ports.ts";
import type { HashProbe } from "../../flows/probe-ports.ts";
import type { NormalizedPassword, PasswordHash } from "../../identity/password.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Caller, createFairQueue } from "./fair-queue.ts";
import { type Argon2Settings, hashBytes, isOutdated, readParameters, unmatchableHash } from "./phc.ts";

/** The smallest memory that OWASP recommends for Argon2id, with its two passes: about 9 ms of one core. */
export const defaultSettings: Argon2Settings = { memoryKib: 19456, passes: 2, lanes: 1 };

/** Argon2id by its number: the package declares the name as a const enum, which type stripping cannot read. */
const argon2id = 2;

/**
 * Creates the hashing: `concurrency` hashes run at once (by default one for each core), and `queueMax` more wait.
 * NOTE: they run in libuv's pool, so at most UV_THREADPOOL_SIZE (4 by default) run at once, and DNS waits behind them.
 */
export function createPasswords(
  options: {
    readonly concurrency?: number;
    readonly queueMax?: number;
    readonly settings?: Argon2Settings;
    readonly probe?: HashProbe | undefined;
  } = {},
): Passwords {
  const { concurrency = availableParallelism(), queueMax = 64, settings = defaultSettings } = options;
  const queue = createFairQueue({ concurrency, queueMax, probe: options.probe });
  const unmatchable = unmatchableHash(settings);

  async function verify(
    password: NormalizedPassword,
    stored: PasswordHash | undefined,
    { like, network, device: known }: Parameters<Passwords["verify"]>[2],
  ): ReturnType<Passwords["verify"]> {
    const caller = { network, known };
    const compared = stored ?? like ?? unmatchable;
    const parameters = readParameters(compared);
    const compare = () => argon2Verify(compared, password);
    const outcome =
      parameters === undefined
        ? await verifyForeign(password, compared, caller)
        : await queue.run(caller, compare);
    if (!outcome.ok) return outcome;
    const matches = outcome.value && stored !== undefined;
    const needsRehash = matches && (parameters === undefined || isOutdated(parameters, settings));
    return ok({ matches, needsRehash });
  }

  /**
   * A hash that an import brought is never what new ones are, so it is renewed as soon as it matches. One that is compared faster than
   * new ones takes as long as these.
   */
  async function verifyForeign(
    password: NormalizedPassword,
    stored: PasswordHash,
    caller: Caller,
  ): Promise<Result<boolean, "busy" | "unacceptable-hash">> {
    const { readStored, verifyForeignHash } = await import("./foreign.ts");
    const read = readStored(stored);
    if (read === undefined) return refuse("unacceptable-hash");
    if (read.parts.scheme === "wrapped") return queue.run(caller, () => verifyForeignHash(password, read));
    return queue.run(caller, async () => {
      const both = [verifyForeignHash(password, read), argon2Verify(unmatchable, password)] as const;
      const [matches] = await Promise.all(both);
      return matches;
    });
  }

  return {
    hash: (password) => queue.run({ network: "ourselves" }, () => computeHash(password, settings)),
    wrap: ({ recipe, digest }) =>
      queue.run({ network: "ourselves" }, async () => {
        const { spellWrapped } = await import("./foreign.ts");
        return spellWrapped(recipe, await computeHash(digest, settings));
      }),
    verify,
  };
}

/** The speed at which this machine checks passwords when it does nothing else. */
export interface HashRate {
  /** The number of hashes that run at once. */
  readonly concurrency: number;
  /** The time that one of them takes meanwhile. */
  readonly millisecondsEach: number;
  readonly perSecond: number;
}

/** Checks any password as sign-ins do, as many at once as the service does, for about a second. */
export async function measureHashRate(
  clock: Clock,
  password: NormalizedPassword,
  options: { readonly concurrency?: number; readonly settings?: Argon2Settings } = {},
): Promise<HashRate> {
  const { concurrency = availableParallelism(), settings = defaultSettings } = options;
  const passwords = createPasswords({ concurrency, settings });
  const millisecondsMin = 1000;
  // This bound ends the loop under a clock that stands still; no machine reaches it in a second.
  const roundsMax = 10_000;
  const startedAt = clock.now();
  let rounds = 0;
  let elapsed = 0;
  while (rounds < roundsMax && elapsed < millisecondsMin) {
    await Promise.all(
      Array.from({ length: concurrency }, () =>
        passwords.verify(password, undefined, { network: "ourselves" }),
      ),
    );
    rounds += 1;
    elapsed = Math.max(clock.now() - startedAt, 1);
  }
  return {
    concurrency,
    millisecondsEach: elapsed / rounds,
    perSecond: (rounds * concurrency * 1000) / elapsed,
  };
}

/** The package draws the 16 bytes of salt itself, from the operating system. */
async function computeHash(password: string, settings: Argon2Settings): Promise<PasswordHash> {
  const phc = await argon2Hash(password, {
    algorithm: argon2id,
    memoryCost: settings.memoryKib,
    timeCost: settings.passes,
    parallelism: settings.lanes,
    outputLen: hashBytes,
  });
  return phc as PasswordHash;
}
