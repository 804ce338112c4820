import type { ActivityEntry, ActivityKind } from "../identity/activity.ts";
import { printableUserAgent } from "../identity/session.ts";
import { type AccountId, type ClientId, createActivityId } from "../values/ids.ts";
import type { Browser } from "./browser.ts";
import type { Ports } from "./ports.ts";

/** What an entry says about a browser, or about the client's server that acts for the person. */
export type ActingBrowser = Pick<Browser, "userAgent" | "network"> & Partial<Pick<Browser, "requestId">>;

/** Something that happens to an account now. `browser` is left out if the operator does it. */
interface Happening {
  readonly accountId: AccountId;
  readonly kind: ActivityKind;
  readonly browser?: ActingBrowser | undefined;
  readonly clientId?: ClientId | undefined;
  readonly methods?: readonly string[];
  /** As in `ActivityEntry`. */
  readonly isNewBrowser?: boolean;
}

/** Makes the entry that tells of it, for the fact to take along. */
export function activityEntry(
  { random, clock }: Pick<Ports, "random" | "clock">,
  { accountId, kind, browser, clientId, methods, isNewBrowser }: Happening,
): ActivityEntry {
  return {
    id: createActivityId(clock.now(), random.bytes(10)),
    accountId,
    kind,
    ...(browser && { network: browser.network, userAgent: printableUserAgent(browser.userAgent) }),
    ...(browser?.requestId !== undefined && { requestId: browser.requestId }),
    ...(clientId !== undefined && { clientId }),
    ...(methods && { methods }),
    ...(isNewBrowser && { isNewBrowser }),
  };
}
