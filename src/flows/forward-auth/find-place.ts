import type { Account } from "../../identity/account.ts";
import type { Client } from "../../protocol/client/client.ts";
import { returnTarget } from "../../protocol/forward-auth/forwarded-request.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import { type RequestId, requestIdOf } from "../../values/ids.ts";
import type { Ports } from "../ports.ts";
import { findLiveSession } from "../session/find-session.ts";

/** A place at a protected host, as the address of a page names it. */
export interface ProtectedPlace {
  readonly client: Client;
  readonly origin: string;
  /** A path on that host. */
  readonly to: string;
  /** The id of the request that was refused there. Anybody can write it into a link, so it is only ever shown. */
  readonly reference: RequestId | undefined;
}

const referenceShape = /^[A-Za-z0-9_-]{1,32}$/;

/** Finds the place that a page is about; undefined if no application has the host, so that no page links to a stranger's. */
export async function findPlace(
  ports: Pick<Ports, "clients">,
  query: string,
): Promise<ProtectedPlace | undefined> {
  const parameters = parseParameters(query);
  const origin = parameters.ok ? parameters.value.get("origin") : undefined;
  const client = origin === undefined ? undefined : await ports.clients.findByOrigin(origin);
  if (!parameters.ok || origin === undefined || client === undefined) return undefined;
  const reference = parameters.value.get("reference");
  return {
    client,
    origin,
    to: returnTarget(parameters.value.get("to")),
    reference: reference !== undefined && referenceShape.test(reference) ? requestIdOf(reference) : undefined,
  };
}

/** The person who is signed in in this browser; undefined if nobody is. */
export async function findPersonHere(
  ports: Pick<Ports, "sessions" | "settings" | "clock">,
  sessionCookie: string | undefined,
): Promise<Account | undefined> {
  return (await findLiveSession(ports, sessionCookie, ports.clock.now()))?.account;
}
