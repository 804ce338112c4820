/**
 * Room: ops. Everything that running the service needs besides its features: settings, log, health, shutdown, workers.
 * It decides nothing about clients or people. It knows values and the types of flows; cli and compose use it.
 *
 * This file is the one table of settings. `--help`, `config print`, `config validate` and the documentation are made from it.
 */

import { parseRecipients } from "../values/backup-lock.ts";
import { type Accent, readAccent, readBrandName } from "../values/brand.ts";
import { parseIssuer } from "../values/issuer.ts";
import { ok, type Result } from "../values/result.ts";
import type { Secret } from "../values/secret.ts";
import { type Strength, strengths } from "../values/strength.ts";
import { type Seconds, secondsOf } from "../values/time.ts";
import { parseEvery, parsePassphrase } from "./backup-readers.ts";
import { type DatabaseAddress, parseDatabaseAddress } from "./database-address.ts";
import {
  type MailSender,
  type MailServerAddress,
  parseMailSender,
  parseMailServer,
} from "./mail-settings.ts";
import {
  type ClientDocumentSetting,
  oneOf,
  parseClientDocuments,
  parseDomain,
  parseHost,
  parseOrigins,
  parsePort,
  parseProxies,
  parseRegistrationToken,
  parseSecret,
  parseWebAddress,
  parseYesOrNo,
  secondsBetween,
  wholeNumberBetween,
} from "./setting-readers.ts";

const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

/** How much is logged. */
export type LogLevel = (typeof logLevels)[number];

const registrationModes = ["closed", "token", "open"] as const;

/** Whether others than the operator may register clients: none, callers with the registration token, or everybody. */
export type RegistrationMode = (typeof registrationModes)[number];

const signUpModes = ["closed", "open", "invite"] as const;

/** Who creates accounts besides the operator: nobody, everybody with an e-mail address, or nobody without an invitation. */
export type SignUpMode = (typeof signUpModes)[number];

/** The settings, complete and valid. */
export interface Config {
  /** The base URL; without a setting it contains `{port}`, see `resolveIssuer`. */
  readonly issuer: string;
  readonly host: string;
  /** 0 asks the system for a free port. */
  readonly port: number;
  readonly database: DatabaseAddress;
  readonly dataDir: string;
  readonly logLevel: LogLevel;
  /** The master key; absent where the key file beside the database is used. */
  readonly secret?: Secret;
  /** The master key that takes the place of `secret`; only while that happens. */
  readonly secretNext?: Secret;
  readonly codeLifetime: Seconds;
  readonly accessTokenLifetime: Seconds;
  readonly sessionLifetime: Seconds;
  readonly sessionIdle: Seconds;
  /** Addresses and CIDR ranges whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Processes that share the port; more than one only with PostgreSQL. */
  readonly workers: number;
  /** How long the service goes on accepting after SIGTERM, so that proxies and clients find another node. */
  readonly stopGrace: Seconds;
  /** Absent where nobody asks for metrics. 0 asks the system for a free port. */
  readonly metricsPort?: number;
  readonly metricsHost: string;
  readonly registration: RegistrationMode;
  /** The token that callers of the registration endpoint must send; present whenever `registration` is "token". */
  readonly registrationToken?: Secret;
  /** The most clients that may have registered themselves. */
  readonly registrationsMax: number;
  /** The hosts whose documents describe clients that nobody registered. */
  readonly clientDocuments: ClientDocumentSetting;
  /** The domain that passkeys belong to; absent where it is the host of the base URL. */
  readonly passkeyRpId?: string;
  /** Further origins that may use these passkeys. */
  readonly passkeyOrigins: readonly string[];
  readonly signUp: SignUpMode;
  /** How long a person can keep an account whose deletion they asked for. */
  readonly deletionGraceDays: number;
  /** How long an entry of the audit trail is kept. */
  readonly auditDays: number;
  /** The strength of proof that every sign-in needs. */
  readonly require: Strength;
  /** The strength of proof that the console needs. */
  readonly consoleRequire: Strength;
  /** Whether HSTS holds for every host below that of the base URL too. */
  readonly hstsForSubdomains: boolean;
  /** What pages, mails and authenticator apps call the service. */
  readonly brandName: string;
  /** The colour of links, buttons and the door; absent where the pages keep their own. */
  readonly brandAccent?: Accent;
  /** The path of an SVG or PNG file. */
  readonly brandLogo?: string;
  /** Whether pages are drawn with the door. */
  readonly brandDoor: boolean;
  readonly brandImprintUrl?: string;
  readonly brandPrivacyUrl?: string;
  readonly brandHelpUrl?: string;
  /** Absent where messages stay in the outbox. */
  readonly mailServer?: MailServerAddress;
  /** Absent: `noreply` at the host of the base URL. */
  readonly mailFrom?: MailSender;
  /** The time between two scheduled backups; absent where none are made. */
  readonly backupEvery?: Seconds;
  /** Present whenever `backupEvery` is. */
  readonly backupDir?: string;
  /** How many scheduled backups are kept. */
  readonly backupKeep: number;
  /** Public keys of age; never together with a passphrase. */
  readonly backupRecipients?: readonly string[];
  readonly backupPassphrase?: Secret;
}

/** One row of the table. */
export interface Setting<Value> {
  /** The environment variable; the flag follows from it. */
  readonly name: `LATCHKEY_${string}`;
  /** The default as an operator would write it, or words where `fallback` depends on something. */
  readonly defaultText: string;
  /** The value where no source has one. */
  readonly fallback: Value | ((rest: Pick<Config, "dataDir">) => Value) | undefined;
  readonly parse: (text: string) => Result<Value, string>;
  /** A value that works, for error messages. */
  readonly example: string;
  /** One line, without a full stop. */
  readonly help: string;
  /** A secret is never printed, and its only flag names a file. */
  readonly isSecret: boolean;
}

/** Every setting under its name in `Config`, in the documentation's order. */
export type Settings = {
  readonly [Key in keyof Config]-?: Setting<Exclude<Config[Key], undefined>>;
};

const day = 24 * 60 * 60;

/** The rows of the table. */
export const settings: Settings = {
  issuer: {
    name: "LATCHKEY_BASE_URL",
    defaultText: "http://localhost:8080",
    fallback: "http://localhost:{port}",
    parse: parseIssuer,
    example: "https://id.example.org",
    help: "the address that browsers see; https unless the host is localhost",
    isSecret: false,
  },
  host: {
    name: "LATCHKEY_HOST",
    defaultText: "127.0.0.1",
    fallback: "127.0.0.1",
    parse: parseHost,
    example: "0.0.0.0",
    help: "the address to listen on; 0.0.0.0 is every IPv4 address of this machine",
    isSecret: false,
  },
  port: {
    name: "LATCHKEY_PORT",
    defaultText: "8080",
    fallback: 8080,
    parse: parsePort,
    example: "8080",
    help: "the port to listen on; 0 takes a free one and names it in the first log line",
    isSecret: false,
  },
  database: {
    name: "LATCHKEY_DATABASE_URL",
    defaultText: "sqlite:data/latchkey.db",
    fallback: ({ dataDir }) => ({ kind: "sqlite", path: `${dataDir.replace(/\/+$/, "")}/latchkey.db` }),
    parse: parseDatabaseAddress,
    example: "sqlite:data/latchkey.db",
    help: "the database: a SQLite file, by default in the data folder, or postgres://user:password@host/name, also with several hosts: host1:5432,host2:5432",
    isSecret: false,
  },
  dataDir: {
    name: "LATCHKEY_DATA_DIR",
    defaultText: "data",
    fallback: "data",
    parse: (text) => ok(text),
    example: "/var/lib/latchkey",
    help: "the folder of the database and the master key",
    isSecret: false,
  },
  logLevel: {
    name: "LATCHKEY_LOG_LEVEL",
    defaultText: "info",
    fallback: "info",
    parse: oneOf(logLevels),
    example: "info",
    help: "debug, info, warn, error or silent",
    isSecret: false,
  },
  secret: {
    name: "LATCHKEY_SECRET",
    defaultText: "a file in the data folder, made at the first start",
    fallback: undefined,
    parse: parseSecret,
    example: "the output of `openssl rand -base64 32`",
    help: "the master key that seals all other keys; at least 32 characters",
    isSecret: true,
  },
  secretNext: {
    name: "LATCHKEY_SECRET_NEXT",
    defaultText: "none",
    fallback: undefined,
    parse: parseSecret,
    example: "the output of `openssl rand -base64 32`",
    help: "the next master key, while LATCHKEY_SECRET is replaced",
    isSecret: true,
  },
  codeLifetime: {
    name: "LATCHKEY_CODE_LIFETIME_SECONDS",
    defaultText: "60",
    fallback: secondsOf(60),
    parse: secondsBetween(10, 300),
    example: "60",
    help: "how long an authorization code can be exchanged, 10 to 300; above 240 in full only by the process that issued it",
    isSecret: false,
  },
  accessTokenLifetime: {
    name: "LATCHKEY_ACCESS_TOKEN_LIFETIME_SECONDS",
    defaultText: "3600",
    fallback: secondsOf(3600),
    parse: secondsBetween(60, 30 * day),
    example: "3600",
    help: "how long an access token works, 60 to 2592000",
    isSecret: false,
  },
  sessionLifetime: {
    name: "LATCHKEY_SESSION_LIFETIME_SECONDS",
    defaultText: "2592000",
    fallback: secondsOf(30 * day),
    parse: secondsBetween(300, 400 * day),
    example: "2592000",
    help: "how long a session lasts at most, 300 to 34560000",
    isSecret: false,
  },
  sessionIdle: {
    name: "LATCHKEY_SESSION_IDLE_SECONDS",
    defaultText: "604800",
    fallback: secondsOf(7 * day),
    parse: secondsBetween(300, 400 * day),
    example: "604800",
    help: "how long a session may stay unused, 300 to 34560000",
    isSecret: false,
  },
  trustedProxies: {
    name: "LATCHKEY_TRUSTED_PROXIES",
    defaultText: "none",
    fallback: [],
    parse: parseProxies,
    example: "10.0.0.0/8, 192.168.1.4",
    help: "addresses or CIDR ranges of reverse proxies whose X-Forwarded-For is believed",
    isSecret: false,
  },
  workers: {
    name: "LATCHKEY_WORKERS",
    defaultText: "1",
    fallback: 1,
    parse: wholeNumberBetween(1, 128),
    example: "4",
    help: "how many processes share the work on this machine, 1 to 128, with PostgreSQL only; no more than it has cores",
    isSecret: false,
  },
  stopGrace: {
    name: "LATCHKEY_STOP_GRACE_SECONDS",
    defaultText: "3",
    fallback: secondsOf(3),
    parse: secondsBetween(0, 300),
    example: "15",
    help: "how long the service goes on answering after SIGTERM while /readyz says no, 0 to 300",
    isSecret: false,
  },
  metricsPort: {
    name: "LATCHKEY_METRICS_PORT",
    defaultText: "none",
    fallback: undefined,
    parse: parsePort,
    example: "9464",
    help: "a port of its own for /metrics in the format of Prometheus; without it nothing is measured",
    isSecret: false,
  },
  metricsHost: {
    name: "LATCHKEY_METRICS_HOST",
    defaultText: "127.0.0.1",
    fallback: "127.0.0.1",
    parse: parseHost,
    example: "10.0.0.5",
    help: "the address to serve metrics on; they are for everybody who reaches it, so keep it off the internet",
    isSecret: false,
  },
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
  clientDocuments: {
    name: "LATCHKEY_CLIENT_DOCUMENTS",
    defaultText: "closed",
    fallback: { mode: "closed" },
    parse: parseClientDocuments,
    example: "claude.ai, *.example.com",
    help: "hosts whose documents describe clients that nobody registered: closed (none), open (all) or a list, *. for hosts below one",
    isSecret: false,
  },
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
    help: "days for which people can keep an account whose deletion they asked for, from 0 to 365",
    isSecret: false,
  },
  auditDays: {
    name: "LATCHKEY_AUDIT_DAYS",
    defaultText: "400",
    fallback: 400,
    parse: wholeNumberBetween(1, 36_500),
    example: "730",
    help: "days for which the audit trail keeps an entry, from 1 to 36500",
    isSecret: false,
  },
  hstsForSubdomains: {
    name: "LATCHKEY_HSTS_SUBDOMAINS",
    defaultText: "no",
    fallback: false,
    parse: parseYesOrNo,
    example: "yes",
    help: "yes: browsers must use https for every host below that of the base URL too; no: for that host alone",
    isSecret: false,
  },
  brandName: {
    name: "LATCHKEY_BRAND_NAME",
    defaultText: "Latchkey",
    fallback: "Latchkey",
    parse: readBrandName,
    example: "Harbour Library",
    help: "what pages and mails call the service; at most 40 characters",
    isSecret: false,
  },
  brandAccent: {
    name: "LATCHKEY_BRAND_ACCENT",
    defaultText: "green by day, brass by night",
    fallback: undefined,
    parse: readAccent,
    example: "#7a1f5c",
    help: "the colour of links, buttons and the door, and perhaps another one for dark pages; one that is hard to read is refused",
    isSecret: false,
  },
  brandLogo: {
    name: "LATCHKEY_BRAND_LOGO",
    defaultText: "a key",
    fallback: undefined,
    parse: (text) => ok(text),
    example: "/etc/latchkey/logo.svg",
    help: "an SVG or PNG file beside the name, at most 64 KB",
    isSecret: false,
  },
  brandDoor: {
    name: "LATCHKEY_BRAND_DOOR",
    defaultText: "yes",
    fallback: true,
    parse: parseYesOrNo,
    example: "no",
    help: "no: pages are drawn without the door",
    isSecret: false,
  },
  brandImprintUrl: linkAtFoot("LATCHKEY_BRAND_IMPRINT_URL", "legal notice"),
  brandPrivacyUrl: linkAtFoot("LATCHKEY_BRAND_PRIVACY_URL", "privacy policy"),
  brandHelpUrl: linkAtFoot("LATCHKEY_BRAND_HELP_URL", "help"),
  mailServer: {
    name: "LATCHKEY_SMTP_URL",
    defaultText: "none: messages stay in the outbox",
    fallback: undefined,
    parse: parseMailServer,
    example: "smtps://user:password@mail.example.org",
    help: "the mail server: smtp:// (port 587, STARTTLS) or smtps:// (port 465), with user and password where it needs them",
    isSecret: true,
  },
  mailFrom: {
    name: "LATCHKEY_MAIL_FROM",
    defaultText: "noreply@ the host of the base URL",
    fallback: undefined,
    parse: parseMailSender,
    example: "Example <noreply@example.org>",
    help: "the sender of every message, as an address or as Name <address>",
    isSecret: false,
  },
  backupEvery: {
    name: "LATCHKEY_BACKUP_EVERY",
    defaultText: "never",
    fallback: undefined,
    parse: parseEvery,
    example: "24h",
    help: "how often the service backs its SQLite file up by itself: 30m, 24h, 7d",
    isSecret: false,
  },
  backupDir: {
    name: "LATCHKEY_BACKUP_DIR",
    defaultText: "none",
    fallback: undefined,
    parse: (text) => ok(text),
    example: "/backups",
    help: "the folder of these backups, better on another disk",
    isSecret: false,
  },
  backupKeep: {
    name: "LATCHKEY_BACKUP_KEEP",
    defaultText: "7",
    fallback: 7,
    parse: wholeNumberBetween(1, 9999),
    example: "7",
    help: "how many of these backups are kept; older ones are removed",
    isSecret: false,
  },
  backupRecipients: {
    name: "LATCHKEY_BACKUP_RECIPIENT",
    defaultText: "none",
    fallback: undefined,
    parse: parseRecipients,
    example: "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
    help: "the public keys of age that these backups are encrypted for",
    isSecret: false,
  },
  backupPassphrase: {
    name: "LATCHKEY_BACKUP_PASSPHRASE",
    defaultText: "none",
    fallback: undefined,
    parse: parsePassphrase,
    example: "the output of `openssl rand -base64 24`",
    help: "the passphrase that these backups are encrypted with, in place of public keys",
    isSecret: true,
  },
};

/** A page of the operator, linked at the foot of every page. */
function linkAtFoot(name: Setting<string>["name"], what: string): Setting<string> {
  return {
    name,
    defaultText: "none",
    fallback: undefined,
    parse: parseWebAddress,
    example: `https://example.org/${what.replace(" ", "-")}`,
    help: `the address of the ${what}, linked at the foot of every page`,
    isSecret: false,
  };
}

/** The names in `Config`, in the table's order. */
export const settingKeys = Object.keys(settings) as readonly (keyof Config)[];

/** Returns `--base-url` for LATCHKEY_BASE_URL; for a secret, the flag that names a file. */
export function flagOf(name: string, isSecret: boolean): string {
  const words = name.slice("LATCHKEY_".length).toLowerCase().replaceAll("_", "-");
  return `--${words}${isSecret ? "-file" : ""}`;
}
