import type { Instant } from "../values/time.ts";
import type { BrowserParts } from "./browser-name.ts";

/** A change of a person's credentials that they hear of by mail. */
type CredentialChange =
  | "password-changed"
  | "password-removed"
  | "passkey-added"
  | "passkey-removed"
  | "app-password-made"
  | "totp-added"
  | "totp-removed"
  | "recovery-codes-made";

/** A kind of message with a link that works once, by which a person acts. */
export type LinkMail =
  | "recover"
  | "operator-recover"
  | "account-locked"
  | "verify-address"
  | "sign-up"
  | "invitation";

/** A link that works once, and when it stops working. */
export interface MailedLink {
  readonly link: string;
  readonly linkExpiresAt: Instant;
}

/** What a message to a person says. */
export type MailFacts =
  | ({ readonly kind: LinkMail } & MailedLink)
  /** The link leads to the sign-in, and then to the question whether to keep the account. */
  | { readonly kind: "deletion-announced"; readonly link: string; readonly deletedAt: Instant }
  /** The link leads to the sign-in, because the person has an account already. */
  | { readonly kind: "sign-up-taken"; readonly link: string }
  /** An operator tries the mail server. */
  | { readonly kind: "test" }
  /** The link that locks the account; absent if the address of the notice is unverified. */
  | (Notice & { readonly lock?: MailedLink | undefined });

/** What happened to a person's account. */
export type Notice =
  | { readonly kind: CredentialChange; readonly at: Instant; readonly passkey?: string | undefined }
  | {
      readonly kind: "upstream-linked" | "upstream-unlinked";
      readonly at: Instant;
      /** As the operator wrote its name. */
      readonly provider: string;
    }
  | { readonly kind: "recovery-code-used"; readonly at: Instant; readonly codesLeft: number }
  | { readonly kind: "address-changed"; readonly at: Instant; readonly newAddress: string }
  | {
      readonly kind: "new-device";
      readonly at: Instant;
      readonly browser: BrowserParts;
      readonly network: string;
    };

/** The messages that people get. */
export type MailKind = MailFacts["kind"];
