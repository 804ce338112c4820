import type { NoOperator } from "../../flows/operator/access.ts";
import type { FlowSettings } from "../../flows/ports.ts";
import { challengeError } from "../../http/endpoints/challenge.ts";
import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import { administrationResource } from "../../protocol/api/administration.ts";
import { resourceMetadataUri } from "../../protocol/api/resource-metadata.ts";
import { acrOf } from "../../protocol/authorization/acr.ts";
import { userinfoErrors } from "../../protocol/errors.ts";
import type { Issuer } from "../../values/issuer.ts";
import { refuse } from "../../values/result.ts";

const gone =
  "The access token is unknown, expired or revoked. Ask for a new one: by client credentials for the resource of the admin API, or with `latchkey token create`.";

const details: Partial<Readonly<Record<NoOperator["reason"], string>>> = {
  "token-missing":
    "There is no access token. Send the header Authorization: Bearer ACCESS_TOKEN; `latchkey token create --scope SCOPE` makes one.",
  "token-unknown": gone,
  "token-expired": gone,
  "token-revoked": gone,
  "token-not-for-administration":
    "The access token is meant for something else. Ask for one with the resource of the admin API, which is its address without /v1.",
  "not-an-admin":
    "The person behind the access token has no admin right (any more). `latchkey user update USER --admin` gives it.",
  "too-weak":
    "The person behind the access token proved less than the console asks for. Sign in again with the acr_values of the challenge, which LATCHKEY_CONSOLE_REQUIRE names.",
};

/** The problem of a request without an operator, with the challenge of RFC 6750 §3, or of RFC 9470 §3 for a sign-in that was too weak. */
export function refusedToken(
  settings: Pick<FlowSettings, "issuer" | "consoleRequire">,
  { reason, scheme }: NoOperator,
) {
  const detail = details[reason] ?? describeTokenUse(reason);
  const attributes = reason === "token-missing" ? [] : errorOf(reason, detail, settings);
  const kind = reason === "token-missing" ? "token-missing" : "token-refused";
  const headers = { "www-authenticate": challenge(settings.issuer, scheme, attributes) };
  return refuse({ kind, detail, headers } as const);
}

function errorOf(
  reason: NoOperator["reason"],
  detail: string,
  { consoleRequire }: Pick<FlowSettings, "consoleRequire">,
): readonly string[] {
  if (reason !== "too-weak") return [challengeError("invalid_token", detail)];
  const acrValues = `acr_values="${acrOf(consoleRequire)}"`;
  return [challengeError("insufficient_user_authentication", detail), acrValues];
}

function describeTokenUse(reason: NoOperator["reason"]): string {
  const isOwn =
    reason === "not-an-admin" || reason === "token-not-for-administration" || reason === "too-weak";
  return isOwn ? "" : userinfoErrors[reason].description;
}

/** The challenge of an answer to an operator who lacks a right (RFC 6750 §3.1). */
export function scopeChallenge(issuer: Issuer, scope: AdminScope, detail: string): string {
  return challenge(issuer, "Bearer", [challengeError("insufficient_scope", detail), `scope="${scope}"`]);
}

function challenge(issuer: Issuer, scheme: string, attributes: readonly string[]): string {
  const uri = resourceMetadataUri(administrationResource(issuer));
  const metadata = uri === undefined ? [] : [`resource_metadata="${uri}"`];
  return `${scheme} ${['realm="latchkey"', ...attributes, ...metadata].join(", ")}`;
}
