import type { Account } from "../../identity/account.ts";
import type { Upstream } from "../../protocol/upstream/upstream.ts";
import { activityEntry } from "../activity.ts";
import type { Browser } from "../browser.ts";
import type { MessagePorts } from "../mail/create-message.ts";
import { createNotices } from "../mail/create-notice.ts";
import type { SideEffects } from "../side-effect-ports.ts";

/** The entry of the account's activity and the message to its owner, for the transaction that links or unlinks the upstream. */
export async function tellOwner(
  ports: MessagePorts,
  account: Account,
  kind: "upstream-linked" | "upstream-unlinked",
  { displayName }: Upstream,
  browser: Browser,
): Promise<SideEffects> {
  const facts = { kind, at: ports.clock.now(), provider: displayName };
  return {
    activity: [activityEntry(ports, { accountId: account.id, kind, browser })],
    messages: await createNotices(ports, account, facts, browser),
  };
}
