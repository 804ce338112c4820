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
import { registersForMore } from "../../protocol/client/client.ts";
import type { SingleUse } from "../../protocol/jwt.ts";
import { type Parameters, parseParameters } from "../../protocol/parameters.ts";
import { type DpopRefusalReason, decideKeyBinding } from "../../protocol/token/dpop.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { plus, type Seconds, secondsOf } from "../../values/time.ts";
import type { Ports } from "../ports.ts";
import { claimUses } from "./claim-uses.ts";
import {
  authenticateCaller,
  type Caller,
  type CallRefusal,
  type ClientCall,
  type ClientCallPorts,
  countedRefusal,
  type ReadCall,
  readCall,
  refusedCall,
} from "./client-endpoint.ts";
import { proveKey } from "./dpop.ts";

type PushPorts = ClientCallPorts & Pick<Ports, "codeClock" | "sealer">;

/** What the client sends the browser to the authorization endpoint with, beside its client_id. */
export interface PushedAnswer {
  readonly requestUri: string;
  readonly expiresIn: Seconds;
  readonly readableBy: string | undefined;
}

/** Why nothing is taken in. */
export type PushRefusal =
  | { readonly kind: "call"; readonly refusal: CallRefusal }
  /** The parameters make no authorization request; the client hears what it, or its user, would hear of them in a URL. */
  | {
      readonly kind: "request";
      readonly refusal: AuthorizationRefusal;
      readonly readableBy: string | undefined;
    };

/**
 * Takes in an authorization request from the client itself (RFC 9126 §2), so that no browser can alter it. It is validated as
 * it will be again when the browser brings it, then handed back sealed: nothing is stored.
 */
export async function pushRequest(
  ports: PushPorts,
  call: ClientCall,
): Promise<Result<PushedAnswer, PushRefusal>> {
  const read = await readCall(ports, call);
  if (!read.ok) return refusedPush(ports, call, read.reason);
  const { query, readableBy } = read.value;
  if (query?.isSent("client_secret")) {
    const reason = "client-secret-in-query";
    return refusedPush(ports, call, { reason, usedBasic: false, readableBy });
  }
  const caller = await authenticateCaller(ports, call, read.value);
  if (!caller.ok) return refusedPush(ports, call, caller.reason);
  const { client, usedBasic, assertionUse } = caller.value;
  const kept = await formToKeep(ports, call, caller.value, read.value);
  if (!kept.ok) return refusedPush(ports, call, kept.reason, client);
  const { form, proofUse } = kept.value;

  const problem = problemOf(form, client);
  if (problem !== undefined) {
    ports.events.record(
      { kind: "authorization-refused", reason: problem.reason, clientId: client.id },
      call.context,
    );
    return refuse({ kind: "request", refusal: problem, readableBy });
  }
  // Any stranger may push in the name of a public client, and must store nothing by it. Without a proof dpop_jkt says the
  // same.
  const claimed = await claimUses(ports, {
    assertion: assertionUse,
    proof: client.isPublic ? undefined : proofUse,
  });
  if (!claimed.ok) return refusedPush(ports, call, { reason: claimed.reason, usedBasic, readableBy }, client);
  const sealed = ports.sealer.seal(
    "pushed-request",
    encodePushedRequest({
      expiresAt: plus(ports.codeClock.now(), pushedRequestLifetimeSeconds),
      grantId: ports.codeClock.createGrantId(),
      clientId: client.id,
      form,
    }),
  );
  return ok({
    requestUri: formatRequestUri(sealed),
    expiresIn: secondsOf(pushedRequestLifetimeSeconds),
    readableBy,
  });
}

/** What is sealed, and the use of the proof that came with it. */
interface KeptForm {
  readonly form: string;
  readonly proofUse: SingleUse | undefined;
}

/** The parameters without credentials, and with the key that a DPoP proof proved (RFC 9449 §10.1). */
async function formToKeep(
  ports: PushPorts,
  call: ClientCall,
  { client, usedBasic }: Caller,
  { parameters, readableBy }: ReadCall,
): Promise<Result<KeptForm, CallRefusal>> {
  const form = readPushedRequest({ form: call.form, parameters, clientId: client.id });
  if (!form.ok) return refuse({ reason: form.reason, usedBasic, readableBy });
  const proven = await keyToAdd(ports, call, client, parameters);
  if (!proven.ok) return refuse({ reason: proven.reason, usedBasic, readableBy });
  const { key, use } = proven.value;
  if (key === undefined) return ok({ form: form.value, proofUse: use });
  // An empty one counts as none (RFC 6749 §3.1); any other that cannot be read is refused with the request.
  const isBroken = parameters.isRepeated("dpop_jkt") || parameters.isMalformed("dpop_jkt");
  const others = isBroken ? form.value : withoutParameter(form.value, "dpop_jkt");
  return ok({ form: `${others}&dpop_jkt=${key}`, proofUse: use });
}

/**
 * A proof stands for the parameter dpop_jkt, and must not contradict it. The key is undefined where none needs to be added.
 */
async function keyToAdd(
  ports: PushPorts,
  { dpop, url }: ClientCall,
  client: AuthenticatedClient,
  parameters: Parameters,
): Promise<
  Result<{ readonly key: string | undefined; readonly use: SingleUse | undefined }, DpopRefusalReason>
> {
  // Clients of the interface know nothing of DPoP, so that a stray header changes nothing.
  if (!registersForMore(client) || dpop === undefined) return ok({ key: undefined, use: undefined });
  const proven = await proveKey(ports, { proof: dpop, method: "POST", url });
  if (!proven.ok) return proven;
  const announced = parameters.get("dpop_jkt");
  const { thumbprint, use } = proven.value;
  const bound = decideKeyBinding({ announced, proven: thumbprint, isRequired: false });
  if (!bound.ok) return bound;
  return ok({ key: announced === undefined ? bound.value : undefined, use });
}

/** Why the authorization endpoint would refuse these parameters; undefined where it would not. */
function problemOf(form: string, client: AuthenticatedClient): AuthorizationRefusal | undefined {
  const parsed = parseParameters(form);
  if (!parsed.ok) return { errorFormat: "page", reason: parsed.reason };
  const parameters = parsed.value;
  const decided = decideAuthorizationRequest({ client, parameters, isPushed: true });
  return decided.ok ? undefined : decided.reason;
}

async function refusedPush(
  ports: PushPorts,
  call: ClientCall,
  refusal: CallRefusal,
  client?: AuthenticatedClient,
): Promise<Result<never, PushRefusal>> {
  const said = client === undefined ? refusal : await countedRefusal(ports, call, refusal, client);
  await refusedCall(ports, call, said, client);
  return refuse({ kind: "call", refusal: said });
}
