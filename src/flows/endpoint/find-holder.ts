import type { Authorization } from "../../protocol/authorization/code.ts";
import { admits, type Client } from "../../protocol/client/client.ts";
import type { CodeHolder } from "../../protocol/token/code-exchange.ts";
import { type Eventual, whenThere } from "../../values/eventual.ts";
import type { Instant } from "../../values/time.ts";
import type { Ports, SessionFacts } from "../ports.ts";

/** The person behind an authorization that is not redeemed yet, as things stand now. */
export interface FoundHolder {
  readonly facts: SessionFacts | undefined;
  /** Undefined if the session or the account is gone. */
  readonly holder: CodeHolder | undefined;
}

/** Finds the person whom an authorization speaks for, with the facts that its exchange is decided by. */
export function findHolder(
  ports: Pick<Ports, "sessions" | "consents" | "codeClock">,
  authorization: Authorization,
  client: Client,
  now: Instant,
): Eventual<FoundHolder> {
  return whenThere(ports.sessions.find(authorization.sessionId), (facts) =>
    whenThere(findConsent(ports, client, authorization), (consent) =>
      holderOf({ facts, consent, authorization, client, now }),
    ),
  );
}

function holderOf({
  facts,
  consent,
  authorization,
  client,
  now,
}: {
  readonly facts: SessionFacts | undefined;
  readonly consent: AllowedBy | undefined;
  readonly authorization: Authorization;
  readonly client: Client;
  readonly now: Instant;
}): FoundHolder {
  if (facts === undefined || facts.account.id !== authorization.accountId)
    return { facts, holder: undefined };
  const holder = {
    accountEpoch: facts.account.epoch,
    isAccountDisabled: facts.account.isDisabled,
    isSessionLive: now < facts.session.expiresAt,
    isConsentLive: consent !== undefined,
    allowed: consent?.allowed,
    isAdmitted: admits(client, facts.account.groups),
    groups: facts.account.groups,
  };
  return { facts, holder };
}

/** True while the consent lives that an authorization was issued under. */
export function isStillAllowed(
  ports: Pick<Ports, "consents" | "codeClock">,
  client: Client,
  authorization: Authorization,
): Eventual<boolean> {
  return whenThere(findConsent(ports, client, authorization), (consent) => consent !== undefined);
}

/**
 * What the person allows by the consent that an authorization was issued under; nothing in it if nobody is asked. It is undefined if
 * the person withdrew since, even if they consented again. Another consent alone ends nothing.
 */
function findConsent(
  { consents, codeClock }: Pick<Ports, "consents" | "codeClock">,
  client: Client,
  { accountId, clientId, grantId }: Authorization,
): Eventual<AllowedBy | undefined> {
  if (!client.metadata.isThirdParty || clientId !== client.id) return nobodyAsked;
  return whenThere(consents.find(accountId, clientId), (consent) => {
    if (consent === undefined) return undefined;
    const isWithdrawn = consent.withdrawnAt !== undefined && codeClock.madeAt(grantId) <= consent.withdrawnAt;
    return isWithdrawn ? undefined : { allowed: consent.scope };
  });
}

type AllowedBy = Pick<CodeHolder, "allowed">;

const nobodyAsked: AllowedBy = {};
