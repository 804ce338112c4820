/** Settings of a move from another product, and the rules between them. */
import { isLoopbackName } from "../../values/issuer.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { Secret } from "../../values/secret.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { oneOf, parseYesOrNo, privateAddress } from "../setting-readers.ts";
import type { Setting, SettingsOf } from "./setting.ts";

const checkKinds = ["webhook", "password-grant", "cognito", "ldap"] as const;

/** The products at whose addresses the service can answer; `protocol/old-product/paths.ts` has these. */
const products = ["keycloak", "authelia", "dex", "hydra", "oidc-provider", "zitadel"] as const;

/** How the old product is asked about a password. */
type CheckKind = (typeof checkKinds)[number];

export interface MovingConfig {
  /** Where the old product is asked about the passwords of imported people; absent if nobody is asked about. */
  readonly importCheckUrl?: string;
  readonly importCheckKind: CheckKind;
  /** Present for "webhook", where it signs questions; otherwise that of the client, which may have none. None for "ldap". */
  readonly importCheckSecret?: Secret;
  /** Present for "password-grant" and "cognito". */
  readonly importCheckClient?: string;
  /** What "ldap" binds for a person, with `{username}` in it. Present without `importCheckFilter`. */
  readonly importCheckDn?: string;
  /** Where "ldap" searches for people, and with `importCheckDn` only for those who have a subject. */
  readonly importCheckBaseDn?: string;
  /** The filter of that search, with `{username}` in it. */
  readonly importCheckFilter?: string;
  /** The account that searches, and its password: both, or neither for an anonymous search. */
  readonly importCheckBindDn?: string;
  readonly importCheckBindPassword?: Secret;
  /** True if a connection to `ldap://` switches to TLS before a name or a password is sent. */
  readonly importCheckStartTls: boolean;
  /** The attribute of "ldap" that has the imported subject. */
  readonly importCheckSubject?: string;
  /** The last day on which the old product is asked, as it was written. Present whenever `importCheckUrl` is. */
  readonly importCheckUntil?: string;
  /** The product whose addresses below the base URL are answered too. */
  readonly oldPaths?: (typeof products)[number];
  /** A file with the public keys of the product that had the base URL as its issuer. */
  readonly oldKeys?: string;
  /** The last day on which they are published, as it was written. Present whenever `oldKeys` is. */
  readonly oldKeysUntil?: string;
}

export const movingSettings: SettingsOf<MovingConfig> = {
  importCheckUrl: {
    name: "LATCHKEY_IMPORT_CHECK_URL",
    defaultText: "none",
    fallback: undefined,
    parse: (text) => (/^ldaps?:/i.test(text) ? directoryAddress(text) : privateAddress(text)),
    example: "https://old.example.org/check-password",
    help: "where the product that people came from is asked about the password of a person who was imported without one",
    isSecret: false,
  },
  importCheckKind: {
    name: "LATCHKEY_IMPORT_CHECK_KIND",
    defaultText: "webhook",
    fallback: "webhook",
    parse: oneOf(checkKinds),
    example: "password-grant",
    help: "how it is asked: webhook (a signed question), password-grant (a token endpoint, such as that of Keycloak or Auth0), cognito or ldap",
    isSecret: false,
  },
  importCheckSecret: {
    name: "LATCHKEY_IMPORT_CHECK_SECRET",
    defaultText: "none",
    fallback: undefined,
    parse: (text) => ok(new Secret(text)),
    example: "whsec_ and the output of `openssl rand -base64 32`",
    help: "the secret that signs the questions of a webhook, or that of the client",
    isSecret: true,
  },
  importCheckClient: {
    name: "LATCHKEY_IMPORT_CHECK_CLIENT",
    defaultText: "none",
    fallback: undefined,
    parse: (text) => (/^[\x21-\x7e]{1,255}$/.test(text) ? ok(text) : refuse("It must be a client id.")),
    example: "latchkey-move",
    help: "the id of the client there that asks, for password-grant and cognito",
    isSecret: false,
  },
  importCheckDn: {
    name: "LATCHKEY_IMPORT_CHECK_DN",
    defaultText: "none",
    fallback: undefined,
    parse: (text) =>
      text.split("{username}").length === 2 ? ok(text) : refuse("It must have {username} in it once."),
    example: "uid={username},ou=people,dc=example,dc=org",
    help: "the name that ldap binds to check a password; {username} stands for the person",
    isSecret: false,
  },
  importCheckBaseDn: {
    name: "LATCHKEY_IMPORT_CHECK_BASE_DN",
    defaultText: "none",
    fallback: undefined,
    parse: (text) => (text.includes("=") ? ok(text) : refuse("It must be a distinguished name.")),
    example: "ou=people,dc=example,dc=org",
    help: "the entry below which ldap searches for people before it binds",
    isSecret: false,
  },
  importCheckFilter: {
    name: "LATCHKEY_IMPORT_CHECK_FILTER",
    defaultText: "none",
    fallback: undefined,
    parse: (text) =>
      /^\(.{1,1000}\)$/s.test(text) && text.includes("{username}")
        ? ok(text)
        : refuse("It must be in parentheses and have {username} in it."),
    example: "(&(objectClass=person)(uid={username}))",
    help: "the filter of that search, which must find one entry; {username} stands for the person",
    isSecret: false,
  },
  importCheckBindDn: {
    name: "LATCHKEY_IMPORT_CHECK_BIND_DN",
    defaultText: "none",
    fallback: undefined,
    parse: (text) => ok(text),
    example: "cn=latchkey,ou=services,dc=example,dc=org",
    help: "the account that searches, in Active Directory also as latchkey@corp.example.org; without it the search is anonymous",
    isSecret: false,
  },
  importCheckBindPassword: {
    name: "LATCHKEY_IMPORT_CHECK_BIND_PASSWORD",
    defaultText: "none",
    fallback: undefined,
    parse: (text) => (text.includes("\0") ? refuse("It must not contain NUL.") : ok(new Secret(text))),
    example: "the password of that account",
    help: "its password",
    isSecret: true,
  },
  importCheckStartTls: {
    name: "LATCHKEY_IMPORT_CHECK_START_TLS",
    defaultText: "no",
    fallback: false,
    parse: parseYesOrNo,
    example: "yes",
    help: "whether a connection to ldap:// switches to TLS (StartTLS) before anything else is sent",
    isSecret: false,
  },
  importCheckSubject: {
    name: "LATCHKEY_IMPORT_CHECK_SUBJECT",
    defaultText: "none",
    fallback: undefined,
    parse: (text) =>
      /^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(text) ? ok(text) : refuse("It must be the name of an attribute."),
    example: "entryUUID",
    help: "the attribute of ldap whose value was imported as the subject, for people who have one",
    isSecret: false,
  },
  importCheckUntil: {
    name: "LATCHKEY_IMPORT_CHECK_UNTIL",
    defaultText: "none",
    fallback: undefined,
    parse: parseDay,
    example: "2027-03-31",
    help: "the last day, in UTC, on which the old product is asked; people who have not signed in by then need a new password",
    isSecret: false,
  },
  oldPaths: {
    name: "LATCHKEY_OLD_PATHS",
    defaultText: "none",
    fallback: undefined,
    parse: oneOf(products),
    example: "keycloak",
    help: "the product that had the base URL before, at whose paths the endpoints answer too: keycloak, authelia, dex, hydra, oidc-provider or zitadel",
    isSecret: false,
  },
  oldKeys: {
    name: "LATCHKEY_OLD_KEYS",
    defaultText: "none",
    fallback: undefined,
    parse: (text) => ok(text),
    example: "/etc/latchkey/old-jwks.json",
    help: "a file with the public keys of that product, published beside the service’s own so that its ID tokens can be verified",
    isSecret: false,
  },
  oldKeysUntil: {
    name: "LATCHKEY_OLD_KEYS_UNTIL",
    defaultText: "none",
    fallback: undefined,
    parse: parseDay,
    example: "2027-03-31",
    help: "the last day, in UTC, on which those keys are published",
    isSecret: false,
  },
};

interface Problem {
  readonly setting: Setting<unknown>;
  readonly cause: string;
  readonly example?: string;
}

/** The first problem of these settings; undefined if there is none. */
export function movingProblem(found: ReadonlyMap<string, unknown>): Problem | undefined {
  const { importCheckUrl, importCheckKind, importCheckSecret, importCheckClient, importCheckUntil } =
    movingSettings;
  const missing: Missing = (setting, because) => ({
    setting,
    cause: `${because} requires it.`,
    example: setting.isSecret ? `${setting.name} = ${setting.example}` : `${setting.name}=${setting.example}`,
  });
  const { oldKeys, oldKeysUntil } = movingSettings;
  if (found.has("oldKeys") && !found.has("oldKeysUntil")) return missing(oldKeysUntil, oldKeys.name);
  if (!found.has("importCheckUrl")) return undefined;
  const inTheClear = clearProblem(
    String(found.get("importCheckUrl")),
    found.get("importCheckStartTls") === true,
  );
  if (inTheClear !== undefined) return inTheClear;
  const kind = found.get("importCheckKind") ?? importCheckKind.fallback;
  if (!found.has("importCheckUntil")) return missing(importCheckUntil, importCheckUrl.name);
  const isDirectory = /^ldaps?:/.test(String(found.get("importCheckUrl")));
  if (isDirectory !== (kind === "ldap"))
    return {
      setting: isDirectory ? importCheckKind : importCheckUrl,
      cause: `${importCheckKind.name}=ldap and an address that begins with ldaps:// go together.`,
      example: isDirectory
        ? `${importCheckKind.name}=ldap`
        : `${importCheckUrl.name}=ldaps://ldap.example.org`,
    };
  if (kind === "ldap") return directoryProblem(found, missing);
  if (kind !== "webhook" && !found.has("importCheckClient"))
    return missing(importCheckClient, `${importCheckKind.name}=${kind}`);
  if (kind !== "webhook") return undefined;
  const secret = found.get("importCheckSecret");
  if (!(secret instanceof Secret)) return missing(importCheckSecret, importCheckUrl.name);
  if (signingSecretOf(secret) !== undefined) return undefined;
  return {
    setting: importCheckSecret,
    cause: "A webhook is signed with whsec_ and 24 to 64 bytes in base64.",
    example: `${importCheckSecret.name} = ${importCheckSecret.example}`,
  };
}

type Missing = (setting: Setting<unknown>, because: string) => Problem;

/** People are found by a name made from their username, or by a search: as an account, anonymously, or as themselves. */
function directoryProblem(found: ReadonlyMap<string, unknown>, missing: Missing): Problem | undefined {
  const { importCheckDn: dn, importCheckBaseDn: base, importCheckFilter: filter } = movingSettings;
  const { importCheckKind, importCheckSubject: subject } = movingSettings;
  const { importCheckBindDn: account, importCheckBindPassword: password } = movingSettings;
  if (found.has("importCheckBindPassword") && !found.has("importCheckBindDn"))
    return missing(account, password.name);
  if (found.has("importCheckBindDn") && !found.has("importCheckBindPassword"))
    return missing(password, account.name);
  const isByName = found.has("importCheckDn");
  const ofSearch = found.has("importCheckBindDn") ? account : undefined;
  const searching = found.has("importCheckFilter") ? filter : ofSearch;
  if (isByName && searching !== undefined)
    return {
      setting: searching,
      cause: `It belongs to a search, and ${dn.name} binds without one. Remove one of them.`,
    };
  if (!found.has("importCheckBaseDn")) {
    if (searching !== undefined) return missing(base, searching.name);
    return isByName ? undefined : missing(dn, `${importCheckKind.name}=ldap`);
  }
  if (!isByName) return found.has("importCheckFilter") ? undefined : missing(filter, base.name);
  return found.has("importCheckSubject") ? undefined : missing(subject, `${base.name} beside ${dn.name}`);
}

/** The host of a directory, with or without TLS from the beginning. */
function directoryAddress(text: string): Result<string, string> {
  const url = URL.parse(text);
  if (url === null || url.hostname === "") return refuse("It must look like ldaps://ldap.example.org.");
  if (!/^\/?$/.test(url.pathname) || url.search !== "" || url.hash !== "" || url.username !== "")
    return refuse("It must end after the host and its port.");
  return ok(url.href);
}

/** Passwords travel by TLS, except within this machine. */
function clearProblem(address: string, startsTls: boolean): Problem | undefined {
  const { importCheckUrl: setting, importCheckStartTls: startTls } = movingSettings;
  const url = URL.parse(address);
  if (startsTls && url?.protocol !== "ldap:")
    return {
      setting: startTls,
      cause: `It is for an address that begins with ldap://, and ${setting.name} begins with ${url?.protocol}//. Remove one of them.`,
    };
  if (url?.protocol !== "ldap:" || startsTls || isLoopbackName(url.hostname)) return undefined;
  return {
    setting,
    cause: `It must start with ldaps://, or with ldap:// together with ${startTls.name}=yes (ldap:// alone is allowed only for localhost, 127.0.0.1 and [::1]).`,
    example: `${startTls.name}=yes`,
  };
}

/** The bytes of a secret as Standard Webhooks writes it; undefined for another text. */
export function signingSecretOf(secret: Secret): Uint8Array | undefined {
  const [, text = ""] = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/.exec(secret.reveal()) ?? [];
  const bytes = Buffer.from(text, "base64");
  return bytes.length >= 24 && bytes.length <= 64 ? bytes : undefined;
}

/** The instant after the last moment of a day, in UTC. */
export function endOfDay(day: string): Instant {
  return instantOf(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
}

function parseDay(text: string): Result<string, string> {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isSafeInteger(Date.parse(`${text}T00:00:00Z`));
  return isDay && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
    ? ok(text)
    : refuse("It must be a day, such as 2027-03-31.");
}
