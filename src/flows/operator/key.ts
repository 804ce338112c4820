import {
  isLastingPurpose,
  isMacPurpose,
  isSymmetricPurpose,
  symmetricPurposes,
} from "../../values/key-purpose.ts";
import { type Instant, plus } from "../../values/time.ts";
import type { Auditor } from "../audit.ts";
import type { KeyPurpose, KeyRecord, RotatingPurpose } from "../key-ports.ts";
import type { SideEffects } from "../side-effect-ports.ts";

/** A key without its secret part. */
export type KeySummary = Omit<KeyRecord, "sealedKey" | "masterKeyId">;

/** The keyring as an operator uses it. */
export interface KeyAdministration {
  /** Newest first. */
  list(): readonly KeySummary[];
  /** A new key seals or signs. Messages of older keys stay valid until these expire. */
  rotate(purpose: RotatingPurpose, sideEffects?: SideEffects): Promise<void>;
  /** A new key seals or signs. Messages of older keys are void. */
  replace(purpose: RotatingPurpose, sideEffects?: SideEffects): Promise<void>;
}

/**
 * The present use of a key. A key for MACs "authenticates" and later "verifies"; the key for pseudonyms "stays". "published": the key
 * will sign once clients have had time to learn it.
 */
export type KeyState = "seals" | "opens" | "authenticates" | "stays" | "signs" | "published" | "verifies";

/** A key and its present use. */
export interface KeyReport extends KeySummary {
  readonly state: KeyState;
}

/** The time that a new signing key is published before it signs, unless it is the only one. */
const publishedFirstSeconds = 60;

/** What the keys of each purpose are for. */
export const keyMeanings: Readonly<Record<KeyPurpose, string>> = {
  code: "authorization codes",
  step: "sign-in forms",
  device: "known browsers",
  refresh: "refresh tokens",
  "pushed-request": "pushed requests",
  "mail-request": "requests for mails",
  "trusted-browser": "trusted browsers",
  totp: "secrets of authenticator apps",
  mail: "messages that wait to be sent",
  subject: "pairwise subjects",
  "upstream-state": "sign-ins under way at upstream providers",
  flash: "what a browser keeps after a form",
  console: "visits to the console",
  "forward-auth": "visits to protected applications",
  answer: "answers of the admin API to requests with a key",
  upstream: "secrets at upstream providers",
  audit: "the audit trail",
  webhook: "secrets of webhooks",
  "sign-RS256": "ID tokens and JWT access tokens, with RS256",
  "sign-ES256": "ID tokens and JWT access tokens, with ES256",
  "sign-EdDSA": "ID tokens and JWT access tokens, with EdDSA",
};

/** Every purpose that has keys which rotate: the symmetric ones, and the signing algorithms in use. */
export function purposesInUse(keys: KeyAdministration): readonly RotatingPurpose[] {
  const inUse = new Set([...symmetricPurposes, ...keys.list().map(({ purpose }) => purpose)]);
  return [...inUse].filter(isRotating);
}

/** Lists every key and its use at `now`, newest first. */
export function reportKeys(keys: KeyAdministration, now: Instant): readonly KeyReport[] {
  const listed = keys.list();
  return listed.map((key) => ({ ...key, state: stateOf(key, listed, now) }));
}

/**
 * Creates new keys for the purposes and returns them. `discardsOlder` is for keys that may have leaked: codes under way, open forms,
 * known devices and refresh tokens become void, and old signatures are not recognised any more.
 */
export async function rotateKeys(
  keys: KeyAdministration,
  options: {
    readonly purposes: readonly RotatingPurpose[];
    readonly discardsOlder: boolean;
    readonly now: Instant;
    readonly audit: Auditor;
  },
): Promise<readonly KeyReport[]> {
  const { purposes, discardsOlder, now, audit } = options;
  for (const purpose of purposes) {
    const act = discardsOlder ? "key-replaced" : "key-rotated";
    const sideEffects = { audit: [audit.entry(act, { kind: "key", id: purpose })] };
    if (discardsOlder) await keys.replace(purpose, sideEffects);
    else await keys.rotate(purpose, sideEffects);
  }
  return reportKeys(keys, now).filter(
    ({ purpose, retiredAt }) => isRotating(purpose) && purposes.includes(purpose) && retiredAt === undefined,
  );
}

function isRotating(purpose: KeyPurpose): purpose is RotatingPurpose {
  return !isLastingPurpose(purpose);
}

function stateOf(key: KeySummary, listed: readonly KeySummary[], now: Instant): KeyState {
  const isLive = key.retiredAt === undefined;
  if (isLastingPurpose(key.purpose)) return "stays";
  if (isSymmetricPurpose(key.purpose)) {
    if (isMacPurpose(key.purpose)) return isLive ? "authenticates" : "verifies";
    return isLive ? "seals" : "opens";
  }
  const siblings = listed.filter(({ purpose }) => purpose === key.purpose);
  // The newest key that clients have had time to learn; where there is none yet, the oldest.
  const signing =
    siblings.find(({ createdAt }) => plus(createdAt, publishedFirstSeconds) <= now) ?? siblings.at(-1);
  if (key.id === signing?.id) return "signs";
  return isLive ? "published" : "verifies";
}
