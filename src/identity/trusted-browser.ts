import {
  type AccountId,
  accountIdOf,
  parseAccountId,
  type TrustedBrowserId,
  trustedBrowserIdOf,
} from "../values/ids.ts";
import { type Instant, plus } from "../values/time.ts";

/** A browser in which a person is not asked for the second factor for a while. Its row is the truth: no row, no trust. */
export interface TrustedBrowser {
  readonly id: TrustedBrowserId;
  readonly accountId: AccountId;
  /** The account's epoch at the time. A new password, or the end of all sessions, ends the trust. */
  readonly accountEpoch: number;
  readonly trustedAt: Instant;
  readonly expiresAt: Instant;
  /** Shown in lists only. */
  readonly userAgent: string;
}

/** One entry of the sealed cookie: which row to look for. */
export interface TrustEntry {
  readonly accountId: AccountId;
  readonly id: TrustedBrowserId;
}

/** How long a browser is trusted. */
export const trustSeconds = 30 * 24 * 60 * 60;

/** How many trusted browsers an account keeps: the newest. */
export const trustedBrowsersMax = 20;

/** The cookie stays small: a sixth account makes the browser forget the first. */
const entriesMax = 5;
/** Per entry: 20 letters or digits of the account id, 16 bytes of id. */
const accountBytes = 20;
const idBytes = 16;
const entryBytes = accountBytes + idBytes;
const layoutVersion = 1;

/** Writes what the sealed cookie holds: the new entry first, then those of other accounts. */
export function encodeTrustEntries(latest: TrustEntry, existing: readonly TrustEntry[]): Uint8Array {
  const others = existing.filter(({ accountId }) => accountId !== latest.accountId);
  const entries = [latest, ...others].slice(0, entriesMax);
  const written = entries.map(({ accountId, id }) =>
    Buffer.concat([Buffer.from(accountId.slice(-accountBytes), "latin1"), id]),
  );
  return Buffer.concat([Buffer.of(layoutVersion), ...written]);
}

/** Reads what `encodeTrustEntries` wrote. Any other bytes hold no entry, so that the person is asked. */
export function decodeTrustEntries(payload: Uint8Array): readonly TrustEntry[] {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  const count = (bytes.length - 1) / entryBytes;
  if (!Number.isInteger(count) || count < 0 || count > entriesMax || bytes[0] !== layoutVersion) return [];
  const entries: TrustEntry[] = [];
  for (let at = 1; at < bytes.length; at += entryBytes) {
    const accountId = parseAccountId(accountIdOf(bytes.toString("latin1", at, at + accountBytes)));
    if (accountId === undefined) return [];
    entries.push({ accountId, id: trustedBrowserIdOf(bytes.subarray(at + accountBytes, at + entryBytes)) });
  }
  return entries;
}

/** True if the row still lets this person pass. */
export function isTrusted(
  browser: TrustedBrowser | undefined,
  account: { readonly id: AccountId; readonly epoch: number },
  now: Instant,
): boolean {
  if (browser === undefined || browser.accountId !== account.id) return false;
  // A row from the future is one of a clock that was ahead.
  return (
    browser.accountEpoch === account.epoch &&
    now < browser.expiresAt &&
    browser.expiresAt <= plus(now, trustSeconds)
  );
}
