import { decideSession } from "../../identity/session.ts";
import { equalIds, formatSessionId } from "../../values/ids.ts";
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

/** "stale": the form was not made for this session in this browser. */
export type BrowsersOutcome = "stale" | "none" | "one" | "others";

/**
 * Signs one of the person's other browsers out, or all of them. Only the person's own sessions are looked at, so the id of anybody else's
 * ends nothing.
 */
export async function signOutBrowsers(
  ports: Ports,
  person: SessionFacts,
  form: OwnForm,
  which: { readonly all: boolean; readonly sessionId: string | undefined },
): Promise<BrowsersOutcome> {
  if (!isOwnForm(ports, "browsers", person, form)) return "stale";
  const others = await listOtherBrowsers(ports, person);
  const chosen = which.all
    ? others
    : others.filter(({ session }) => formatSessionId(session.id) === which.sessionId);
  const { browser, context } = form;
  const ended = await Promise.all(chosen.map((facts) => endSession(ports, facts, context, { browser })));
  if (!ended.includes(true)) return "none";
  return which.all ? "others" : "one";
}
