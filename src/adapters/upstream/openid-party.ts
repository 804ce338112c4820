import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  clockSkew,
  customFetch,
  discovery,
  type ExportedJWKSCache,
  enableNonRepudiationChecks,
  getJwksCache,
  type ServerMetadata,
  setJwksCache,
} from "openid-client";
import type {
  UpstreamExchange,
  UpstreamFailure,
  UpstreamParty,
  UpstreamPerson,
  UpstreamRequest,
} from "../../flows/upstream/relying-party.ts";
import type { Upstream } from "../../protocol/upstream/upstream.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Instant, plus } from "../../values/time.ts";
import { BoundedCache } from "../bounded-cache.ts";
import type { GuardedFetch } from "../fetch/guarded-fetch.ts";
import { systemClock } from "../system/clock.ts";
import { createAppleSecret } from "./apple-secret.ts";
import { failureOf } from "./failures.ts";
import { githubMetadata, readGithubPerson } from "./github.ts";
import { keysFetch } from "./keys-fetch.ts";
import { readOpenidPerson } from "./openid-person.ts";
import type { PartyParts } from "./party-parts.ts";
import { type Watch, watchedFetch } from "./watched-fetch.ts";

/** How long a discovery document is believed. */
const metadataSeconds = 3_600;
/** How long a provider may take to answer one request; the guarded fetch has a deadline of its own. */
const requestSeconds = 10;
const providersMax = 50;

/** A provider as it described itself, with its keys. */
interface Described {
  readonly metadata: ServerMetadata;
  readonly until: Instant;
  readonly fetch: GuardedFetch;
  keys: ExportedJWKSCache | undefined;
}

/** A provider, opened for one call. */
interface Opened {
  readonly configuration: Configuration;
  readonly metadata: ServerMetadata;
  readonly watch: Watch;
  /** Keeps the keys of this call for the next one, or forgets them if they verified nothing. */
  keepKeys(hasVerified: boolean): void;
}

/** A refusal inside a call. */
class Failed extends Error {
  readonly failure: UpstreamFailure;

  constructor(failure: UpstreamFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

/** Creates the relying party. This file and its neighbours load the library, so it is imported late. */
export function createOpenidParty(parts: PartyParts): UpstreamParty {
  const described = new BoundedCache<string, Described>(providersMax);

  async function describe(upstream: Upstream, watch: Watch): Promise<Described> {
    const known = described.get(upstream.issuer);
    const now = parts.clock.now();
    // What was read while the clock was ahead is not kept until that time comes again.
    if (known !== undefined && now < known.until && known.until <= plus(now, metadataSeconds)) return known;
    const metadata =
      upstream.kind === "github" ? githubMetadata(upstream.issuer) : await discover(parts, upstream, watch);
    checkEndpoints(metadata, parts);
    const until = plus(now, metadataSeconds);
    const fresh = { metadata, until, fetch: keysFetch(parts, metadata.jwks_uri), keys: undefined };
    described.set(upstream.issuer, fresh);
    return fresh;
  }

  async function open(upstream: Upstream, watch: Watch): Promise<Opened> {
    const provider = await describe(upstream, watch);
    const { metadata } = provider;
    const now = parts.clock.now();
    const configuration = new Configuration(
      metadata,
      upstream.clientId,
      // The service judges time by its own clock, which may be the database's.
      { [clockSkew]: Math.round((now - systemClock.now()) / 1000) },
      clientAuthOf(parts, upstream, metadata),
    );
    configuration[customFetch] = watchedFetch(provider.fetch, watch);
    configuration.timeout = requestSeconds;
    if (parts.mayReachLoopback) allowInsecureRequests(configuration);
    // OpenID Connect Core §3.1.3.7 lets TLS stand for the signature; it is verified all the same.
    enableNonRepudiationChecks(configuration);
    const { keys } = provider;
    if (keys !== undefined) setJwksCache(configuration, { ...keys, uat: Math.min(keys.uat, aMinuteAgo()) });
    return {
      configuration,
      metadata,
      watch,
      keepKeys: (hasVerified) => {
        provider.keys = hasVerified ? getJwksCache(configuration) : undefined;
      },
    };
  }

  return {
    begin: (upstream, request) =>
      caught(async (watch) => authorizationUrl(await open(upstream, watch), upstream, request)),
    finish: (upstream, answer, expected) =>
      caught(async (watch) => {
        const opened = await open(upstream, watch);
        try {
          const person = await redeem(opened, upstream, answer, { expected, parts });
          opened.keepKeys(true);
          return person;
        } catch (error) {
          opened.keepKeys(false);
          throw error;
        }
      }),
    check: (upstream) =>
      caught(async (watch) => {
        const { metadata } = await open(upstream, watch);
        if (metadata.jwks_uri === undefined) return;
        const keys = await watchedFetch(parts.fetch, watch)(metadata.jwks_uri, {
          method: "GET",
          headers: { accept: "application/json" },
          body: undefined,
          redirect: "manual",
        });
        if (keys.status !== 200) throw new Failed({ kind: "misconfigured", reason: "keys-unreadable" });
      }),
  };
}

/** The library looks for a key that it does not find again only if the keys are a minute old, by the machine's clock. */
function aMinuteAgo(): number {
  return Math.floor(systemClock.now() / 1000) - 60;
}

async function caught<Value>(
  work: (watch: Watch) => Promise<Value>,
): Promise<Result<Value, UpstreamFailure>> {
  const watch: Watch = { problem: undefined, status: undefined };
  try {
    return ok(await work(watch));
  } catch (error) {
    return refuse(error instanceof Failed ? error.failure : failureOf(error, watch));
  }
}

async function discover({ fetch, mayReachLoopback }: PartyParts, { issuer }: Upstream, watch: Watch) {
  const execute = mayReachLoopback ? [allowInsecureRequests] : [];
  const options = { execute, timeout: requestSeconds, [customFetch]: watchedFetch(fetch, watch) };
  let metadata: ServerMetadata;
  try {
    metadata = (
      await discovery(new URL(issuer), "discovery", undefined, undefined, options)
    ).serverMetadata();
  } catch (error) {
    const failure = failureOf(error, watch);
    // What is not a discovery document of this issuer is not there for the operator either.
    throw new Failed(
      failure.kind === "untrusted" ? { kind: "misconfigured", reason: discoveryReason(failure) } : failure,
    );
  }
  // The library compares them as URLs; a subject belongs to the issuer letter by letter.
  if (metadata.issuer !== issuer) throw new Failed({ kind: "misconfigured", reason: "discovery-issuer" });
  return metadata;
}

function discoveryReason({ reason }: UpstreamFailure): string {
  return reason === "json-attribute-comparison-failed" ? "discovery-issuer" : "discovery-unreadable";
}

/** The browser goes to the one endpoint, and the client secret to the other. */
function checkEndpoints(metadata: ServerMetadata, { mayReachLoopback }: PartyParts): void {
  const { authorization_endpoint, token_endpoint } = metadata;
  for (const endpoint of [authorization_endpoint, token_endpoint]) {
    const protocol = URL.parse(endpoint ?? "")?.protocol;
    if (protocol === "https:" || (protocol === "http:" && mayReachLoopback)) continue;
    throw new Failed({ kind: "misconfigured", reason: "discovery-endpoints" });
  }
}

function clientAuthOf(
  { sealer, clock }: PartyParts,
  upstream: Upstream,
  metadata: ServerMetadata,
): ClientAuth {
  const opened = sealer.open("upstream", upstream.sealedSecret);
  if (opened === undefined) throw new Failed({ kind: "misconfigured", reason: "secret-unreadable" });
  const secret = Buffer.from(opened).toString();
  const { clientId, appleKey } = upstream;
  if (appleKey !== undefined) {
    try {
      return ClientSecretPost(
        createAppleSecret(appleKey, { clientId, privateKey: secret, now: clock.now() }),
      );
    } catch {
      throw new Failed({ kind: "misconfigured", reason: "apple-key-unusable" });
    }
  }
  // OpenID Connect Discovery §3: a provider that names no method takes client_secret_basic.
  const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return methods.includes("client_secret_post") ? ClientSecretPost(secret) : ClientSecretBasic(secret);
}

async function authorizationUrl(
  { configuration }: Opened,
  { kind, groupMapping }: Upstream,
  request: UpstreamRequest,
): Promise<string> {
  const { callbackUri, state, nonce, codeVerifier, parameters } = request;
  // Some providers send groups only for a scope of this name, and others refuse a scope that they do not know.
  const asksGroups =
    groupMapping !== undefined && configuration.serverMetadata().scopes_supported?.includes("groups");
  return buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUri,
    state,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    ...(kind !== "github" && { nonce }),
    ...parameters,
    ...(asksGroups && { scope: `${parameters.scope} groups` }),
  }).href;
}

async function redeem(
  opened: Opened,
  upstream: Upstream,
  answer: string,
  { expected, parts }: { readonly expected: UpstreamExchange; readonly parts: PartyParts },
): Promise<UpstreamPerson> {
  const { configuration, metadata, watch } = opened;
  const { callbackUri, state, nonce, codeVerifier } = expected;
  const isOpenid = upstream.kind !== "github";
  const url = new URL(`${callbackUri}?${answer}`);
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: state,
    pkceCodeVerifier: codeVerifier,
    ...(isOpenid && { expectedNonce: nonce, idTokenExpected: true }),
  });
  if (!isOpenid) return readGithubPerson(configuration, tokens.access_token, upstream.issuer);
  const code = url.searchParams.get("code") ?? "";
  const now = parts.clock.now();
  const read = await readOpenidPerson({
    configuration,
    metadata,
    tokens,
    code,
    upstream,
    maxAge: expected.maxAge,
    now,
    watch,
  });
  if (!read.ok) throw new Failed(read.reason);
  return read.value;
}
