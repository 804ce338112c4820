import type { Signer } from "../../flows/key-ports.ts";
import type { Clock } from "../../flows/ports.ts";
import type { PublicJwk, SigningAlgorithm } from "../../protocol/jwk.ts";
import type { Jwt } from "../../protocol/jwt.ts";
import { type Eventual, whenThere } from "../../values/eventual.ts";
import type { KeyId } from "../../values/ids.ts";
import { StoreUnavailable } from "../../values/store-unavailable.ts";
import { plus } from "../../values/time.ts";
import { type SigningKey, signWith } from "./signing-key.ts";
import { SigningThread } from "./signing-thread.ts";
import { verifyJwt } from "./verified-jwt.ts";

/** How long a new key is published before it signs, so that every copy of the key set has it by then. */
const publishedFirstSeconds = 60;

/** More signatures wait than the thread makes in time. The store works, so its watch does not report this. */
class SignaturesWaiting extends StoreUnavailable {
  override readonly isWatched = false;
}

/** Signs with the keys that the keyring holds. */
export class KeyedSigner implements Signer {
  readonly #clock: Clock;
  readonly #createFirst: (algorithm: SigningAlgorithm) => Promise<void>;
  readonly #thread = new SigningThread();
  readonly #making = new Map<SigningAlgorithm, Promise<void>>();
  /** The encoded header of each key and `typ`. */
  readonly #headers = new WeakMap<SigningKey, Map<string, string>>();
  /** Newest first. */
  #keys: readonly SigningKey[] = [];

  constructor(options: {
    readonly clock: Clock;
    /** Makes a key of the algorithm and hands it to `take`, unless there is one already. */
    readonly createFirst: (algorithm: SigningAlgorithm) => Promise<void>;
  }) {
    this.#clock = options.clock;
    this.#createFirst = options.createFirst;
  }

  ready(algorithm: SigningAlgorithm): Promise<void> | undefined {
    if (this.#keys.some((key) => key.algorithm === algorithm)) return undefined;
    let making = this.#making.get(algorithm);
    if (!making) {
      making = this.#createFirst(algorithm).finally(() => this.#making.delete(algorithm));
      this.#making.set(algorithm, making);
    }
    return making;
  }

  requireRoom(algorithm: SigningAlgorithm): void {
    if (algorithm === "RS256" && !this.#thread.hasRoom())
      throw new SignaturesWaiting("Too many signatures wait for the signing thread.");
  }

  sign(
    algorithm: SigningAlgorithm,
    typ: string,
    claims: Readonly<Record<string, unknown>>,
  ): Eventual<string> {
    return whenThere(this.ready(algorithm), () => {
      const key = this.#keyFor(algorithm);
      const signingInput = `${this.#headerOf(key, typ)}.${encode(claims)}`;
      return algorithm === "RS256" ? this.#thread.sign(key, signingInput) : signWith(key, signingInput);
    });
  }

  async verifyOwn(jwt: string, typ: string): Promise<Jwt["claims"] | undefined> {
    const verified = await verifyJwt(jwt, (header) =>
      header.typ === typ ? this.#keys.filter(({ id }) => id === header.kid).map((key) => key.jwk) : [],
    );
    return verified?.claims;
  }

  publicKeys(): readonly PublicJwk[] {
    return this.#keys.map((key) => key.jwk);
  }

  keyWith(id: KeyId): SigningKey | undefined {
    return this.#keys.find((key) => key.id === id);
  }

  /** Replaces the keys; newest first. */
  take(keys: readonly SigningKey[]): void {
    this.#keys = keys;
  }

  close(): void {
    this.#keys = [];
    this.#thread.close();
  }

  /** The flows use few values of `typ`, so the headers of a key are few. */
  #headerOf(key: SigningKey, typ: string): string {
    const known = this.#headers.get(key) ?? new Map<string, string>();
    this.#headers.set(key, known);
    const header = known.get(typ) ?? encode({ alg: key.algorithm, kid: key.id, typ });
    known.set(typ, header);
    return header;
  }

  /** Returns the newest key that clients have had time to learn, or the oldest while all are too new. */
  #keyFor(algorithm: SigningAlgorithm): SigningKey {
    const publishedBefore = plus(this.#clock.now(), -publishedFirstSeconds);
    const key =
      this.#keys.find((one) => one.algorithm === algorithm && one.createdAt <= publishedBefore) ??
      this.#keys.findLast((one) => one.algorithm === algorithm);
    if (!key) throw new Error(`The keyring has no key for ${algorithm}.`);
    return key;
  }
}

function encode(part: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
