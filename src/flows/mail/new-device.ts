import type { Account } from "../../identity/account.ts";
import { isOlderThanActivity } from "../../identity/activity.ts";
import { browserParts } from "../../identity/browser-name.ts";
import type { Browser } from "../browser.ts";
import type { OutboxMessage } from "../mail-ports.ts";
import type { Ports } from "../ports.ts";
import type { MessagePorts } from "./create-message.ts";
import { createNotices } from "./create-notice.ts";

type NoticePorts = MessagePorts & Pick<Ports, "sessions" | "activity" | "settings">;

/**
 * The message about a sign-in in a browser that the account has not seen. None for the very first sign-in, which everybody expects. A
 * browser stays known when the password changes: the notice is about the browser, and guesses are about the password.
 */
export async function newDeviceNotices(
  ports: NoticePorts,
  account: Account,
  browser: Browser,
): Promise<readonly OutboxMessage[]> {
  if (account.email === undefined || (await isFirstSignIn(ports, account))) return [];
  const { network, userAgent } = browser;
  const at = ports.clock.now();
  return createNotices(
    ports,
    account,
    { kind: "new-device", at, browser: browserParts(userAgent), network },
    browser,
  );
}

/** True if nothing shows an earlier one. What an account did longer ago is forgotten, so an old account is told in doubt. */
async function isFirstSignIn(ports: NoticePorts, account: Account): Promise<boolean> {
  const { id } = account;
  if (isOlderThanActivity(account, ports.clock.now())) return false;
  if (await ports.activity.has(id, "signed-in")) return false;
  return (await ports.sessions.list(id)).length === 0;
}
