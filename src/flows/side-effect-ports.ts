/** The side effects of durable facts. The rules of `ports.ts` hold here too. */
import type { ActivityEntry } from "../identity/activity.ts";
import type { PasskeyUse } from "../identity/passkey.ts";
import type { Totp } from "../identity/totp.ts";
import type { Digest } from "../values/digest.ts";
import type { AccountId, ClientId, MailRequestId } from "../values/ids.ts";
import type { Instant } from "../values/time.ts";
import type { AuditEntry } from "./audit.ts";
import type { OutboxMessage } from "./mail-ports.ts";

/**
 * Something that works once, or as long as it is there, and is used by the fact that it proves. "replay-key": a key of `ReplayCache`,
 * kept until then. "account-epoch": the account still has it, and is not disabled, so nobody was signed out everywhere since. "account-seen": what the
 * operator saw of the account, as far as it is named, still holds. "client-seen": the client still has this version. "link":
 * see `Links.use`. "passkey": it is still there, and its counter is noted. "totp-step": see `Totps.claimStep`. "recovery-code": see
 * `RecoveryCodes.claim`. "mail-request": nobody has answered it.
 */
export type Claim =
  | { readonly kind: "account-epoch"; readonly accountId: AccountId; readonly epoch: number }
  | {
      readonly kind: "account-seen";
      readonly accountId: AccountId;
      readonly updatedAt?: Instant | undefined;
      readonly isAdmin?: boolean | undefined;
    }
  | { readonly kind: "client-seen"; readonly clientId: ClientId; readonly updatedAt: Instant }
  | { readonly kind: "replay-key"; readonly key: Digest; readonly keepUntil: Instant }
  | { readonly kind: "link"; readonly digest: Digest; readonly now: Instant }
  | { readonly kind: "passkey"; readonly use: PasskeyUse }
  | { readonly kind: "totp-step"; readonly totp: Totp; readonly step: number }
  | {
      readonly kind: "recovery-code";
      readonly accountId: AccountId;
      readonly digest: Digest;
      readonly knownUntil: Instant;
    }
  | { readonly kind: "mail-request"; readonly id: MailRequestId };

/**
 * The side effects of a durable fact, in its own transaction. The claims come first, in their order: if one is lost, the fact
 * answers "claim-lost" and does nothing else.
 */
export interface ClaimedSideEffects {
  readonly claims?: readonly Claim[] | undefined;
  readonly messages?: readonly OutboxMessage[] | undefined;
  /** What a person does is audited by this alone: see `SideEffectFacts.record`. */
  readonly activity?: readonly ActivityEntry[] | undefined;
  readonly audit?: readonly AuditEntry[] | undefined;
}

/** The same for a fact that nothing single-use proves. */
export type SideEffects = Omit<ClaimedSideEffects, "claims"> & { readonly claims?: never };
