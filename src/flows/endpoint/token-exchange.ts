import { readAccessToken } from "../../protocol/token/access-token.ts";
import {
  decideTokenExchange,
  type GrantedTokenExchange,
  ownResource,
  requestedResource,
  type SubjectToken,
  type TokenExchangeRefusalReason,
} from "../../protocol/token/token-exchange.ts";
import type { TokenExchangeRequest } from "../../protocol/token/token-exchange-request.ts";
import { sessionIdOf } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { findSubject } from "../find-subject.ts";
import type { GrantDetails } from "../grant-ports.ts";
import type { Ports } from "../ports.ts";
import { type CreateApiGrantPorts, createApiGrant, type PersonOfGrant } from "./create-api-grant.ts";
import {
  type DeadTokenReason,
  findLiveGrant,
  isGrantLive,
  type LiveGrant,
  type TokenPorts,
} from "./find-token.ts";
import type { IssueTokens } from "./issued-tokens.ts";
import { verifyJwtAccessToken } from "./verify-access-token.ts";

export type TokenExchangePorts = CreateApiGrantPorts & TokenPorts & Pick<Ports, "sealer">;

/**
 * Exchanges a person's token for one of another API (RFC 8693): for the server of the API that the token is meant for, which acts for
 * the person from then on. The new token rests on the old one and ends with it.
 */
export const exchangeToken: IssueTokens<TokenExchangePorts, TokenExchangeRequest> = async (ports, call) => {
  const { client, request, provenKey, context } = call;
  const own = ownResource(client);
  // This comes before the look-up of the token, so that no other client learns whether it works.
  if (own === undefined) return refuse("exchange-not-registered");
  const found = await findSubjectToken(ports, request.subjectToken);
  if (!found.ok) return found;
  const ownApi = await ports.apis.find(own);
  const resource = requestedResource(request, ownApi);
  const decided = decideTokenExchange({
    client,
    request,
    subject: subjectTokenOf(found.value),
    own: ownApi,
    api: resource && (await ports.apis.find(resource)),
    proven: provenKey,
    usualLifetime: ports.settings.accessTokenLifetime,
    now: ports.clock.now(),
  });
  if (!decided.ok) return decided;
  const person = personOf(found.value, decided.value);
  const { api, scope, lifetime, issuedType } = decided.value;
  const issued = await createApiGrant(ports, call, {
    api,
    scope,
    lifetime,
    subject: findSubject(ports, client, found.value.account ?? { id: person.accountId }),
    person,
    groups: found.value.account && (found.value.account.groups ?? []),
    dpopThumbprint: provenKey,
  });
  if (!issued.ok) return issued;
  // A revocation during the claim could not reach this token yet, and an API that verifies JWTs itself would accept it.
  if (!(await isGrantLive(ports, issued.value.grantId))) {
    await ports.grants.revoke(issued.value.grantId, ports.clock.now());
    return refuse("subject-token-revoked");
  }
  ports.events.record(
    {
      kind: "token-exchanged",
      clientId: client.id,
      accountId: person.accountId,
      grantedTo: found.value.grant.clientId,
      from: own,
      to: api.resource,
    },
    context,
  );
  const { answer, claimed } = issued.value;
  return ok({ answer: { ...answer, issuedTokenType: issuedType }, claimed });
};

const deadReasons: Readonly<Record<DeadTokenReason, TokenExchangeRefusalReason>> = {
  "token-unknown": "subject-token-unknown",
  "token-expired": "subject-token-expired",
  "token-revoked": "subject-token-revoked",
};

async function findSubjectToken(
  ports: TokenExchangePorts,
  text: string,
): Promise<Result<LiveGrant, TokenExchangeRefusalReason>> {
  const presented = readAccessToken(text) ?? (await verifyJwtAccessToken(ports, text));
  if (presented === undefined) return refuse("subject-token-unknown");
  const found = await findLiveGrant(ports, presented);
  return found.ok ? found : refuse(deadReasons[found.reason]);
}

const noDetails: GrantDetails = { scope: [] };

function subjectTokenOf({ grant, account }: LiveGrant): SubjectToken {
  const { scope, audience = [], exchange, dpopThumbprint } = grant.details ?? noDetails;
  return {
    isMachine: account === undefined,
    groups: account?.groups ?? [],
    scope,
    audience,
    actors: exchange?.actors ?? [],
    isKeyBound: dpopThumbprint !== undefined,
    expiresAt: grant.tokenExpiresAt,
  };
}

/** The new token rests on the grant of the old one, and no session has the id of a grant. */
function personOf({ grant, account }: LiveGrant, { actors }: GrantedTokenExchange): PersonOfGrant {
  if (account === undefined) throw new Error("A token without a person was exchanged.");
  const { authenticatedAt, methods = [] } = grant.details ?? noDetails;
  return {
    accountId: account.id,
    accountEpoch: grant.accountEpoch,
    sessionId: sessionIdOf(grant.id),
    exchange: { from: grant.id, actors },
    authentication: authenticatedAt === undefined ? undefined : { authenticatedAt, methods },
  };
}
