import {
  isLastingPurpose,
  isMacPurpose,
  isSymmetricPurpose,
  symmetricPurposes,
} from "../../values/key-purpose.ts";
import { type Instant, plus } from "../../values/time.ts";
import type { KeyPurpose, KeyRecord, RotatingPurpose } from "../key-ports.ts";

/** A key without its secret part. */
export type KeySummary = Omit<KeyRecord, "sealedKey">;

/** The keyring as an operator uses it. */
export interface KeyAdministration {
  /** Newest first. */
  list(): readonly KeySummary[];
  /** A new key seals or signs; what older ones did stands until they expire. */
  rotate(purpose: RotatingPurpose): Promise<void>;
  /** A new key seals or signs; what older ones did is void. */
  replace(purpose: RotatingPurpose): Promise<void>;
}

/**
 * What a key does now. One for MACs "authenticates" and later "verifies"; the one for pseudonyms "stays". "published": it will sign, and waits until everybody
 * has had time to learn it.
 */
export type KeyState = "seals" | "opens" | "authenticates" | "stays" | "signs" | "published" | "verifies";

/** A key, and what it does now. */
export interface KeyReport extends KeySummary {
  readonly state: KeyState;
}

/** For so long a new signing key is published before it signs, unless it is the only one. */
const publishedFirstSeconds = 60;

/** Every purpose whose keys rotate and that has one: the symmetric ones, and the algorithms that something was signed with. */
export function purposesInUse(keys: KeyAdministration): readonly RotatingPurpose[] {
  const inUse = new Set([...symmetricPurposes, ...keys.list().map(({ purpose }) => purpose)]);
  return [...inUse].filter(isRotating);
}

/** Every key and what it does at `now`, newest first. */
export function reportKeys(keys: KeyAdministration, now: Instant): readonly KeyReport[] {
  const listed = keys.list();
  return listed.map((key) => ({ ...key, state: stateOf(key, listed, now) }));
}

/**
 * Makes new keys for the purposes. `discardsOlder` is for keys that may have leaked: codes under way, open sign-in forms,
 * remembered devices and refresh tokens start anew, and what was signed is not recognised any more. Answers the new keys.
 */
export async function rotateKeys(
  keys: KeyAdministration,
  options: {
    readonly purposes: readonly RotatingPurpose[];
    readonly discardsOlder: boolean;
    readonly now: Instant;
  },
): Promise<readonly KeyReport[]> {
  const { purposes, discardsOlder, now } = options;
  for (const purpose of purposes) {
    if (discardsOlder) await keys.replace(purpose);
    else await keys.rotate(purpose);
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
  // The newest that everybody has had time to learn; where there is none yet, the one that is known for longest.
  const signing =
    siblings.find(({ createdAt }) => plus(createdAt, publishedFirstSeconds) <= now) ?? siblings.at(-1);
  if (key.id === signing?.id) return "signs";
  return isLive ? "published" : "verifies";
}
