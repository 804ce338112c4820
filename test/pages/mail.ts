import type { MailFacts, MailKind } from "../../src/identity/mail.ts";
import { instantOf, plus } from "../../src/values/time.ts";

/** The moment of every message below. */
export const at = instantOf(Date.UTC(2026, 10, 22, 9, 7));

/** The link in every message below that has one. */
export const link = "https://id.example.org/recover?link=0123456789abcdef";
/** When that link stops working. */
export const linkExpiresAt = plus(at, 1_800);
const withLink = { link, linkExpiresAt };
/** The link of notices that locks the account. */
export const lock = {
  link: "https://id.example.org/lock?link=fedcba9876543210",
  linkExpiresAt: plus(at, 604_800),
};

/** The facts of a message of every kind. */
export const everyMail: Readonly<Record<MailKind, MailFacts>> = {
  recover: { kind: "recover", ...withLink },
  "operator-recover": { kind: "operator-recover", ...withLink },
  "account-locked": { kind: "account-locked", ...withLink },
  "verify-address": { kind: "verify-address", ...withLink },
  "sign-up": { kind: "sign-up", ...withLink },
  invitation: { kind: "invitation", ...withLink },
  "deletion-announced": { kind: "deletion-announced", link, deletedAt: plus(at, 1_209_600) },
  "sign-up-taken": { kind: "sign-up-taken", link },
  test: { kind: "test" },
  "password-changed": { kind: "password-changed", at, lock },
  "password-removed": { kind: "password-removed", at },
  "passkey-added": { kind: "passkey-added", at, passkey: "My phone" },
  "passkey-removed": { kind: "passkey-removed", at },
  "app-password-made": { kind: "app-password-made", at },
  "upstream-linked": { kind: "upstream-linked", at, provider: "Acme" },
  "upstream-unlinked": { kind: "upstream-unlinked", at, provider: "Acme" },
  "totp-added": { kind: "totp-added", at },
  "totp-removed": { kind: "totp-removed", at },
  "recovery-codes-made": { kind: "recovery-codes-made", at },
  "recovery-code-used": { kind: "recovery-code-used", at, codesLeft: 7 },
  "address-changed": { kind: "address-changed", at, newAddress: "new@example.org", lock },
  "new-device": {
    kind: "new-device",
    at,
    browser: { name: "Firefox 133", system: "Linux" },
    network: "203.0.113.0/24",
    lock,
  },
};
