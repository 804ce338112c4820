import {
  type AuthorizationRefusal,
  type AuthorizationRequest,
  decideAuthorizationRequest,
  findRepeated,
  readAuthorizationClient,
  refuseAuthorization,
} from "../protocol/authorization-request.ts";
import { isSelfRegistered } from "../protocol/client.ts";
import { parseParameters } from "../protocol/parameters.ts";
import type { PushedRequest } from "../protocol/pushed-request.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { type Instant, instantOf } from "../values/time.ts";
import { findLiveSession } from "./find-session.ts";
import { openPushedRequest } from "./open-pushed-request.ts";
import type { Ports } from "./ports.ts";

type ReadPorts = Pick<Ports, "settings" | "clock" | "clients" | "sessions" | "sealer">;

/** When whatever comes back with a form of ours arrived: a form is shown only for a request that was in time. */
export const inTime = instantOf(0);

/** An authorization request as a browser brings it. */
export interface BroughtRequest {
  /** The query of the authorization URL, exactly as sent. */
  readonly query: string;
  readonly sessionCookie: string | undefined;
  /** A pushed request must not have expired by then: now, or `inTime` for what a form of ours brings back. */
  readonly arrivedAt: Instant;
}

/** A request that may go on, and where it was pushed what must be used up with it. */
export interface ReadRequest {
  readonly request: AuthorizationRequest;
  readonly pushed: PushedRequest | undefined;
}

/** Validates an authorization request against the client as it is registered now; a pushed one is read in its place. */
export async function readRequest(
  ports: ReadPorts,
  brought: BroughtRequest,
): Promise<Result<ReadRequest, AuthorizationRefusal>> {
  const read = await readAnybodys(ports, brought);
  return read.ok ? read : refuse(await holdBack(ports, read.reason, brought.sessionCookie));
}

/** The person says no, by the link that pages have where it cannot be the redirect URI itself. */
export async function cancelRequest(
  ports: ReadPorts,
  brought: BroughtRequest,
): Promise<AuthorizationRefusal> {
  const read = await readRequest(ports, brought);
  if (!read.ok) return read.reason;
  return holdBack(ports, refuseAuthorization(read.value.request, "access-denied"), brought.sessionCookie);
}

/** What is wrong with the request, whoever gets to hear it. */
export function problemOf(refusal: AuthorizationRefusal): AuthorizationRefusal["reason"] {
  return (refusal.surface === "page" ? refusal.withheld : undefined) ?? refusal.reason;
}

/**
 * RFC 9700 §4.11.2: a client that registered itself could use us to send strangers anywhere, with a request that is wrong on
 * purpose. So until somebody is signed in, what it would hear stays on our page.
 */
async function holdBack(
  ports: ReadPorts,
  refusal: AuthorizationRefusal,
  sessionCookie: string | undefined,
): Promise<AuthorizationRefusal> {
  if (refusal.surface === "page" || !isSelfRegistered(refusal.client)) return refusal;
  const facts = await findLiveSession(ports, sessionCookie, ports.clock.now());
  if (facts !== undefined) return refusal;
  const { reason: withheld, client } = refusal;
  return { surface: "page", reason: "error-held-back", withheld, client };
}

async function readAnybodys(
  ports: Pick<Ports, "clients" | "sealer">,
  { query, arrivedAt }: BroughtRequest,
): Promise<Result<ReadRequest, AuthorizationRefusal>> {
  const sent = parseParameters(query);
  if (!sent.ok) return refuse({ surface: "page", reason: sent.reason });
  const pushed = openPushedRequest(ports, sent.value, arrivedAt);
  if (pushed !== undefined && !pushed.ok) return refuse({ surface: "page", reason: pushed.reason });
  const outside = pushed === undefined ? undefined : findRepeated(sent.value);
  if (outside !== undefined)
    return refuse({ surface: "page", reason: "parameter-repeated", parameter: outside });
  const parameters = pushed === undefined ? sent : parseParameters(pushed.value.form);
  if (!parameters.ok) return refuse({ surface: "page", reason: parameters.reason });
  const named = readAuthorizationClient(parameters.value);
  if (!named.ok) return named;
  const client = await ports.clients.find(named.value.clientId);
  const decided = decideAuthorizationRequest({
    client,
    named: named.value,
    parameters: parameters.value,
    isPushed: pushed !== undefined,
  });
  if (!decided.ok) return decided;
  // Beside a pushed request nothing in the URL counts, but a secret there is exposed all the same.
  if (sent.value.isSent("client_secret"))
    return refuse(refuseAuthorization(decided.value, "client-secret-in-query"));
  return ok({ request: decided.value, pushed: pushed?.value });
}
