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
import { isVoid } from "../../protocol/client/client.ts";
import { looksLikeDocumentId } from "../../protocol/client/document-policy.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import { isPending } from "../../values/eventual.ts";
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

/**
 * Validates an authorization request, or the pushed request that it names, against the client as it is registered now. Only the
 * dispatcher may tell the client of a refusal.
 */
export async function readRequest(
  ports: ReadPorts,
  brought: BroughtRequest,
): Promise<Result<ReadRequest, AuthorizationRefusal | SignInFirst>> {
  const { query, arrivedAt } = brought;
  const sent = parseParameters(query);
  if (!sent.ok) return refuse({ errorFormat: "page", reason: sent.reason });
  const pushed = openPushedRequest(ports, sent.value, arrivedAt);
  if (pushed !== undefined && !pushed.ok) return refuse({ errorFormat: "page", reason: pushed.reason });
  const outside = pushed === undefined ? undefined : findRepeated(sent.value);
  if (outside !== undefined)
    return refuse({ errorFormat: "page", reason: "parameter-repeated", parameter: outside });
  const parameters = pushed === undefined ? sent : parseParameters(pushed.value.form);
  if (!parameters.ok) return refuse({ errorFormat: "page", reason: parameters.reason });
  const named = parameters.value.get("client_id") ?? "";
  const described = looksLikeDocumentId(named)
    ? await findDescribedClient(ports, named, parameters.value, brought)
    : undefined;
  if (described !== undefined && !described.ok) return described;
  const clientId = parseClientId(named);
  const finding = clientId && ports.clients.find(clientId);
  const stored = isPending(finding) ? await finding : finding;
  const client =
    described?.value ??
    (stored && pushed?.value.isTrial ? admitTrial(stored, ports.settings.issuer) : stored);
  if (
    pushed !== undefined &&
    client !== undefined &&
    isVoid(client, ports.codeClock.madeAt(pushed.value.grantId))
  )
    return refuse({ errorFormat: "page", reason: "pushed-request-expired", client });
  const resources = client === undefined ? [] : resourcesToFind(client, parameters.value);
  const apis = findApis(ports, resources);
  const decided = decideAuthorizationRequest({
    client,
    parameters: parameters.value,
    isPushed: pushed !== undefined,
    apis: isPending(apis) ? await apis : apis,
  });
  if (!decided.ok) return decided;
  // Beside a pushed request no parameter of the URL counts, but a secret there is still exposed.
  if (sent.value.isSent("client_secret"))
    return refuse(refuseAuthorization(decided.value, "client-secret-in-query"));
  return ok({ request: decided.value, pushed: pushed?.value });
}
