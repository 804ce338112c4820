import type { AuthenticatedClient } from "../../protocol/client/authentication.ts";
import type { PresentedToken } from "../../protocol/token/access-token.ts";
import type { LiveTokenFacts } from "../../protocol/token/introspection.ts";
import { refreshTokenExpiresAt, whyTokenFamilyIsDead } from "../../protocol/token/refresh.ts";
import { decideRotation } from "../../protocol/token/rotation.ts";
import type { NamedToken } from "../../protocol/token/token-parameter.ts";
import { findSubject } from "../find-subject.ts";
import type { GrantDetails, TokenFamily } from "../grant-ports.ts";
import type { Ports } from "../ports.ts";
import { findLiveGrant, type TokenPorts } from "./find-token.ts";
import { findFamilyHolder, findTokenFamily } from "./find-token-family.ts";
import { verifyNamedToken } from "./verify-access-token.ts";

/** The ports for finding the facts of a token. */
export type TokenFactsPorts = TokenPorts & Pick<Ports, "sealer" | "signer">;

/** The facts of a token that works now; undefined for any other, and for one that the asking client may not use. */
export async function findTokenFacts(
  ports: TokenFactsPorts,
  named: NamedToken,
  asker: AuthenticatedClient,
): Promise<LiveTokenFacts | undefined> {
  const known = await verifyNamedToken(ports, named);
  if (known === undefined) return undefined;
  return known.kind === "access-token"
    ? accessTokenFacts(ports, known.token, asker)
    : refreshTokenFacts(ports, known.text, asker);
}

const noDetails: GrantDetails = { scope: [] };

async function accessTokenFacts(
  ports: TokenFactsPorts,
  presented: PresentedToken,
  asker: AuthenticatedClient,
): Promise<LiveTokenFacts | undefined> {
  const found = await findLiveGrant(ports, presented);
  if (!found.ok) return undefined;
  const { grant, account } = found.value;
  const { authenticatedAt, methods = [] } = grant.details ?? noDetails;
  return {
    kind: "access-token",
    grantId: grant.id,
    clientId: grant.clientId,
    ...(account === undefined
      ? { subject: grant.clientId }
      : { subject: findSubject(ports, asker, account), username: account.username }),
    scope: grant.details?.scope ?? [],
    audience: grant.details?.audience ?? [],
    dpopThumbprint: grant.details?.dpopThumbprint,
    actors: grant.details?.exchange?.actors,
    ...(authenticatedAt !== undefined && { authentication: { authenticatedAt, methods } }),
    issuedAt: grant.redeemedAt,
    expiresAt: grant.tokenExpiresAt,
  };
}

/** A refresh token is of use to its client alone, so nothing is looked up for another client. */
async function refreshTokenFacts(
  ports: TokenFactsPorts,
  text: string,
  asker: AuthenticatedClient,
): Promise<LiveTokenFacts | undefined> {
  const found = await findTokenFamily(ports, text);
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
    subject: findSubject(ports, asker, holder.account),
    username: holder.account.username,
    scope: family.scope,
    audience: family.audience ?? [],
    dpopThumbprint: family.dpopThumbprint,
    issuedAt: family.lastUsedAt,
    expiresAt: refreshTokenExpiresAt(family),
  };
}

/** True for a token that a refresh would still exchange. */
function isExchangeable(presented: number, { generation: newest }: TokenFamily): boolean {
  return decideRotation({ presented, newest, keepsToken: false }).ok;
}
