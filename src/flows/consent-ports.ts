import type { Client } from "../protocol/client/client.ts";
import type { AccountId, ClientId } from "../values/ids.ts";
import type { Instant } from "../values/time.ts";
import type { ClaimedSideEffects, SideEffects } from "./side-effect-ports.ts";

/** A person's consent to a client, until it is withdrawn. */
export interface Consent {
  readonly accountId: AccountId;
  readonly clientId: ClientId;
  readonly scope: readonly string[];
  /** When the person last allowed it something. */
  readonly grantedAt: Instant;
  /** When the person last withdrew an earlier consent to this client. It ended the codes that were issued until then. */
  readonly withdrawnAt?: Instant;
}

/** A consent as a person gives it. */
export interface GivenConsent extends Consent {
  /** What the person allowed before this moment is forgotten. */
  readonly forgetsBefore?: Instant;
}

/** The consents of people to third parties. */
export interface Consents {
  find(accountId: AccountId, clientId: ClientId): Promise<Consent | undefined>;
  /** Of one account, newest first. */
  list(accountId: AccountId): Promise<readonly Consent[]>;
  /**
   * Durable. Adds the scope values to what was allowed before. False, and nothing is allowed, if the person withdrew after
   * `shownAt`, the moment at which they were asked.
   */
  allow(consent: GivenConsent, shownAt: Instant, sideEffects?: SideEffects): Promise<boolean>;
  /**
   * The same for a client by document, whose row is made or replaced in the same transaction; "allowed" also if the row was changed
   * since it was read, and so stays. "full" if `clientsMax` such clients are kept, and each of them is allowed by somebody.
   */
  allowDescribed(
    client: Client,
    consent: GivenConsent,
    limit: { readonly shownAt: Instant; readonly clientsMax: number },
    sideEffects?: SideEffects,
  ): Promise<"allowed" | "withdrawn" | "full">;
  /**
   * Durable, one transaction: forgets the consent, removes the app passwords, and revokes every grant and token family of the pair. "none",
   * and nothing changes, if there was no consent, no app password and no live family that outlives sessions. A client by document that
   * nobody allows any more expires as one that nobody uses.
   */
  withdraw(
    accountId: AccountId,
    clientId: ClientId,
    at: Instant,
    sideEffects?: ClaimedSideEffects,
  ): Promise<"withdrawn" | "none" | "claim-lost">;
}
