import type { Claim, ClaimedSideEffects } from "../../flows/side-effect-ports.ts";
import { entryOfActivity } from "./audit.ts";
import type { Fact } from "./fact.ts";
import type { StoredIdempotencyKeys } from "./idempotency-keys.ts";

/** The fact that uses a claim: false if it is lost. */
type Use<Kind extends Claim["kind"]> = (claim: Extract<Claim, { readonly kind: Kind }>) => Fact<boolean>;

interface Parts {
  readonly claims: { readonly [Kind in Claim["kind"]]: Use<Kind> };
  readonly enqueue: (message: NonNullable<ClaimedSideEffects["messages"]>[number]) => Fact<void>;
  readonly confirm: StoredIdempotencyKeys["confirm"];
  readonly audit: (entries: NonNullable<ClaimedSideEffects["audit"]>) => Fact<void>;
  readonly addActivity: (entries: NonNullable<ClaimedSideEffects["activity"]>) => Fact<void>;
}

/** The side effects of a fact, in its own transaction. */
export interface SideEffectFacts {
  /** Comes before the fact changes anything else. False if a claim is lost; those in front of it are used up all the same. */
  claim(effects: Pick<ClaimedSideEffects, "claims">): Fact<boolean>;
  /**
   * Comes when the fact is sure to happen, as its very last step: see `StoredAuditTrail.add`. What a person did is audited by the
   * activity that tells them of it.
   */
  record(effects: Omit<ClaimedSideEffects, "claims">): Fact<void>;
}

/** Brings the side effects of facts together. */
export function sideEffectsOn({
  claims: uses,
  enqueue,
  addActivity,
  confirm,
  audit,
}: Parts): SideEffectFacts {
  return {
    *claim({ claims = [] }) {
      for (const claim of claims) {
        const use = uses[claim.kind] as Use<typeof claim.kind>;
        if (!(yield* use(claim))) return false;
      }
      return true;
    },
    *record({ messages = [], activity = [], audit: entries = [] }) {
      for (const message of messages) yield* enqueue(message);
      if (activity.length > 0) yield* addActivity(activity);
      for (const { attempt, act, target } of entries)
        if (attempt)
          yield* confirm(attempt, { act, ...(target && { target: `${target.kind} ${target.id}` }) });
      const acts = activity.map(entryOfActivity).filter((entry) => entry !== undefined);
      yield* audit([...entries, ...acts]);
    },
  };
}
