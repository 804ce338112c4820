import type { ActivityEntry, ActivityKind } from "../identity/activity.ts";
import { printableUserAgent } from "../identity/session.ts";
import { type AccountId, type ClientId, createActivityId } from "../values/ids.ts";
import type { Browser } from "./browser.ts";
import type { Ports } from "./ports.ts";

/** Something that happens to an account now. `browser` is left out where the operator does it. */
export interface Happening {
  readonly accountId: AccountId;
  readonly kind: ActivityKind;
  readonly browser?: Pick<Browser, "userAgent" | "network">;
  readonly clientId?: ClientId | undefined;
  readonly methods?: readonly string[];
}

/** Makes the entry that tells of it, for the fact to take along. */
export function activityEntry(
  { random, clock }: Pick<Ports, "random" | "clock">,
  { accountId, kind, browser, clientId, methods }: Happening,
): ActivityEntry {
  return {
    id: createActivityId(clock.now(), random.bytes(10)),
    accountId,
    kind,
    ...(browser && { network: browser.network, userAgent: printableUserAgent(browser.userAgent) }),
    ...(clientId !== undefined && { clientId }),
    ...(methods && { methods }),
  };
}
