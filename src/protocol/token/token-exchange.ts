import type { ClientId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Instant, type Seconds, secondsOf } from "../../values/time.ts";
import { type Api, mayHold, tokenLifetimeOf } from "../api/api.ts";
import { parseResource, type ResourceUri } from "../api/resource.ts";
import type { Client } from "../client/client.ts";
import { invalidRequest, type WireError, wireError } from "../wire-error.ts";
import { type TokenExchangeRequest, type TokenType, tokenTypes } from "./token-exchange-request.ts";

/** Why a token is not exchanged. The flow gives the first three reasons about the subject token when it looks it up. */
export type TokenExchangeRefusalReason =
  | "subject-token-unknown"
  | "subject-token-expired"
  | "subject-token-revoked"
  | "subject-token-not-for-caller"
  | "subject-token-of-machine"
  | "exchange-not-registered"
  | "exchange-too-deep"
  | "exchange-resource"
  | "exchange-not-allowed"
  | "exchange-scope-wider"
  | "exchange-scope-empty";

/** One sentence for all of these reasons, so that no client finds out whether a token that is not meant for it works. */
const unusable = invalidRequest(
  "The subject_token is unknown, expired or revoked, or it was not issued for the API of this client. Send the token that the caller of your API sent, while it works.",
);

/** The wire errors of these reasons (RFC 8693 §2.2.2). */
export const tokenExchangeErrors: Readonly<Record<TokenExchangeRefusalReason, WireError>> = {
  "subject-token-unknown": unusable,
  "subject-token-expired": unusable,
  "subject-token-revoked": unusable,
  "subject-token-not-for-caller": unusable,
  "subject-token-of-machine": invalidRequest(
    "The subject_token belongs to a client that asked for itself, so there is no person to act for. Ask for a token of your own with grant_type=client_credentials",
  ),
  "exchange-not-registered": wireError(
    "unauthorized_client",
    "Only the server of an API may exchange tokens, and this client is not registered as one. Register it with: latchkey client create --machine --name NAME --audience RESOURCE",
  ),
  "exchange-too-deep": invalidRequest(
    "The subject_token was exchanged three times already. Let the first API in the chain ask for the token that the last one needs.",
  ),
  "exchange-resource": wireError(
    "invalid_target",
    "The parameter resource does not name exactly one API of this service. Send the resource of the API that you call: latchkey api list. It may be left out where tokens of this client's own API may be exchanged for exactly one other API.",
  ),
  "exchange-not-allowed": wireError(
    "invalid_target",
    "The API of this client may not exchange its tokens for those of the named one. The operator allows that with: latchkey api update RESOURCE --may-exchange-for RESOURCE",
  ),
  "exchange-scope-wider": wireError(
    "invalid_scope",
    "The scope has a value that the subject_token does not have, or the API does not know: an exchange only narrows. Leave scope out to get all that can pass on.",
  ),
  "exchange-scope-empty": wireError(
    "invalid_scope",
    "No scope value of the subject_token is one of the named API, so the new token would open nothing. Give both APIs the value that should pass on: latchkey api scope add RESOURCE VALUE=SENTENCE",
  ),
};

/** How many clients may act for a person one after another. */
const actorsMax = 3;

/** The facts of a token that a client brings to exchange it. */
export interface SubjectToken {
  /** True if a client asked for itself. */
  readonly isMachine: boolean;
  /** The groups of the person. */
  readonly groups: readonly string[];
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  /** The clients that act for the person already, the latest first. */
  readonly actors: readonly ClientId[];
  readonly isKeyBound: boolean;
  readonly expiresAt: Instant;
}

/** What an exchange gives. */
export interface GrantedTokenExchange {
  readonly api: Api;
  readonly scope: readonly string[];
  readonly lifetime: Seconds;
  readonly actors: readonly ClientId[];
  readonly issuedType: TokenType;
}

/** The API whose server the client is, as its registration names it; undefined for any other client. */
export function ownResource({ isPublic, metadata }: Client): ResourceUri | undefined {
  return isPublic || metadata.audience === undefined ? undefined : parseResource(metadata.audience);
}

/**
 * The one resource that the request names; undefined if it names several. A request that names none, as those of Spring Security, is
 * for the only API that tokens of the client's own API may be exchanged for.
 */
export function requestedResource(
  { resources }: TokenExchangeRequest,
  own: Api | undefined,
): ResourceUri | undefined {
  const [named, ...others] = new Set(
    resources.length > 0 ? resources.map(parseResource) : own?.mayExchangeFor,
  );
  return others.length > 0 ? undefined : named;
}

/**
 * Decides whether the server of an API gets a token of another API for a token that it was called with (RFC 8693 §2). The new token is
 * narrower in every respect: scope, life and audience. A token that is bound to a key gives only one that is bound to the key of the
 * server, so that nobody who copies it can use it.
 */
export function decideTokenExchange(given: {
  readonly client: Client;
  readonly request: TokenExchangeRequest;
  readonly subject: SubjectToken;
  /** The API of `ownResource`. */
  readonly own: Api | undefined;
  /** The API of `requestedResource`. */
  readonly api: Api | undefined;
  readonly proven: string | undefined;
  /** The lifetime of opaque tokens. */
  readonly usualLifetime: Seconds;
  readonly now: Instant;
}): Result<GrantedTokenExchange, TokenExchangeRefusalReason | "requested-token-type" | "dpop-proof-missing"> {
  const { client, request, subject, own, api } = given;
  if (own === undefined || ownResource(client) !== own.resource) return refuse("exchange-not-registered");
  if (!subject.audience.includes(own.resource)) return refuse("subject-token-not-for-caller");
  if (subject.isMachine) return refuse("subject-token-of-machine");
  const actors = [client.id, ...subject.actors];
  if (actors.length > actorsMax) return refuse("exchange-too-deep");
  if (api === undefined) return refuse("exchange-resource");
  // The rights of an operator never pass through the server of another API.
  if (api.isAdministration || !own.mayExchangeFor.includes(api.resource))
    return refuse("exchange-not-allowed");
  if (request.requestedType === tokenTypes.jwt && api.tokenFormat !== "jwt")
    return refuse("requested-token-type");
  if (subject.isKeyBound && given.proven === undefined) return refuse("dpop-proof-missing");
  const scope = narrowedScope(api, subject, request.scope);
  if (!scope.ok) return scope;
  const left = Math.floor((subject.expiresAt - given.now) / 1_000);
  if (left <= 0) return refuse("subject-token-expired");
  const lifetime = secondsOf(Math.min(left, tokenLifetimeOf(api, given.usualLifetime)));
  return ok({
    api,
    scope: scope.value,
    lifetime,
    actors,
    issuedType: request.requestedType ?? tokenTypes.accessToken,
  });
}

/** The values of the subject token that the API knows, or the requested ones among them. */
function narrowedScope(
  api: Api,
  subject: SubjectToken,
  requested: readonly string[] | undefined,
): Result<readonly string[], "exchange-scope-wider" | "exchange-scope-empty"> {
  const passing = subject.scope.filter((value) => mayHold(api, value, subject.groups));
  if (requested?.some((value) => !passing.includes(value))) return refuse("exchange-scope-wider");
  const scope = requested ?? passing;
  return scope.length === 0 && api.scopes.length > 0 ? refuse("exchange-scope-empty") : ok(scope);
}
