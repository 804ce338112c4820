import { readReturnTarget } from "../../protocol/authorization/return-target.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import { equalIds, parseClientId, parseSessionId } from "../../values/ids.ts";
import type { Browser } from "../browser.ts";
import { verifyCsrfToken } from "../csrf-token.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";
import { findLiveSession, noteUse } from "../session/find-session.ts";
import { accountsCookieWith, findOtherSessions, makeRoom } from "../session/other-accounts.ts";
import { dispatch, type NextStep } from "./dispatch.ts";

/** The posted form of the page that lists the accounts of the browser. */
interface AccountAttempt {
  readonly query: string;
  readonly step: string | undefined;
  /** The public id of the session whose button was pressed. */
  readonly sessionId: string | undefined;
  readonly browser: Browser;
  readonly context: RequestContext;
}

/** The next step, and the cookies of the browser if another account has become the active one. */
export interface ChosenAccount {
  readonly next: NextStep;
  readonly cookies?:
    | { readonly sessionCookie: string; readonly accountsCookie: string | undefined }
    | undefined;
}

/**
 * Makes the chosen account the active one, and remembers it for the client. The browser must be signed in to the account, which the cookies
 * prove and the id does not. The button names its account, so a page that was left open does what it says, even if another account is
 * active by now. A form for another browser or request, or for an account that has signed out, chooses nothing, and the person is asked
 * again.
 */
export async function chooseAccount(ports: Ports, attempt: AccountAttempt): Promise<ChosenAccount> {
  const { query, browser, context } = attempt;
  const target = readReturnTarget(query);
  const form = { step: "choose-account", browser: browser.browserCookie, request: query } as const;
  const isShown = verifyCsrfToken(ports.sealer, attempt.step, form).ok;
  const wanted = parseSessionId(attempt.sessionId ?? "");
  const picked = isShown && wanted && (await switchTo(ports, browser, wanted, clientOf(query)));
  if (!picked)
    return {
      next: await dispatch(
        ports,
        { target, browser, choice: "choose-account", isFromForm: isShown },
        context,
      ),
    };
  const evidence = { step: "choose", sessionId: wanted } as const;
  const visit = { target, browser: { ...browser, ...picked }, evidence, isFromForm: true };
  return { next: await dispatch(ports, visit, context), cookies: picked };
}

async function switchTo(
  ports: Ports,
  browser: Browser,
  sessionId: NonNullable<ReturnType<typeof parseSessionId>>,
  clientId: ReturnType<typeof parseClientId>,
) {
  const now = ports.clock.now();
  const { sessionCookie } = browser;
  const found = await findLiveSession(ports, sessionCookie, now);
  const active = found && sessionCookie !== undefined ? { ...found, cookie: sessionCookie } : undefined;
  const others = await findOtherSessions(ports, browser, { active, now });
  const next = [active, ...others].find((held) => held !== undefined && equalIds(held.session.id, sessionId));
  if (next === undefined) return undefined;
  noteUse(ports, next, now);
  const { kept } = makeRoom({ active, others, next });
  const chosen = clientId && { clientId, sessionId };
  return { sessionCookie: next.cookie, accountsCookie: accountsCookieWith(browser, kept, chosen) };
}

/** The client that the query names, for which the choice is remembered. */
function clientOf(query: string): ReturnType<typeof parseClientId> {
  const parameters = parseParameters(query);
  return parameters.ok ? parseClientId(parameters.value.only("client_id") ?? "") : undefined;
}
