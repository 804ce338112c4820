import { resourcesToFind } from "../../protocol/api/targets.ts";
import type { PushedRequest } from "../../protocol/authorization/pushed-request.ts";
import {
  type AuthorizationRefusal,
  type AuthorizationRequest,
  decideAuthorizationRequest,
  findRepeated,
  refuseAuthorization,
  type SignInFirst,
} from "../../protocol/authorization/request.ts";
import { admitTrial } from "../../protocol/authorization/trial.ts";
import { type Client, isVoid } from "../../protocol/client/client.ts";
import { looksLikeDocumentId } from "../../protocol/client/document-policy.ts";
import { type Parameters, parseParameters } from "../../protocol/parameters.ts";
import { type Eventual, whenThere } from "../../values/eventual.ts";
import { parseClientId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import type { RequestContext } from "../events.ts";
import { findApis } from "../find-apis.ts";
import type { Ports } from "../ports.ts";
import { type FindClientPorts, findDescribedClient } from "./find-described-client.ts";
import { openPushedRequest } from "./open-pushed-request.ts";

export type ReadPorts = Pick<Ports, "apis" | "codeClock" | "sealer"> & FindClientPorts;

/** The arrival of a request that a form brings back. A form is shown only for a request that was in time. */
export const inTime = instantOf(0);

/** An authorization request as a browser brings it. */
interface BroughtRequest {
  /** The query of the authorization URL, exactly as sent. */
  readonly query: string;
  /** The time by which a pushed request must not have expired: now by the code clock, or `inTime` for one that a form brings back. */
  readonly arrivedAt: Instant;
  /** The session cookie of the browser that brings the request. Absent, like the context, if nobody needs to be signed in. */
  readonly sessionCookie?: string | undefined;
  readonly context?: RequestContext;
}

/** A valid request and, if it was pushed, the use that its code must claim. */
export interface ReadRequest {
  readonly request: AuthorizationRequest;
  readonly pushed: PushedRequest | undefined;
}

type RequestRefusal = AuthorizationRefusal | SignInFirst;

/**
 * Validates an authorization request, or the pushed request that it names, against the client as it is registered now. Only the
 * dispatcher may tell the client of a refusal.
 */
export function readRequest(
  ports: ReadPorts,
  brought: BroughtRequest,
): Eventual<Result<ReadRequest, RequestRefusal>> {
  const { query, arrivedAt } = brought;
  const sent = parseParameters(query);
  if (!sent.ok) return refuse({ errorFormat: "page", reason: sent.reason });
  const opened = openPushedRequest(ports, sent.value, arrivedAt);
  if (opened !== undefined && !opened.ok) return refuse({ errorFormat: "page", reason: opened.reason });
  const pushed = opened?.value;
  const outside = pushed === undefined ? undefined : findRepeated(sent.value);
  if (outside !== undefined)
    return refuse({ errorFormat: "page", reason: "parameter-repeated", parameter: outside });
  const parameters = pushed === undefined ? sent : parseParameters(pushed.form);
  if (!parameters.ok) return refuse({ errorFormat: "page", reason: parameters.reason });
  const asked = { sent: sent.value, pushed, parameters: parameters.value };
  return whenThere(findClient(ports, asked, brought), (found) =>
    found.ok ? decideRequest(ports, asked, found.value) : found,
  );
}

/** What a browser asks for. `parameters` are those that count: the pushed ones, or the sent ones if nothing was pushed. */
interface AskedRequest {
  readonly sent: Parameters;
  readonly pushed: PushedRequest | undefined;
  readonly parameters: Parameters;
}

function findClient(
  ports: ReadPorts,
  { pushed, parameters }: AskedRequest,
  brought: BroughtRequest,
): Eventual<Result<Client | undefined, RequestRefusal>> {
  const named = parameters.get("client_id") ?? "";
  if (looksLikeDocumentId(named)) return findDescribedClient(ports, named, parameters, brought);
  const clientId = parseClientId(named);
  return whenThere(clientId && ports.clients.find(clientId), (stored) =>
    ok(stored && pushed?.isTrial ? admitTrial(stored, ports.settings.issuer) : stored),
  );
}

function decideRequest(
  ports: ReadPorts,
  { sent, pushed, parameters }: AskedRequest,
  client: Client | undefined,
): Eventual<Result<ReadRequest, AuthorizationRefusal>> {
  if (pushed !== undefined && client !== undefined && isVoid(client, ports.codeClock.madeAt(pushed.grantId)))
    return refuse({ errorFormat: "page", reason: "pushed-request-expired", client });
  const resources = client === undefined ? [] : resourcesToFind(client, parameters);
  return whenThere(findApis(ports, resources), (apis) => {
    const isPushed = pushed !== undefined;
    const decided = decideAuthorizationRequest({ client, parameters, isPushed, apis });
    if (!decided.ok) return decided;
    // Beside a pushed request no parameter of the URL counts, but a secret there is still exposed.
    if (sent.isSent("client_secret"))
      return refuse(refuseAuthorization(decided.value, "client-secret-in-query"));
    return ok({ request: decided.value, pushed });
  });
}
