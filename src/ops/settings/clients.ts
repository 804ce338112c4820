/** Settings of clients that no operator registered. */
import type { Secret } from "../../values/secret.ts";
import {
  type ClientDocumentSetting,
  oneOf,
  parseClientDocuments,
  parseRegistrationToken,
  wholeNumberBetween,
} from "../setting-readers.ts";
import type { SettingsOf } from "./setting.ts";

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
};
