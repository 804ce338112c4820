import type { ActivityEntry, ActivityKind } from "../identity/activity.ts";
import { printableUserAgent } from "../identity/session.ts";
import { type AccountId, createActivityId } from "../values/ids.ts";
import type { Browser } from "./browser.ts";
import type { Ports } from "./ports.ts";

/** Makes the entry of something that happens to an account now: in this browser, or by the operator where there is none. */
export function createActivityEntry(
  { clock, random }: Pick<Ports, "clock" | "random">,
  accountId: AccountId,
  kind: ActivityKind,
  browser?: Pick<Browser, "network" | "userAgent">,
): ActivityEntry {
  const id = createActivityId(clock.now(), random.bytes(10));
  const place = browser && { network: browser.network, userAgent: printableUserAgent(browser.userAgent) };
  return { id, accountId, kind, ...place };
}
