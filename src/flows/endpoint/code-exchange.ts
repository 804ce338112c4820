import { resourcesOfGrant } from "../../protocol/api/targets.ts";
import { type Authorization, type CodePayload, openCode } from "../../protocol/authorization/code.ts";
import type { Client } from "../../protocol/client/client.ts";
import { decideExchange } from "../../protocol/token/code-exchange.ts";
import type { CodeExchangeRequest } from "../../protocol/token/request.ts";
import { type Eventual, isPending, whenThere } from "../../values/eventual.ts";
import { refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import type { RequestContext } from "../events.ts";
import { findApis } from "../find-apis.ts";
import { type FoundHolder, findHolder } from "./find-holder.ts";
import type { IssueTokens } from "./issued-tokens.ts";
import { type RedeemPorts, redeem, revokeIssued } from "./redeem.ts";

export type ExchangePorts = RedeemPorts;

/**
 * Exchanges an authorization code for an access token. Everything is read and decided before one atomic claim, `grants.redeem`,
 * which alone uses the code up; after a refusal it still works. When its owner sends a redeemed code again, the tokens of the first
 * exchange are revoked (RFC 6749 §4.1.2). The attempt of another client changes nothing.
 */
export const exchangeCode: IssueTokens<ExchangePorts, CodeExchangeRequest> = async (ports, call) => {
  const { client, request, provenKey, uses, context } = call;
  const now = ports.clock.now();
  const finding = findCode(ports, request.code, client, now);
  const found = isPending(finding) ? await finding : finding;
  const resources = resourcesOfGrant(client, found?.payload.extras?.audience, request.resources);
  const apis = findApis(ports, resources);
  const decided = decideExchange({
    payload: found?.payload,
    apis: isPending(apis) ? await apis : apis,
    client,
    request,
    holder: found?.holder,
    dpopThumbprint: provenKey,
    now: ports.codeClock.now(),
    codeLifetime: ports.settings.codeLifetime,
    ...(found !== undefined && { madeAt: ports.codeClock.madeAt(found.payload.grantId) }),
    isOwnCode: found !== undefined && ports.codeClock.isOwn(found.payload.grantId),
  });
  if (!decided.ok) {
    const { reason, isOwnerReplayCandidate } = decided.reason;
    if (isOwnerReplayCandidate && found !== undefined)
      await revokeIfSpent(ports, context, found.payload, now);
    return refuse(reason);
  }
  const facts = found?.facts;
  const issued = await redeem(ports, decided.value, { facts, provenKey, uses, context });
  if (!issued.ok && issued.reason === "code-spent")
    await revokeIfSpent(ports, context, decided.value.payload, now);
  return issued;
};

/** A code that opens, and the current state of its person. */
interface FoundCode extends FoundHolder {
  readonly payload: CodePayload;
}

function findCode(
  ports: ExchangePorts,
  code: string,
  client: Client,
  now: Instant,
): Eventual<FoundCode | undefined> {
  const payload = openCode(code, (sealed) => ports.sealer.open("code", sealed));
  return (
    payload &&
    whenThere(findHolder(ports, payload, client, now), ({ facts, holder }) => ({ payload, facts, holder }))
  );
}

async function revokeIfSpent(
  ports: ExchangePorts,
  context: RequestContext,
  payload: Authorization,
  now: Instant,
): Promise<void> {
  const grant = await ports.grants.find(payload.grantId);
  if (grant === undefined) return;
  const revoked = await revokeIssued(ports, grant, now);
  const { clientId, accountId } = payload;
  ports.events.record({ kind: "code-replayed", clientId, accountId, revoked }, context);
}
