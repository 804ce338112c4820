import { type RecoveryCode, readRecoveryCode } from "./recovery-codes.ts";

declare const brand: unique symbol;

/** The six digits that an authenticator app shows (RFC 4226 §5.3). */
export type TotpCode = string & { readonly [brand]: "TotpCode" };

/** What a person typed into the one field for second factors. */
type OneTimeCode =
  | { readonly kind: "totp"; readonly code: TotpCode }
  | { readonly kind: "recovery-code"; readonly code: RecoveryCode };

const typedLengthMax = 64;
const sixDigits = /^[0-9]{6}$/;
/** The digits of Arabic and Persian keyboards, each ten in order. */
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * Reads a code as people type it: with spaces or hyphens anywhere, in either case, with digits of any keyboard. Undefined for a text
 * that can be neither kind of code.
 */
export function readOneTimeCode(text: string): OneTimeCode | undefined {
  if (text.length > typedLengthMax) return undefined;
  const code = text
    .normalize("NFKC")
    .replace(otherDigits, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\s\p{Pd}\p{Cf}]/gu, "");
  if (sixDigits.test(code)) return { kind: "totp", code: code as TotpCode };
  const recoveryCode = readRecoveryCode(code);
  return recoveryCode && { kind: "recovery-code", code: recoveryCode };
}
