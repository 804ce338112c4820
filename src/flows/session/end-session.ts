import type { ClientId } from "../../values/ids.ts";
import { type ActingBrowser, activityEntry } from "../activity.ts";
import { type RequestContext, recordFailure } from "../events.ts";
import type { EndedSession, Ports, SessionFacts } from "../ports.ts";
import { notifyLogout } from "./notify-logout.ts";

type EndingPorts = Pick<Ports, "sessions" | "events" | "random" | "clock"> &
  Parameters<typeof notifyLogout>[0];

/** Who ends the session: the person in a browser, or the client whose server asked for it. */
export interface EndedBy {
  readonly browser: ActingBrowser;
  readonly clientId?: ClientId;
}

/**
 * Ends a session at the wish of its person, directly or through a client, and tells the clients that registered for it. Of any number
 * of calls one ends the session and tells the clients; that call returns true.
 */
export async function endSession(
  ports: EndingPorts,
  facts: SessionFacts,
  context: RequestContext,
  { browser, clientId }: EndedBy,
): Promise<boolean> {
  const accountId = facts.account.id;
  const entry = activityEntry(ports, { accountId, kind: "session-ended", browser, clientId });
  const ended = await ports.sessions.end(facts.session.id, { activity: [entry] });
  if (ended === undefined) return false;
  await tellOfEnd(ports, { ...facts, ...ended }, context, clientId);
  return true;
}

/** Records that a session has ended, and tells the clients that registered for it. Never rejects. */
export async function tellOfEnd(
  ports: EndingPorts,
  ended: SessionFacts & EndedSession,
  context: RequestContext,
  clientId?: ClientId,
): Promise<void> {
  const accountId = ended.account.id;
  ports.events.record(
    { kind: "signed-out", accountId, ...(clientId !== undefined && { clientId }) },
    context,
  );
  try {
    await notifyLogout(ports, ended, context);
  } catch (cause) {
    // The session has ended, so a later failure concerns the operator only.
    recordFailure(ports.events, cause, context);
  }
}
