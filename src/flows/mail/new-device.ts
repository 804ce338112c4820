import type { Account } from "../../identity/account.ts";
import { browserParts } from "../../identity/browser-name.ts";
import { plus } from "../../values/time.ts";
import type { Browser } from "../browser.ts";
import type { OutboxMessage } from "../mail-ports.ts";
import type { Ports } from "../ports.ts";
import type { MessagePorts } from "./create-message.ts";
import { createNotices } from "./create-notice.ts";

/** How long the activity of an account is kept; see `Activity`. */
const activitySeconds = 90 * 86_400;

/**
 * The message about a sign-in in a browser that the account has not seen. A browser stays known when the password changes: the notice is
 * about the browser, and guesses are about the password.
 */
export async function newDeviceNotices(
  ports: MessagePorts & Pick<Ports, "settings">,
  account: Account,
  browser: Browser,
): Promise<readonly OutboxMessage[]> {
  if (account.email === undefined) return [];
  const { network, userAgent } = browser;
  const at = ports.clock.now();
  return createNotices(
    ports,
    account,
    { kind: "new-device", at, browser: browserParts(userAgent), network },
    browser,
  );
}

/**
 * True for the very first sign-in, which everybody expects: nothing shows an earlier one. What an account did longer ago is forgotten, so
 * an old account is told in doubt.
 */
export async function isFirstSignIn(
  ports: Pick<Ports, "sessions" | "activity" | "clock">,
  { id, createdAt }: Account,
): Promise<boolean> {
  if (plus(createdAt, activitySeconds) <= ports.clock.now()) return false;
  if (await ports.activity.has(id, "signed-in")) return false;
  return (await ports.sessions.list(id)).length === 0;
}
