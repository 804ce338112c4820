import type { AccountId } from "../values/ids.ts";
import type { Instant } from "../values/time.ts";

declare const brand: unique symbol;

/** The secret that a person's authenticator app shares with the service: 20 random bytes (RFC 4226 §4 R6). */
export type TotpSecret = Uint8Array & { readonly [brand]: "TotpSecret" };

/** A person's authenticator app, as it is kept. It was confirmed by a code. */
export interface Totp {
  readonly accountId: AccountId;
  /** Sealed together with the account's id, so that a row that is moved to another account opens nothing. */
  readonly sealedSecret: string;
  /** The number of the latest time step whose code was accepted. Codes of this step and of earlier ones are spent (RFC 6238 §5.2). */
  readonly lastStep: number;
  readonly createdAt: Instant;
}

/** The picture that an authenticator app scans: rows of squares, true for dark ones, with the border that it needs. */
export type QrSquares = readonly (readonly boolean[])[];

/** How many random bytes a secret has: as many as SHA-1 gives. */
export const totpSecretBytes = 20;

/** Brands 20 random bytes as a secret. Throws on any other length. */
export function totpSecretOf(bytes: Uint8Array): TotpSecret {
  if (bytes.length !== totpSecretBytes)
    throw new Error(`A TOTP secret has ${totpSecretBytes} bytes, not ${bytes.length}.`);
  return bytes as TotpSecret;
}

/** Writes what is sealed: the account's id and the secret. */
export function encodeTotpSecret(accountId: AccountId, secret: TotpSecret): Uint8Array {
  return Buffer.concat([Buffer.from(accountId, "latin1"), secret]);
}

/** Reads what `encodeTotpSecret` wrote for this account; undefined for anything else. */
export function decodeTotpSecret(
  accountId: AccountId,
  payload: Uint8Array | undefined,
): TotpSecret | undefined {
  if (payload === undefined || payload.length !== accountId.length + totpSecretBytes) return undefined;
  const owner = Buffer.from(payload.subarray(0, accountId.length)).toString("latin1");
  return owner === accountId ? totpSecretOf(payload.subarray(accountId.length)) : undefined;
}
