/** Settings of clients: of those that no operator registered, and of the claims hook, which is the operator's own code. */
import { ok, type Result, refuse } from "../../values/result.ts";
import { Secret } from "../../values/secret.ts";
import {
  type ClientDocumentSetting,
  oneOf,
  parseClientDocuments,
  parseRegistrationToken,
  privateAddress,
  wholeNumberBetween,
} from "../setting-readers.ts";
import { signingSecretOf } from "./moving.ts";
import type { Setting, SettingsOf } from "./setting.ts";

const hookOutcomes = ["closed", "open"] as const;
const registrationModes = ["closed", "token", "open"] as const;

/** Whether others than the operator may register clients: none, callers with the registration token, or everybody. */
type RegistrationMode = (typeof registrationModes)[number];

export interface ClientConfig {
  readonly registration: RegistrationMode;
  /** The token that callers of the registration endpoint must send; present whenever `registration` is "token". */
  readonly registrationToken?: Secret;
  /** The most clients that may have registered themselves. */
  readonly registrationsMax: number;
  /** Registrations that one network may make in an hour. Absent, the base URL decides. */
  readonly registrationsPerHour?: number;
  /** The hosts whose documents describe clients that nobody registered. */
  readonly clientDocuments: ClientDocumentSetting;
  /** Absent if there is no hook. */
  readonly claimsHookUrl?: string;
  /** Present whenever `claimsHookUrl` is. */
  readonly claimsHookSecret?: Secret;
  /** What a token request gets when the hook fails: a refusal, or tokens without its claims. */
  readonly claimsHookFail: (typeof hookOutcomes)[number];
}

export const clientSettings: SettingsOf<ClientConfig> = {
  registration: {
    name: "LATCHKEY_REGISTRATION",
    defaultText: "closed",
    fallback: "closed",
    parse: oneOf(registrationModes),
    example: "token",
    help: "who may register applications over HTTP: closed (nobody), token (with the registration token) or open",
    isSecret: false,
  },
  registrationToken: {
    name: "LATCHKEY_REGISTRATION_TOKEN",
    defaultText: "none",
    fallback: undefined,
    parse: parseRegistrationToken,
    example: "the output of `openssl rand -base64 32`",
    help: "the registration token, when registration is token; at least 32 characters",
    isSecret: true,
  },
  registrationsMax: {
    name: "LATCHKEY_REGISTRATIONS_MAX",
    defaultText: "1000",
    fallback: 1000,
    parse: wholeNumberBetween(1, 100_000),
    example: "1000",
    help: "how many applications may have registered themselves, from 1 to 100000",
    isSecret: false,
  },
  registrationsPerHour: {
    name: "LATCHKEY_REGISTRATIONS_PER_HOUR",
    defaultText: "10, or 600 where the base URL is on localhost",
    fallback: undefined,
    parse: wholeNumberBetween(1, 3600),
    example: "100",
    help: "how many applications one network may register in an hour, from 1 to 3600",
    isSecret: false,
  },
  clientDocuments: {
    name: "LATCHKEY_CLIENT_DOCUMENTS",
    defaultText: "closed",
    fallback: { mode: "closed" },
    parse: parseClientDocuments,
    example: "claude.ai, *.example.com",
    help: "hosts whose documents describe clients that nobody registered: closed (none), open (all) or a list, *. for hosts below one",
    isSecret: false,
  },
  claimsHookUrl: {
    name: "LATCHKEY_CLAIMS_HOOK_URL",
    defaultText: "none",
    fallback: undefined,
    parse: privateAddress,
    example: "https://people.example.org/claims",
    help: "where your own code is asked for claims about a person, for applications with the claims hook",
    isSecret: false,
  },
  claimsHookSecret: {
    name: "LATCHKEY_CLAIMS_HOOK_SECRET",
    defaultText: "none",
    fallback: undefined,
    parse: parseHookSecret,
    example: "whsec_ and the output of `openssl rand -base64 32`",
    help: "the secret that signs those questions (Standard Webhooks)",
    isSecret: true,
  },
  claimsHookFail: {
    name: "LATCHKEY_CLAIMS_HOOK_FAIL",
    defaultText: "closed",
    fallback: "closed",
    parse: oneOf(hookOutcomes),
    example: "open",
    help: "what such applications get while the hook fails: closed (no tokens) or open (tokens without its claims)",
    isSecret: false,
  },
};

/** The address and the secret are set together. */
export function claimsHookProblem(
  found: ReadonlyMap<string, unknown>,
): { readonly setting: Setting<unknown>; readonly cause: string; readonly example: string } | undefined {
  const { claimsHookUrl: url, claimsHookSecret: secret } = clientSettings;
  if (found.has("claimsHookUrl") === found.has("claimsHookSecret")) return undefined;
  const [given, missing] = found.has("claimsHookUrl") ? [url, secret] : [secret, url];
  return {
    setting: given,
    cause: `It needs ${missing.name} beside it.`,
    example: `${missing.name} = ${missing.example}`,
  };
}

function parseHookSecret(text: string): Result<Secret, string> {
  const secret = new Secret(text);
  return signingSecretOf(secret) === undefined
    ? refuse("It must be whsec_ and 24 to 64 bytes in base64.")
    : ok(secret);
}
