import type { ClientId } from "../../values/ids.ts";
import type { RequestContext } from "../events.ts";
import type { Ports, SessionFacts } from "../ports.ts";
import { notifyLogout } from "./notify-logout.ts";

type SignOutPorts = Parameters<typeof notifyLogout>[0] & Pick<Ports, "sessions">;

/**
 * Ends a session because its person wants to leave, directly or through the client `by`, and tells the clients that want to
 * hear of it. Of any number of calls one ends it and tells.
 */
export async function endSession(
  ports: SignOutPorts,
  facts: SessionFacts,
  context: RequestContext,
  by: { readonly clientId?: ClientId } = {},
): Promise<void> {
  const ended = await ports.sessions.end(facts.session.id);
  if (ended === undefined) return;
  ports.events.record({ kind: "signed-out", accountId: facts.account.id, ...by }, context);
  try {
    await notifyLogout(ports, { ...facts, ...ended }, context);
  } catch (cause) {
    // The session has ended, as the person asked: a failure afterwards is for the operator to know.
    ports.events.record({ kind: "unexpected-failure", cause }, context);
  }
}
