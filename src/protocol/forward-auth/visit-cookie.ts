import {
  type AccountId,
  type ClientId,
  parseAccountId,
  parseClientId,
  type SessionId,
  sessionIdOf,
} from "../../values/ids.ts";
import { type Strength, strengths } from "../../values/strength.ts";
import { type Instant, instantOf } from "../../values/time.ts";

/** A visit to a protected application, as its cookie holds it, sealed. It opens nothing at another host. */
export interface VisitCookie {
  readonly origin: string;
  readonly clientId: ClientId;
  readonly accountId: AccountId;
  readonly sessionId: SessionId;
  readonly beganAt: Instant;
  /** What the sign-in met, a browser that the person trusts included. The session may have become stronger since. */
  readonly strength: Strength;
}

/* Layout: version 1 · strength 1 · began at 6 · session id 16 · account id 23 · client id length 1 and text · origin to the end. */
const version = 1;
const sessionIdAt = 8;
const accountIdAt = 24;
const clientLengthAt = 47;

/** Packs a visit for sealing. */
export function packVisit({
  origin,
  clientId,
  accountId,
  sessionId,
  beganAt,
  strength,
}: VisitCookie): Uint8Array {
  const bytes = Buffer.alloc(clientLengthAt + 1 + clientId.length + origin.length);
  bytes[0] = version;
  bytes[1] = strengths.indexOf(strength);
  bytes.writeUIntBE(beganAt, 2, 6);
  bytes.set(sessionId, sessionIdAt);
  bytes.write(accountId, accountIdAt, "latin1");
  bytes[clientLengthAt] = clientId.length;
  bytes.write(`${clientId}${origin}`, clientLengthAt + 1, "latin1");
  return bytes;
}

/** Unpacks a visit; undefined for all bytes but those of `packVisit` of this version. */
export function unpackVisit(packed: Uint8Array): VisitCookie | undefined {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const strength = strengths[bytes[1] ?? -1];
  if (bytes[0] !== version || strength === undefined) return undefined;
  const originAt = clientLengthAt + 1 + (bytes[clientLengthAt] ?? 0);
  const accountId = parseAccountId(bytes.toString("latin1", accountIdAt, clientLengthAt));
  const clientId = parseClientId(bytes.toString("latin1", clientLengthAt + 1, originAt));
  if (accountId === undefined || clientId === undefined || bytes.length <= originAt) return undefined;
  return {
    origin: bytes.toString("latin1", originAt),
    clientId,
    accountId,
    sessionId: sessionIdOf(bytes.subarray(sessionIdAt, accountIdAt)),
    beganAt: instantOf(bytes.readUIntBE(2, 6)),
    strength,
  };
}
