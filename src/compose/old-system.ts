/** The product that people and applications came from. Loaded only if the settings name something of it. */
import { createGuardedFetch, type GuardedFetch } from "../adapters/fetch/guarded-fetch.ts";
import { createJwtVerifier } from "../adapters/keys/jwt-verifier.ts";
import { readOldKeyFile } from "../adapters/keys/old-keys.ts";
import { askDirectory } from "../adapters/old-system/ldap.ts";
import { askByHttp, createOldSystem, questionBounds } from "../adapters/old-system/old-system.ts";
import type { OldKeys, OldSystem } from "../flows/old-system-ports.ts";
import type { Clock, Random } from "../flows/ports.ts";
import type { Config } from "../ops/config.ts";
import { endOfDay, signingSecretOf } from "../ops/settings/moving.ts";
import { readOldKeys } from "../protocol/old-product/keys.ts";
import * as ldap from "../protocol/old-product/ldap.ts";
import { type AskingKind, readAnswer, requestOf } from "../protocol/old-product/question.ts";
import type { Instant } from "../values/time.ts";

interface Surroundings {
  readonly clock: Clock;
  readonly random: Random;
  readonly wrap?: ((fetch: GuardedFetch) => GuardedFetch) | undefined;
}

/** Opens it; undefined without the settings. */
export function openOldSystem(config: Config, surroundings: Surroundings): OldSystem | undefined {
  const { importCheckUrl: url, importCheckUntil: until } = config;
  if (url === undefined || until === undefined) return undefined;
  const ask = config.importCheckKind === "ldap" ? askLdap(config, url) : askHttp(config, url, surroundings);
  return createOldSystem({ ask, endsAt: endOfDay(until), clock: surroundings.clock });
}

function askLdap({ importCheckDn, importCheckSubject }: Config, url: string) {
  if (importCheckDn === undefined) throw new Error("A valid configuration says how the directory is asked.");
  return askDirectory({ messages: ldap, url, template: importCheckDn, subjectAttribute: importCheckSubject });
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
