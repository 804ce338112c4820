import { actorOf } from "../../protocol/token/actor.ts";
import type { RevokedTokens, TokenReport } from "./token.ts";

/** The names of RFC 7662 §2.2, and further facts for operators, such as the owner of a dead token. */
export function tokenRecord(report: TokenReport | undefined) {
  if (report === undefined) return { active: false, state: "unknown" } as const;
  const { kind, state, account, accountId, scope, audience, dpopThumbprint, actors = [] } = report;
  return {
    active: state === "live",
    state,
    kind: kindWords[kind],
    token_type: tokenType(report),
    client_id: report.clientId,
    sub: report.subject,
    ...(accountId !== undefined && report.subject !== accountId && { user_id: accountId }),
    ...(account !== undefined && { username: account.username }),
    scope: scope.join(" "),
    aud: audience,
    ...(dpopThumbprint !== undefined && { cnf: { jkt: dpopThumbprint } }),
    ...(actors.length > 0 && { act: actorOf(actors) }),
    iat: Math.floor(report.issuedAt / 1000),
    exp: Math.floor(report.expiresAt / 1000),
  };
}

const kindWords = { "access-token": "access_token", "refresh-token": "refresh_token" } as const;

// A refresh token opens nothing by itself (RFC 8693 §2.2.1).
function tokenType({ kind, dpopThumbprint }: TokenReport): "Bearer" | "DPoP" | "N_A" {
  if (kind === "refresh-token") return "N_A";
  return dpopThumbprint === undefined ? "Bearer" : "DPoP";
}

/** How many tokens were revoked, and whose. */
export function revokedRecord({ client, account, refreshTokens, accessTokens }: RevokedTokens) {
  return {
    ...(account !== undefined && { user_id: account.id, username: account.username }),
    ...(client !== undefined && { client_id: client.id }),
    refresh_tokens: refreshTokens,
    access_tokens: accessTokens,
  };
}
