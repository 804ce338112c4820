import type { AuthenticatedClient } from "../../protocol/client/authentication.ts";
import type { PresentedToken } from "../../protocol/token/access-token.ts";
import {
  type IntrospectionAnswer,
  introspectionAnswer,
  type LiveTokenFacts,
  mayIntrospect,
} from "../../protocol/token/introspection.ts";
import { refreshTokenExpiresAt, whyTokenFamilyIsDead } from "../../protocol/token/refresh.ts";
import type { NamedToken } from "../../protocol/token/token-parameter.ts";
import { ok, type Result } from "../../values/result.ts";
import type { Ports, TokenFamily } from "../ports.ts";
import { type CallRefusal, type ClientCall, type ClientCallPorts, refusedCaller } from "./client-endpoint.ts";
import { findSubject } from "./find-subject.ts";
import { findLiveGrant, type TokenPorts } from "./find-token.ts";
import { findFamilyHolder, findTokenFamily } from "./find-token-family.ts";
import { readTokenCall } from "./token-call.ts";

type IntrospectionPorts = ClientCallPorts & TokenPorts & Pick<Ports, "sealer">;

/** Says what a token is worth at this moment, and whose it is, to a client that has proved who it is (RFC 7662). */
export async function introspect(
  ports: IntrospectionPorts,
  call: ClientCall,
): Promise<Result<IntrospectionAnswer, CallRefusal>> {
  const read = await readTokenCall(ports, call);
  if (!read.ok) return read;
  const { client, usedBasic, token, readableBy } = read.value;
  if (!mayIntrospect(client)) {
    const reason = "introspection-by-public-client";
    return refusedCaller(ports, call, { reason, usedBasic, readableBy }, client);
  }
  return ok(
    introspectionAnswer({
      asker: client,
      token: token && (await factsOf(ports, token, client)),
      issuer: ports.settings.issuer,
      now: ports.clock.now(),
    }),
  );
}

function factsOf(
  ports: IntrospectionPorts,
  named: NamedToken,
  asker: AuthenticatedClient,
): Promise<LiveTokenFacts | undefined> {
  return named.kind === "access-token"
    ? accessTokenFacts(ports, named.token, asker)
    : refreshTokenFacts(ports, named.sealed, asker);
}

async function accessTokenFacts(
  ports: IntrospectionPorts,
  presented: PresentedToken,
  asker: AuthenticatedClient,
): Promise<LiveTokenFacts | undefined> {
  const found = await findLiveGrant(ports, presented);
  if (!found.ok) return undefined;
  const { grant, account } = found.value;
  return {
    kind: "access-token",
    clientId: grant.clientId,
    subject: findSubject(ports, asker, account.id),
    username: account.username,
    scope: grant.details?.scope ?? [],
    audience: grant.details?.audience ?? [],
    dpopThumbprint: grant.details?.dpopThumbprint,
    issuedAt: grant.redeemedAt,
    expiresAt: grant.tokenExpiresAt,
  };
}

/** A refresh token is of use to its client alone, so nothing is looked up for anybody else. */
async function refreshTokenFacts(
  ports: IntrospectionPorts,
  sealed: string,
  asker: AuthenticatedClient,
): Promise<LiveTokenFacts | undefined> {
  const found = await findTokenFamily(ports, sealed);
  if (found === undefined || found.family.clientId !== asker.id) return undefined;
  const { payload, family } = found;
  if (!asker.metadata.mayRefresh || !isExchangeable(payload.generation, family)) return undefined;
  const now = ports.clock.now();
  const holder = await findFamilyHolder(ports, family, now);
  const isDead = whyTokenFamilyIsDead({ family, holder, now }) !== undefined;
  if (holder === undefined || isDead) return undefined;
  return {
    kind: "refresh-token",
    clientId: family.clientId,
    subject: findSubject(ports, asker, holder.account.id),
    username: holder.account.username,
    scope: family.scope,
    audience: family.audience ?? [],
    dpopThumbprint: family.dpopThumbprint,
    issuedAt: family.lastUsedAt,
    expiresAt: refreshTokenExpiresAt(family),
  };
}

/** The newest token, and the one before it, whose successor may never have arrived (see `RefreshFamilies.advance`). */
function isExchangeable(generation: number, family: TokenFamily): boolean {
  return generation > 0 && (generation === family.generation || generation === family.generation - 1);
}
