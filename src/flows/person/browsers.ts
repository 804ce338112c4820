import type { Account } from "../../identity/account.ts";
import { decideSession } from "../../identity/session.ts";
import type { TrustedBrowser } from "../../identity/trusted-browser.ts";
import { fromBase64Url } from "../../values/base64url.ts";
import { equalIds, formatSessionId, trustedBrowserIdOf } from "../../values/ids.ts";
import { type AuditTarget, personAuditor } from "../audit.ts";
import type { RequestContext } from "../events.ts";
import type { Ports, SessionFacts } from "../ports.ts";
import { endSession } from "../session/end-session.ts";
import { isOwnForm, type OwnForm } from "./account.ts";

/** The live sessions of the person's other browsers, the one that was used last first. */
export async function listOtherBrowsers(
  ports: Pick<Ports, "sessions" | "clock" | "settings">,
  person: SessionFacts,
): Promise<readonly SessionFacts[]> {
  const now = ports.clock.now();
  const idleLimit = ports.settings.sessionIdle;
  return (await ports.sessions.list(person.account.id)).filter(
    (facts) =>
      !equalIds(facts.session.id, person.session.id) && decideSession({ facts, now, idleLimit }) === "live",
  );
}

/** The browsers that are not asked for a code. Those that were trusted under an earlier password are left out. */
export async function listTrustedBrowsers(
  ports: Pick<Ports, "trustedBrowsers" | "clock">,
  account: Account,
): Promise<readonly TrustedBrowser[]> {
  const now = ports.clock.now();
  const trusted = await ports.trustedBrowsers.list(account.id);
  return trusted.filter(({ accountEpoch, expiresAt }) => accountEpoch === account.epoch && now < expiresAt);
}

/** Ends the trust in the browser with this id, as the form sends it. False if there was none. */
export async function distrustBrowser(
  ports: Pick<Ports, "trustedBrowsers" | "clock">,
  account: Account,
  text: string,
  context: RequestContext,
): Promise<boolean> {
  const id = fromBase64Url(text);
  if (id?.length !== 16) return false;
  const audit = [
    personAuditor(ports, account.id, context).entry("trusted-browser-removed", targetOf(account)),
  ];
  return ports.trustedBrowsers.revoke(account.id, trustedBrowserIdOf(id), { audit });
}

/** "stale": the form was not made for this session in this browser. */
type BrowsersOutcome = "stale" | "none" | "one" | "others" | "distrusted";

/**
 * Signs one of the person's other browsers out, or all of them, or ends the trust in one. Only the person's own sessions are looked at, so the id of anybody else's
 * ends nothing.
 */
export async function signOutBrowsers(
  ports: Ports,
  person: SessionFacts,
  form: OwnForm,
  which: {
    readonly all: boolean;
    readonly sessionId: string | undefined;
    /** The id of a trusted browser, which is asked for a code again. */
    readonly trustedId: string | undefined;
  },
): Promise<BrowsersOutcome> {
  if (!isOwnForm(ports, "browsers", person, form)) return "stale";
  if (which.trustedId !== undefined)
    return (await distrustBrowser(ports, person.account, which.trustedId, form.context))
      ? "distrusted"
      : "none";
  const others = await listOtherBrowsers(ports, person);
  const chosen = which.all
    ? others
    : others.filter(({ session }) => formatSessionId(session.id) === which.sessionId);
  const { browser, context } = form;
  const ended = await Promise.all(chosen.map((facts) => endSession(ports, facts, context, { browser })));
  if (!ended.includes(true)) return "none";
  return which.all ? "others" : "one";
}

function targetOf({ id }: Account): AuditTarget {
  return { kind: "user", id };
}
