import { resourcesToFind } from "../../protocol/api/targets.ts";
import {
  encodePushedRequest,
  formatRequestUri,
  pushedRequestLifetimeSeconds,
  readPushedRequest,
  withoutParameter,
} from "../../protocol/authorization/pushed-request.ts";
import {
  type AuthorizationRefusal,
  decideAuthorizationRequest,
} from "../../protocol/authorization/request.ts";
import type { AuthenticatedClient } from "../../protocol/client/authentication.ts";
import { type Parameters, parseParameters } from "../../protocol/parameters.ts";
import { type DpopRefusalReason, decideKeyBinding } from "../../protocol/token/dpop.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { plus, type Seconds, secondsOf } from "../../values/time.ts";
import { findApis } from "../find-apis.ts";
import type { Ports } from "../ports.ts";
import { claimUses, nothingDone } from "./claim-uses.ts";
import type { ClientCallPorts, ClientEndpoint, HandleCall } from "./client-endpoint.ts";

type PushPorts = ClientCallPorts & Pick<Ports, "apis" | "codeClock" | "sealer">;

/** A readable push of a client. */
export interface PushedForm {
  /** The text to seal: all parameters but the credentials, once the client is admitted. */
  readonly form: string;
  readonly parameters: Parameters;
}

/** The answer to the client. */
export type PushedAnswer =
  /** The reference that the browser takes to the authorization endpoint, beside the client_id. */
  | { readonly kind: "pushed"; readonly requestUri: string; readonly expiresIn: Seconds }
  /** The parameters make no authorization request; the client gets the error of the authorization endpoint. */
  | { readonly kind: "declined"; readonly refusal: AuthorizationRefusal };

/**
 * Accepts an authorization request from the client itself (RFC 9126 §2), so that no browser can alter it. It is validated as it
 * will be again when the browser brings it, then handed back sealed: nothing is stored.
 */
const pushRequest: HandleCall<PushPorts, PushedForm, PushedAnswer> = async (ports, call) => {
  const { client, request, provenKey, uses } = call;
  const bound = bindToKey(request, provenKey);
  if (!bound.ok) return bound;
  const form = bound.value;
  const refusal = await problemOf(ports, form, client);
  if (refusal !== undefined) {
    const { reason } = refusal;
    ports.events.record({ kind: "authorization-refused", reason, clientId: client.id }, call.context);
    return ok({ answer: { kind: "declined", refusal }, claimed: nothingDone });
  }
  // Any stranger may push in the name of a public client, and must not be able to fill the store. Such a push could name the key
  // in dpop_jkt without any proof, so repeating the proof gains nothing.
  const claimed = await claimUses(ports, client.isPublic ? { ...uses, proof: undefined } : uses);
  if (!claimed.ok) return claimed;
  const pushed = encodePushedRequest({
    expiresAt: plus(ports.codeClock.now(), pushedRequestLifetimeSeconds),
    grantId: ports.codeClock.createGrantId(),
    clientId: client.id,
    form,
  });
  const requestUri = formatRequestUri(ports.sealer.seal("pushed-request", pushed));
  const expiresIn = secondsOf(pushedRequestLifetimeSeconds);
  return ok({ answer: { kind: "pushed", requestUri, expiresIn }, claimed: claimed.value });
};

/** The endpoint for pushed authorization requests (RFC 9126 §2). */
export const pushedRequestEndpoint: ClientEndpoint<PushPorts, PushedForm, PushedAnswer> = {
  read: ({ form, parameters, query }) =>
    query?.isSent("client_secret") ? refuse("client-secret-in-query") : ok({ form, parameters }),
  admit: ({ form, parameters }, client) => {
    const kept = readPushedRequest({ form, parameters, clientId: client.id });
    return kept.ok ? ok({ form: kept.value, parameters }) : kept;
  },
  proof: "if-sent",
  handle: pushRequest,
};

/** A proof stands for the parameter dpop_jkt, and must not contradict it (RFC 9449 §10.1). Returns the form with the key. */
function bindToKey(
  { form, parameters }: PushedForm,
  provenKey: string | undefined,
): Result<string, DpopRefusalReason> {
  if (provenKey === undefined) return ok(form);
  const announced = parameters.get("dpop_jkt");
  const bound = decideKeyBinding({ announced, proven: provenKey, isRequired: false });
  if (!bound.ok) return bound;
  if (announced !== undefined) return ok(form);
  // An empty dpop_jkt counts as absent (RFC 6749 §3.1); one that cannot be read is refused with the request.
  const isBroken = parameters.isRepeated("dpop_jkt") || parameters.isMalformed("dpop_jkt");
  const others = isBroken ? form : withoutParameter(form, "dpop_jkt");
  return ok(`${others}&dpop_jkt=${provenKey}`);
}

/** The refusal of the authorization endpoint for these parameters; undefined if it accepts them. */
async function problemOf(
  ports: Pick<Ports, "apis">,
  form: string,
  client: AuthenticatedClient,
): Promise<AuthorizationRefusal | undefined> {
  const parsed = parseParameters(form);
  if (!parsed.ok) return { errorFormat: "page", reason: parsed.reason };
  const parameters = parsed.value;
  const apis = await findApis(ports, resourcesToFind(client, parameters));
  const decided = decideAuthorizationRequest({ client, parameters, isPushed: true, apis });
  return decided.ok ? undefined : decided.reason;
}
