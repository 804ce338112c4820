import type { Api } from "../../protocol/api/api.ts";
import type { Client } from "../../protocol/client/client.ts";
import { recordKeptSeconds } from "../../protocol/token/access-token.ts";
import { actorOf } from "../../protocol/token/actor.ts";
import type { Authentication, JwtAccessTokenRefusalReason } from "../../protocol/token/jwt-access-token.ts";
import type { GrantId } from "../../values/ids.ts";
import { ok, type Result } from "../../values/result.ts";
import { plus, type Seconds } from "../../values/time.ts";
import type { Exchange, GrantDetails, PersonGrant } from "../grant-ports.ts";
import type { Ports } from "../ports.ts";
import { claimUses } from "./claim-uses.ts";
import type { AuthenticatedCall, Handled } from "./client-endpoint.ts";
import { createAccessToken, readyForAccessToken } from "./create-access-token.ts";
import type { IssuedTokens } from "./issued-tokens.ts";

/** What issuing a token without a code needs. */
export type CreateApiGrantPorts = Pick<
  Ports,
  "settings" | "clock" | "codeClock" | "random" | "apis" | "grants" | "signer" | "replayCache" | "events"
>;

/** The facts of a token that is issued without a code. */
interface ApiGrantGiven {
  readonly api: Api;
  readonly scope: readonly string[];
  readonly lifetime: Seconds;
  /** The `sub`: the client's own id, or the person as the client knows them. */
  readonly subject: string;
  /** The person; undefined for a client that asks for itself. */
  readonly person?: PersonOfGrant | undefined;
  /** The groups of the person. */
  readonly groups?: readonly string[] | undefined;
  readonly dpopThumbprint: string | undefined;
}

/** The person for whom a client gets a token without a code. */
export interface PersonOfGrant extends Pick<PersonGrant, "accountId" | "accountEpoch" | "sessionId"> {
  readonly exchange: Exchange;
  readonly authentication: Authentication | undefined;
}

/** A new grant with the answer that hands its token out. */
interface CreatedApiGrant extends Handled<IssuedTokens> {
  readonly grantId: GrantId;
}

/**
 * Makes a token for one API and its grant, which is the only durable write of a call whose client has a secret. The token is signed
 * before anything is claimed. The caller vouches for the client: it proved who it is, or the operator asks in its name.
 */
export async function createApiGrant(
  ports: CreateApiGrantPorts,
  { client, uses }: { readonly client: Pick<Client, "id"> } & Pick<AuthenticatedCall<unknown>, "uses">,
  given: ApiGrantGiven,
): Promise<
  Result<CreatedApiGrant, JwtAccessTokenRefusalReason | "client-assertion-replayed" | "dpop-proof-replayed">
> {
  const { api, scope, lifetime, subject, person, dpopThumbprint } = given;
  const grantId = ports.codeClock.createGrantId();
  const issuedAt = ports.clock.now();
  const expiresAt = plus(issuedAt, lifetime);
  await readyForAccessToken(ports, api);
  const created = await createAccessToken(ports, {
    api,
    grantId,
    clientId: client.id,
    subject,
    scope,
    issuedAt,
    expiresAt,
    dpopThumbprint,
    authentication: person?.authentication,
    actor: person && actorOf(person.exchange.actors),
    groups: given.groups,
  });
  if (!created.ok) return created;
  const claimed = await claimUses(ports, uses);
  if (!claimed.ok) return claimed;
  const { token, digest } = created.value;
  const grant = {
    id: grantId,
    tokenDigest: digest,
    clientId: client.id,
    details: detailsOf(given),
    redeemedAt: issuedAt,
    tokenExpiresAt: expiresAt,
    keepUntil: plus(expiresAt, recordKeptSeconds),
  };
  const owned = person === undefined ? grant : { ...grant, ...ownerOf(person) };
  const outcome = await ports.grants.redeem(owned);
  if (outcome !== "redeemed") throw new Error("A new grant id was taken already.");
  const answer: IssuedTokens = {
    accessToken: token,
    tokenType: dpopThumbprint === undefined ? "Bearer" : "DPoP",
    expiresIn: lifetime,
    scope,
  };
  return ok({ answer, claimed: claimed.value, grantId });
}

function ownerOf({ accountId, accountEpoch, sessionId }: PersonOfGrant) {
  return { accountId, accountEpoch, sessionId };
}

function detailsOf({ api, scope, person, dpopThumbprint }: ApiGrantGiven): GrantDetails {
  return {
    scope,
    audience: [api.resource],
    ...(dpopThumbprint !== undefined && { dpopThumbprint }),
    ...person?.authentication,
    ...(person !== undefined && { exchange: person.exchange }),
  };
}
