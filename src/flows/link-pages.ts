import type { LinkKind } from "../values/link-kind.ts";

/** A kind of link that leads to a page of its own. */
export type MadeLinkKind = Exclude<LinkKind, "keep-account">;

/** The page, below the issuer, that a link of each kind opens. */
export const linkPages = {
  recover: "/recover/password",
  "operator-recover": "/recover/password",
  "verify-address": "/account/address/confirm",
  "sign-up": "/sign-up/account",
  invite: "/sign-up/account",
} as const satisfies Readonly<Record<MadeLinkKind, string>>;
