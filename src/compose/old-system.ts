/** The product that people and applications came from. Loaded only if the settings name something of it. */
import { createGuardedFetch, type GuardedFetch } from "../adapters/fetch/guarded-fetch.ts";
import { createJwtVerifier } from "../adapters/keys/jwt-verifier.ts";
import { readOldKeyFile } from "../adapters/keys/old-keys.ts";
import { askDirectory, type Directory } from "../adapters/old-system/ldap.ts";
import { askByHttp, createOldSystem, questionBounds } from "../adapters/old-system/old-system.ts";
import type { OldKeys, OldSystem } from "../flows/old-system-ports.ts";
import type { Clock, Random } from "../flows/ports.ts";
import type { Config } from "../ops/config.ts";
import { endOfDay, signingSecretOf } from "../ops/settings/moving.ts";
import { readBind } from "../protocol/old-product/bind-verdict.ts";
import { readOldKeys } from "../protocol/old-product/keys.ts";
import * as ldap from "../protocol/old-product/ldap.ts";
import { parseFilter } from "../protocol/old-product/ldap-filter.ts";
import { type AskingKind, readAnswer, requestOf } from "../protocol/old-product/question.ts";
import type { Instant } from "../values/time.ts";

interface Surroundings {
  readonly clock: Clock;
  readonly random: Random;
  readonly wrap?: ((fetch: GuardedFetch) => GuardedFetch) | undefined;
}

/** The settings of the old product cannot be used. */
class OldSystemUnusable extends Error {
  readonly exitCode = 78;
  override readonly name = "OldSystemUnusable";
}

/**
 * Reads how the old product is asked; undefined without the settings. Nothing is opened yet, so a service whose settings cannot be used
 * ends at once. Throws `OldSystemUnusable`.
 */
export function readOldSystem(config: Config): ((surroundings: Surroundings) => OldSystem) | undefined {
  const { importCheckUrl: url, importCheckUntil: until } = config;
  if (url === undefined || until === undefined) return undefined;
  const endsAt = endOfDay(until);
  if (config.importCheckKind === "ldap") {
    const directory = directoryOf(config, url);
    return ({ clock }) => createOldSystem({ ...askDirectory(directory, clock), endsAt, clock });
  }
  return (surroundings) =>
    createOldSystem({ ...askHttp(config, url, surroundings), endsAt, clock: surroundings.clock });
}

function directoryOf(config: Config, url: string): Directory {
  const {
    importCheckDn: template,
    importCheckBaseDn: base,
    importCheckFilter,
    importCheckBindDn: name,
  } = config;
  const { importCheckBindPassword: password, importCheckSubject: subjectAttribute } = config;
  const filter = importCheckFilter === undefined ? undefined : parseFilter(importCheckFilter);
  if (importCheckFilter !== undefined && filter === undefined)
    throw new OldSystemUnusable(
      "LATCHKEY_IMPORT_CHECK_FILTER: It is not an LDAP filter (RFC 4515). For example: (&(objectClass=person)(uid={username}))",
    );
  const account = name !== undefined && password !== undefined ? { name, password } : undefined;
  return {
    messages: ldap,
    readBind,
    url,
    startsTls: config.importCheckStartTls,
    template,
    search: base === undefined ? undefined : { base, filter, account },
    subjectAttribute,
  };
}

function askHttp(config: Config, url: string, { clock, random, wrap = (fetch) => fetch }: Surroundings) {
  // The operator names the address, so it may be one of their own network; and http only one of this machine.
  const guards = { mayReachLoopback: true, mayReachInside: true };
  const fetch = wrap(createGuardedFetch({ ...guards, ...questionBounds }));
  const kind = kindOf(config);
  return askByHttp({
    url,
    write: (asked) => requestOf(kind, asked),
    read: (answer, subject) => readAnswer(kind, answer, subject),
    fetch,
    clock,
    random,
  });
}

/** The file of LATCHKEY_OLD_KEYS cannot be used. */
export class OldKeysUnusable extends Error {
  readonly exitCode = 78;
  constructor(path: string, cause: string) {
    super(`LATCHKEY_OLD_KEYS: ${path}: ${cause}`);
    this.name = "OldKeysUnusable";
  }
}

/** Reads the public keys that the product of before signed with; undefined without the settings. Throws `OldKeysUnusable`. */
export function openOldKeys({ oldKeys: path, oldKeysUntil: until }: Config): OldKeys | undefined {
  if (path === undefined || until === undefined) return undefined;
  const text = readOldKeyFile(path);
  const keys = text.ok ? readOldKeys(text.value) : text;
  if (!keys.ok) throw new OldKeysUnusable(path, keys.reason);
  const endsAt = endOfDay(until);
  const publishedAt = (now: Instant) => (now < endsAt ? keys.value : []);
  const verifier = createJwtVerifier();
  return { publishedAt, verify: (jwt, now) => verifier.verify(jwt, publishedAt(now)) };
}

function kindOf(config: Config): AskingKind {
  const { importCheckKind: kind, importCheckSecret: secret, importCheckClient: client } = config;
  if ((kind === "password-grant" || kind === "cognito") && client !== undefined)
    return { kind, client, secret };
  const key = secret && signingSecretOf(secret);
  if (kind === "webhook" && key !== undefined) return { kind, secret: key };
  throw new Error("A valid configuration says how the old product is asked.");
}
