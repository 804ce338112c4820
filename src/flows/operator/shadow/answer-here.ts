import type { Account } from "../../../identity/account.ts";
import { tokenLifetimeOf } from "../../../protocol/api/api.ts";
import { noTargets, readTargets, resourcesNamed } from "../../../protocol/api/targets.ts";
import { type Client, registersForMore } from "../../../protocol/client/client.ts";
import { claimsByRule } from "../../../protocol/openid/claims-by-rule.ts";
import { grantedScope, opensUserinfo } from "../../../protocol/scope.ts";
import { decideTarget } from "../../../protocol/token/audience.ts";
import { jwtAccessTokenClaims } from "../../../protocol/token/jwt-access-token.ts";
import { refreshLifetimeSeconds } from "../../../protocol/token/refresh.ts";
import { grantIdOf, sessionIdOf } from "../../../values/ids.ts";
import type { JsonObject } from "../../../values/json-object.ts";
import { plus, type Seconds, secondsOf } from "../../../values/time.ts";
import { jwtFacts } from "../../endpoint/create-access-token.ts";
import { idTokenFor } from "../../endpoint/id-token.ts";
import { signedUserinfo, userinfoFor } from "../../endpoint/userinfo.ts";
import { findApis } from "../../find-apis.ts";
import { findSubject } from "../../find-subject.ts";
import type { Ports } from "../../ports.ts";

/** What making an imagined answer reads. Nothing is signed, stored or counted. */
export type AnswerPorts = Pick<Ports, "settings" | "clock" | "sealer" | "apis">;

/** What this service would answer an application about a person who has just signed in with a password. */
export interface AnswerHere {
  /** Undefined if the application gets no ID token. */
  readonly idToken: JsonObject | undefined;
  /** Undefined if its token does not open userinfo. */
  readonly userinfo: JsonObject | undefined;
  /** Undefined if the access token is opaque. */
  readonly accessToken: JsonObject | undefined;
  readonly accessTokenLifetime: Seconds;
  /** Undefined if there is no refresh token. */
  readonly refreshTokenLifetime: Seconds | undefined;
  readonly tokenType: "Bearer" | "DPoP";
  /** The granted part of the scope that the application asks for. */
  readonly scope: readonly string[];
}

/**
 * Makes the answer by the functions that make it at the token endpoint and at userinfo: for the application's usual request, which names
 * no `resource`, by a person who allows everything.
 */
export async function createAnswerHere(
  ports: AnswerPorts,
  { client, account }: { readonly client: Client; readonly account: Account },
  asked: { readonly scope: string | undefined; readonly nonce: string | undefined },
): Promise<AnswerHere> {
  const { metadata } = client;
  const isMore = registersForMore(client);
  const apis = isMore ? await findApis(ports, resourcesNamed(client, [])) : [];
  const targets = isMore ? readTargets(client, [], apis) : { ok: true as const, value: noTargets };
  const { resources, apis: targeted } = targets.ok ? targets.value : noTargets;
  const granted = isMore ? grantedScope(asked.scope, metadata, targeted) : [];
  const groups = account.groups ?? [];
  const decided = decideTarget({
    client,
    granted: resources.length === 0 ? undefined : resources,
    scope: granted,
    requested: [],
    apis,
    groups,
  });
  const api = decided.ok ? decided.value.api : undefined;
  const scope = decided.ok ? decided.value.scope : granted;
  const authenticatedAt = ports.clock.now();
  const methods = ["pwd"];
  const usual = ports.settings.accessTokenLifetime;
  const accessTokenLifetime = api === undefined ? usual : tokenLifetimeOf(api, usual);
  const accessToken =
    api?.tokenFormat === "jwt"
      ? jwtAccessTokenClaims(
          jwtFacts(ports, api, {
            grantId: grantIdOf(new Uint8Array(16)),
            clientId: client.id,
            subject: findSubject(ports, client, account),
            scope,
            issuedAt: authenticatedAt,
            expiresAt: plus(authenticatedAt, accessTokenLifetime),
            authentication: { authenticatedAt, methods },
            groups,
            byRule: claimsByRule(metadata.claimRules, account, "access_token"),
          }),
        )
      : undefined;
  const idToken = granted.includes("openid")
    ? idTokenFor(ports, client, account, {
        sessionId: sessionIdOf(new Uint8Array(16)),
        authenticatedAt,
        methods,
        nonce: asked.nonce,
        scope: granted,
        accessTokenHash: "",
      })
    : undefined;
  // A token of an API opens userinfo only by a scope of the sign-in.
  const opens = api === undefined || opensUserinfo(scope);
  const claims = userinfoFor(ports, client, account, isMore ? { scope } : undefined);
  const userinfo = metadata.userinfoAlgorithm === undefined ? claims : signedUserinfo(ports, client, claims);
  return {
    idToken,
    userinfo: opens ? userinfo : undefined,
    accessToken,
    accessTokenLifetime,
    refreshTokenLifetime: metadata.mayRefresh ? secondsOf(refreshLifetimeSeconds) : undefined,
    tokenType: metadata.requiresDpop ? "DPoP" : "Bearer",
    scope,
  };
}
