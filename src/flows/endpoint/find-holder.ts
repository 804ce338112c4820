import type { Authorization } from "../../protocol/authorization/code.ts";
import { admits, type Client } from "../../protocol/client/client.ts";
import type { CodeHolder } from "../../protocol/token/code-exchange.ts";
import { instantOfGrantId } from "../../values/ids.ts";
import type { Instant } from "../../values/time.ts";
import type { Ports, SessionFacts } from "../ports.ts";

/** The person behind an authorization that is not redeemed yet, as things stand now. */
export interface FoundHolder {
  readonly facts: SessionFacts | undefined;
  /** Undefined where the session or the account is gone. */
  readonly holder: CodeHolder | undefined;
}

/** Finds the person whom an authorization speaks for, with the facts that its exchange is decided by. */
export async function findHolder(
  ports: Pick<Ports, "sessions" | "consents">,
  authorization: Authorization,
  client: Client,
  now: Instant,
): Promise<FoundHolder> {
  const facts = await ports.sessions.find(authorization.sessionId);
  const isConsentLive = await isStillAllowed(ports, client, authorization);
  if (facts === undefined || facts.account.id !== authorization.accountId)
    return { facts, holder: undefined };
  const holder = {
    accountEpoch: facts.account.epoch,
    isAccountDisabled: facts.account.isDisabled,
    isSessionLive: now < facts.session.expiresAt,
    isConsentLive,
    isAdmitted: admits(client, facts.account.groups),
  };
  return { facts, holder };
}

/** A code dies with the consent that it was issued under, even if the person has consented again since. */
export async function isStillAllowed(
  ports: Pick<Ports, "consents">,
  client: Client,
  { accountId, clientId, grantId }: Authorization,
): Promise<boolean> {
  if (!client.metadata.isThirdParty || clientId !== client.id) return true;
  const consent = await ports.consents.find(accountId, clientId);
  return consent !== undefined && consent.grantedAt <= instantOfGrantId(grantId);
}
