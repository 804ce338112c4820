import { ok, type Result, refuse } from "../../values/result.ts";
import type { Parameters } from "../parameters.ts";
import { readScope } from "../scope.ts";
import { invalidRequest, type WireError } from "../wire-error.ts";
import { readAccessToken } from "./access-token.ts";

/** The grant type of token exchange (RFC 8693 §2.1). */
export const exchangeGrantType = "urn:ietf:params:oauth:grant-type:token-exchange";

/** The types of tokens (RFC 8693 §3) that mean something here. */
export const tokenTypes = {
  accessToken: "urn:ietf:params:oauth:token-type:access_token",
  jwt: "urn:ietf:params:oauth:token-type:jwt",
} as const;

export type TokenType = (typeof tokenTypes)[keyof typeof tokenTypes];

/** A request to exchange a person's token for one of another API (RFC 8693 §2.1). */
export interface TokenExchangeRequest {
  readonly grantType: typeof exchangeGrantType;
  /** As received; it may be anything. */
  readonly subjectToken: string;
  /** Absent if the client takes what it gets. */
  readonly requestedType?: TokenType | undefined;
  /** The requested scope values, known or not; absent to ask for all that can pass on. */
  readonly scope?: readonly string[] | undefined;
  /** What `resource` and `audience` name, in that order. */
  readonly resources: readonly string[];
}

/** Why a request for an exchange cannot be read. */
export type TokenExchangeRequestRefusalReason =
  | "subject-token-missing"
  | "subject-token-type"
  | "requested-token-type"
  | "actor-token";

/** The wire errors of these reasons (RFC 8693 §2.2.2). */
export const tokenExchangeRequestErrors: Readonly<Record<TokenExchangeRequestRefusalReason, WireError>> = {
  "subject-token-missing": invalidRequest(
    "The parameter subject_token is missing or empty. Send the access token that the caller of your API sent.",
  ),
  "subject-token-type": invalidRequest(
    `The subject_token_type is not one that can be exchanged here. Send an access token, with subject_token_type=${tokenTypes.accessToken}, or ${tokenTypes.jwt} where it is a JWT.`,
  ),
  "requested-token-type": invalidRequest(
    `The requested_token_type is not one that this API takes. Leave it out, or send ${tokenTypes.accessToken}`,
  ),
  "actor-token": invalidRequest(
    "The client itself acts for the person here, and proves that by its own authentication. Leave out actor_token and actor_token_type.",
  ),
};

export function readTokenExchange(
  parameters: Parameters,
): Result<TokenExchangeRequest, TokenExchangeRequestRefusalReason> {
  const subjectToken = parameters.get("subject_token");
  if (subjectToken === undefined) return refuse("subject-token-missing");
  // RFC 8693 §3: an access token that is a JWT may be called either. Spring Security calls it a JWT.
  const isOpaque = readAccessToken(subjectToken) !== undefined;
  const takenTypes: readonly string[] = isOpaque ? [tokenTypes.accessToken] : Object.values(tokenTypes);
  if (!takenTypes.includes(parameters.get("subject_token_type") ?? "")) return refuse("subject-token-type");
  if (parameters.get("actor_token") !== undefined || parameters.get("actor_token_type") !== undefined)
    return refuse("actor-token");
  const requested = parameters.get("requested_token_type");
  const requestedType = Object.values(tokenTypes).find((type) => type === requested);
  if (requested !== undefined && requestedType === undefined) return refuse("requested-token-type");
  const scope = parameters.get("scope");
  return ok({
    grantType: exchangeGrantType,
    subjectToken,
    requestedType,
    scope: scope === undefined ? undefined : readScope(scope),
    // RFC 8693 §2.1 has both; here the name of an API is its resource, so they say the same.
    resources: [...parameters.all("resource"), ...parameters.all("audience")],
  });
}
