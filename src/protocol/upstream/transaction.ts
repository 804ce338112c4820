import { toBase64Url } from "../../values/base64url.ts";
import { sha256 } from "../../values/digest.ts";
import { type AccountId, parseAccountId } from "../../values/ids.ts";
import { parseJson } from "../../values/json-object.ts";
import { type Instant, instantOf, plus, type Seconds, secondsOf } from "../../values/time.ts";
import { readUpstreamName, type UpstreamName } from "./upstream.ts";

/** What the person came for: to sign in, or to link the account of the session to the upstream. */
export type UpstreamIntent = "sign-in" | "link";

/**
 * A sign-in at an upstream that is under way. It travels, sealed, in the `state` parameter, and is stored nowhere (ADR 0002). It holds for
 * the browser with this cookie alone.
 */
export interface UpstreamTransaction {
  readonly upstream: UpstreamName;
  readonly intent: UpstreamIntent;
  /** Random text that nonce and PKCE verifier are made of. The browser sees it sealed only. */
  readonly seed: string;
  readonly startedAt: Instant;
  /** The browser cookie of the request that started it. */
  readonly browser: string;
  /** The query of the sign-in that goes on afterwards: an authorization request, or a page of the service. */
  readonly query: string;
  /** The account to be linked, or the account whose person must give a fresh proof. */
  readonly accountId?: AccountId;
  /** The age that the person's sign-in at the upstream may have, if that matters. */
  readonly maxAge?: Seconds;
}

/** How long a person may take at the upstream. */
export const upstreamTransactionSeconds = 3_600;

/** The text to seal. */
export function encodeTransaction(transaction: UpstreamTransaction): Uint8Array {
  const { upstream, intent, seed, startedAt, browser, query, maxAge, accountId } = transaction;
  return Buffer.from(
    JSON.stringify([upstream, intent, seed, startedAt, browser, query, maxAge ?? null, accountId ?? null]),
  );
}

/** Reads what `encodeTransaction` wrote, also in another release; undefined for anything else. */
export function decodeTransaction(bytes: Uint8Array): UpstreamTransaction | undefined {
  const parts = parseJson(Buffer.from(bytes).toString());
  if (!Array.isArray(parts)) return undefined;
  const [name, intent, seed, startedAt, browser, query, maxAge, account] = parts as readonly unknown[];
  const upstream = typeof name === "string" ? readUpstreamName(name) : undefined;
  if (upstream === undefined || (intent !== "sign-in" && intent !== "link")) return undefined;
  if (typeof seed !== "string" || typeof browser !== "string" || typeof query !== "string") return undefined;
  if (typeof startedAt !== "number" || (maxAge !== null && typeof maxAge !== "number")) return undefined;
  const accountId = typeof account === "string" ? parseAccountId(account) : undefined;
  return {
    upstream,
    intent,
    seed,
    startedAt: instantOf(startedAt),
    browser,
    query,
    ...(accountId !== undefined && { accountId }),
    ...(maxAge !== null && { maxAge: secondsOf(maxAge) }),
  };
}

/** True while the person may still come back. */
export function isUnderWay({ startedAt }: UpstreamTransaction, now: Instant): boolean {
  return now < plus(startedAt, upstreamTransactionSeconds);
}

/** What the transaction is recognised by in the upstream's answers. Neither tells the other, nor the seed. */
export function proofsOf({ seed }: Pick<UpstreamTransaction, "seed">): {
  readonly nonce: string;
  readonly codeVerifier: string;
} {
  return { nonce: derived("nonce", seed), codeVerifier: derived("verifier", seed) };
}

function derived(what: string, seed: string): string {
  return toBase64Url(sha256(`upstream ${what} ${seed}`));
}
