import type { PublishedKeys } from "../../flows/key-ports.ts";
import type { Clock } from "../../flows/ports.ts";
import type { PublicJwk } from "../../protocol/jwk.ts";
import { type Instant, plus } from "../../values/time.ts";
import { BoundedCache } from "../bounded-cache.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";

const keptSeconds = 300;
/** A forged signature must not make the service ask an address more often. */
const askedAgainAfterSeconds = 60;
/** A failure is remembered for a short time, so that a client that was away for a moment is back soon. */
const failureKeptSeconds = 10;
/** How many addresses are remembered; the least recently used makes room. */
const addressesMax = 1_000;

/** A request for the keys at an address, answered or not. */
interface Asked {
  /** Keys that were fetched while the clock was ahead are not kept until that time comes again. */
  readonly at: Instant;
  /** Undefined if no keys could be read. */
  readonly keys: Promise<readonly PublicJwk[] | undefined>;
  /** Shortened once the request has failed. */
  keptUntil: Instant;
}

interface PublishedKeysOptions {
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
  /** Reads the usable keys of a JWK set; undefined for any other text. */
  readonly read: (text: string) => readonly PublicJwk[] | undefined;
}

/** Creates a cache of the keys that clients publish. Concurrent calls for one address share one request. */
export function createPublishedKeys(options: PublishedKeysOptions): PublishedKeys {
  return new FetchedKeys(options);
}

class FetchedKeys implements PublishedKeys {
  readonly #options: PublishedKeysOptions;
  readonly #asked = new BoundedCache<string, Asked>(addressesMax);

  constructor(options: PublishedKeysOptions) {
    this.#options = options;
  }

  async find(uri: string): Promise<readonly PublicJwk[]> {
    const known = this.#asked.get(uri);
    const now = this.#options.clock.now();
    const isKept = known !== undefined && known.at <= now && now < known.keptUntil;
    const asked = isKept ? known : this.#ask(uri, now);
    return (await asked.keys) ?? [];
  }

  async findAgain(uri: string): Promise<readonly PublicJwk[] | undefined> {
    const known = this.#asked.get(uri);
    const now = this.#options.clock.now();
    const isFresh = known !== undefined && known.at <= now && now < plus(known.at, askedAgainAfterSeconds);
    if (isFresh) return undefined;
    return this.#ask(uri, now).keys;
  }

  #ask(uri: string, now: Instant): Asked {
    const keys = this.#fetch(uri);
    const asked: Asked = { at: now, keys, keptUntil: plus(now, keptSeconds) };
    keys.then((read) => {
      if (read === undefined) asked.keptUntil = plus(now, failureKeptSeconds);
    });
    this.#asked.set(uri, asked);
    return asked;
  }

  async #fetch(uri: string): Promise<readonly PublicJwk[] | undefined> {
    const headers = { accept: "application/jwk-set+json, application/json" };
    const answer = await this.#options.fetch({ url: uri, method: "GET", headers });
    if (!answer.ok || answer.value.status !== 200) return undefined;
    return this.#options.read(answer.value.body);
  }
}
