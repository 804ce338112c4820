import type { LinkKind } from "../values/link-kind.ts";

/** The page, below the issuer, that a link of each kind opens. */
export const linkPages = {
  recover: "/recover/password",
  "operator-recover": "/recover/password",
  "verify-address": "/account/address/confirm",
  "sign-up": "/sign-up/account",
  invite: "/sign-up/account",
  lock: "/lock",
} as const satisfies Readonly<Record<LinkKind, string>>;
