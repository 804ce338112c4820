import { fromBase64Url, toBase64Url } from "../values/base64url.ts";
import { type AccountId, accountIdOf, parseAccountId } from "../values/ids.ts";
import { type Instant, instantOf, plus } from "../values/time.ts";

declare const brand: unique symbol;

/** The base64url text of 8 random bytes. It names a browser to one account, and only selects a counter of tries. */
export type DeviceId = string & { readonly [brand]: "DeviceId" };

/** The fact that this browser signed in to an account. */
export interface KnownDevice {
  readonly accountId: AccountId;
  /** The account's epoch at that sign-in. A device that knew only an earlier password is a stranger again. */
  readonly accountEpoch: number;
  readonly deviceId: DeviceId;
  readonly since: Instant;
}

/** The cookie stays small: on a sixth account the browser counts as a stranger. */
const devicesMax = 5;
/** As long as browsers keep any cookie. */
const deviceLifetimeSeconds = 400 * 24 * 60 * 60;

/** Per entry: 20 letters or digits of the account id, 8 bytes of device id, 6 bytes of milliseconds, 4 bytes of epoch. */
const accountBytes = 20;
const deviceBytes = 8;
const sinceBytes = 6;
const epochBytes = 4;
const entryBytes = accountBytes + deviceBytes + sinceBytes + epochBytes;
const layoutVersion = 1;

/** Brands 8 random bytes as a device id. Throws on any other length. */
export function deviceIdOf(bytes: Uint8Array): DeviceId {
  if (bytes.length !== deviceBytes) throw new Error(`A device id has 8 bytes, not ${bytes.length}.`);
  return toBase64Url(bytes) as DeviceId;
}

/** Writes what the sealed device cookie holds. Throws on more entries than `rememberDevice` leaves. */
export function encodeDevices(devices: readonly KnownDevice[]): Uint8Array {
  if (devices.length > devicesMax) throw new Error(`The device cookie holds at most ${devicesMax} entries.`);
  const bytes = Buffer.alloc(1 + devices.length * entryBytes);
  bytes.writeUInt8(layoutVersion, 0);
  for (const [index, device] of devices.entries()) {
    const at = 1 + index * entryBytes;
    bytes.write(device.accountId.slice(-accountBytes), at, "latin1");
    bytes.set(fromBase64Url(device.deviceId) ?? [], at + accountBytes);
    bytes.writeUIntBE(device.since, at + accountBytes + deviceBytes, sinceBytes);
    bytes.writeUInt32BE(device.accountEpoch, at + entryBytes - epochBytes);
  }
  return bytes;
}

/**
 * Reads the text of `encodeDevices`. Any other text, also one with two entries of one account, holds no device: the browser
 * then counts as a stranger, and its owner may have to wait.
 */
export function decodeDevices(payload: Uint8Array): readonly KnownDevice[] {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  const count = (bytes.length - 1) / entryBytes;
  if (!Number.isInteger(count) || count < 0 || count > devicesMax) return [];
  if (bytes.readUInt8(0) !== layoutVersion) return [];
  const devices: KnownDevice[] = [];
  for (let at = 1; at < bytes.length; at += entryBytes) {
    const accountId = parseAccountId(accountIdOf(bytes.toString("latin1", at, at + accountBytes)));
    if (accountId === undefined || devices.some((device) => device.accountId === accountId)) return [];
    const deviceAt = at + accountBytes;
    const deviceId = deviceIdOf(bytes.subarray(deviceAt, deviceAt + deviceBytes));
    const since = instantOf(bytes.readUIntBE(deviceAt + deviceBytes, sinceBytes));
    const accountEpoch = bytes.readUInt32BE(at + entryBytes - epochBytes);
    devices.push({ accountId, accountEpoch, deviceId, since });
  }
  return devices;
}

/**
 * The entries after a sign-in, newest first. The account's earlier device id makes way for the new one, so that an old copy
 * of the cookie cannot use up the tries of the browser that is in use.
 */
export function rememberDevice(
  existing: readonly KnownDevice[],
  latest: Omit<KnownDevice, "since">,
  now: Instant,
): readonly KnownDevice[] {
  const others = existing.filter((device) => device.accountId !== latest.accountId && isCurrent(device, now));
  return [{ ...latest, since: now }, ...others].slice(0, devicesMax);
}

/**
 * Finds the entry under which the account knows this browser. Undefined for a stranger, after 400 days, and after a new password or
 * the end of all sessions: a known device may guess more often only because it knew the password that still counts.
 */
export function deviceOf(
  devices: readonly KnownDevice[],
  account: { readonly id: AccountId; readonly epoch: number },
  now: Instant,
): KnownDevice | undefined {
  const device = devices.find(({ accountId }) => accountId === account.id);
  return device?.accountEpoch === account.epoch && isCurrent(device, now) ? device : undefined;
}

function isCurrent(device: KnownDevice, now: Instant): boolean {
  return now < plus(device.since, deviceLifetimeSeconds);
}
