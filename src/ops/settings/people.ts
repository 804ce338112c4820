/** Settings of people: how they sign up and prove who they are, and how long their deleted accounts and the audit trail are kept. */
import { type Strength, strengths } from "../../values/strength.ts";
import { oneOf, parseDomain, parseOrigins, wholeNumberBetween } from "../setting-readers.ts";
import type { SettingsOf } from "./setting.ts";

const signUpModes = ["closed", "open", "invite"] as const;

/** Who creates accounts besides the operator: nobody, everybody with an e-mail address, or nobody without an invitation. */
type SignUpMode = (typeof signUpModes)[number];

export interface PeopleConfig {
  /** The domain that passkeys belong to; absent if it is the host of the base URL. */
  readonly passkeyRpId?: string;
  /** Further origins that may use these passkeys. */
  readonly passkeyOrigins: readonly string[];
  readonly signUp: SignUpMode;
  /** The strength of proof that every sign-in needs. */
  readonly require: Strength;
  /** The strength of proof that the console needs. */
  readonly consoleRequire: Strength;
  /** How long a person can keep an account whose deletion they asked for. */
  readonly deletionGraceDays: number;
  /** How long an entry of the audit trail is kept. */
  readonly auditDays: number;
}

export const peopleSettings: SettingsOf<PeopleConfig> = {
  passkeyRpId: {
    name: "LATCHKEY_PASSKEY_RP_ID",
    defaultText: "the host of the base URL",
    fallback: undefined,
    parse: parseDomain,
    example: "example.org",
    help: "the domain that passkeys belong to, such as the parent of the base URL’s host; passkeys of another one stop working",
    isSecret: false,
  },
  passkeyOrigins: {
    name: "LATCHKEY_PASSKEY_ORIGINS",
    defaultText: "none",
    fallback: [],
    parse: parseOrigins,
    example: "https://example.org, https://example.net",
    help: "further sites that may use the same passkeys, named in /.well-known/webauthn",
    isSecret: false,
  },
  signUp: {
    name: "LATCHKEY_SIGN_UP",
    defaultText: "closed",
    fallback: "closed",
    parse: oneOf(signUpModes),
    example: "open",
    help: "whether people create accounts: closed (only you do), open (everybody with an e-mail address) or invite (you invite them)",
    isSecret: false,
  },
  require: {
    name: "LATCHKEY_REQUIRE",
    defaultText: "one",
    fallback: "one",
    parse: oneOf(strengths),
    example: "two",
    help: "how strongly everybody must prove who they are: one factor, two, or phr (a passkey)",
    isSecret: false,
  },
  consoleRequire: {
    name: "LATCHKEY_CONSOLE_REQUIRE",
    defaultText: "two",
    fallback: "two",
    parse: oneOf(strengths),
    example: "phr",
    help: "how strongly administrators must prove who they are to enter the console: one factor, two, or phr (a passkey)",
    isSecret: false,
  },
  deletionGraceDays: {
    name: "LATCHKEY_DELETION_GRACE_DAYS",
    defaultText: "14",
    fallback: 14,
    parse: wholeNumberBetween(0, 365),
    example: "30",
    help: "how many days people have to stop the deletion of their account, 0 to 365",
    isSecret: false,
  },
  auditDays: {
    name: "LATCHKEY_AUDIT_DAYS",
    defaultText: "400",
    fallback: 400,
    parse: wholeNumberBetween(1, 36_500),
    example: "730",
    help: "how many days the audit trail keeps an entry, 1 to 36500",
    isSecret: false,
  },
};
