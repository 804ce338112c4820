import type { Authorization } from "../../protocol/authorization/code.ts";
import { admits, type Client } from "../../protocol/client/client.ts";
import type { CodeHolder } from "../../protocol/token/code-exchange.ts";
import type { Instant } from "../../values/time.ts";
import type { Ports, SessionFacts } from "../ports.ts";

/** The person behind an authorization that is not redeemed yet, as things stand now. */
export interface FoundHolder {
  readonly facts: SessionFacts | undefined;
  /** Undefined if the session or the account is gone. */
  readonly holder: CodeHolder | undefined;
}

/** Finds the person whom an authorization speaks for, with the facts that its exchange is decided by. */
export async function findHolder(
  ports: Pick<Ports, "sessions" | "consents" | "codeClock">,
  authorization: Authorization,
  client: Client,
  now: Instant,
): Promise<FoundHolder> {
  const facts = await ports.sessions.find(authorization.sessionId);
  const consent = await findConsent(ports, client, authorization);
  if (facts === undefined || facts.account.id !== authorization.accountId)
    return { facts, holder: undefined };
  const holder = {
    accountEpoch: facts.account.epoch,
    isAccountDisabled: facts.account.isDisabled,
    isSessionLive: now < facts.session.expiresAt,
    isConsentLive: consent !== undefined,
    allowed: consent?.allowed,
    isAdmitted: admits(client, facts.account.groups),
  };
  return { facts, holder };
}

/** True while the consent lives that an authorization was issued under. */
export async function isStillAllowed(
  ports: Pick<Ports, "consents" | "codeClock">,
  client: Client,
  authorization: Authorization,
): Promise<boolean> {
  return (await findConsent(ports, client, authorization)) !== undefined;
}

/**
 * What the person allows by the consent that an authorization was issued under; nothing in it if nobody is asked. It is undefined if
 * the person withdrew since, even if they consented again. Another consent alone ends nothing.
 */
async function findConsent(
  { consents, codeClock }: Pick<Ports, "consents" | "codeClock">,
  client: Client,
  { accountId, clientId, grantId }: Authorization,
): Promise<Pick<CodeHolder, "allowed"> | undefined> {
  if (!client.metadata.isThirdParty || clientId !== client.id) return nobodyAsked;
  const consent = await consents.find(accountId, clientId);
  if (consent === undefined) return undefined;
  const isWithdrawn = consent.withdrawnAt !== undefined && codeClock.madeAt(grantId) <= consent.withdrawnAt;
  return isWithdrawn ? undefined : { allowed: consent.scope };
}

const nobodyAsked: Pick<CodeHolder, "allowed"> = {};
