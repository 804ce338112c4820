import type { MailKind } from "../../identity/mail.ts";

/** The sentences of messages to people. `service` is the name of this installation. */
export interface MailWords {
  readonly greeting: (name: string) => string;
  /** For somebody whose name is not known. */
  readonly greetingOnly: string;
  /** How long the link works; `until` is a date with a time. */
  readonly once: (until: string) => string;
  /** Above the address of the link. */
  readonly copy: string;
  /** For a message that a stranger can cause. */
  readonly ignore: string;
  /** For a link that only an operator makes. */
  readonly unexpected: (service: string) => string;
  /** For a notice of something that only the person should do. Ends above the button of `account`. */
  readonly notYou: (service: string) => string;
  /** For a notice with a link that locks the account. `once` follows, and then the link. */
  readonly lock: string;
  readonly lockButton: string;
  readonly account: string;
  readonly closing: (service: string) => string;
  readonly when: string;
  readonly browser: string;
  readonly network: string;
  readonly passkey: string;
  readonly provider: string;
  readonly newAddress: string;
  readonly codesLeft: string;
  readonly deletedAt: string;
  readonly messages: Readonly<Record<MailKind, MailText>>;
}

/** One message: its subject, what happened, and what the button does if there is one. */
type MailText = readonly [subject: string, sentence: (service: string) => string, button?: string];
