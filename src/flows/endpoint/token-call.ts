import { type NamedToken, readTokenParameter } from "../../protocol/token/token-parameter.ts";
import { ok, type Result } from "../../values/result.ts";
import { claimUses } from "./claim-uses.ts";
import {
  authenticateCaller,
  type Caller,
  type CallRefusal,
  type ClientCall,
  type ClientCallPorts,
  readCall,
  refusedCall,
  refusedCaller,
} from "./client-endpoint.ts";

/** A client that has proved who it is, and the token that it speaks of. */
export interface TokenCall extends Caller {
  /** Undefined for text that never was a token of the service. */
  readonly token: NamedToken | undefined;
  readonly readableBy: string | undefined;
}

/** Reads a request about one token: introspection and revocation begin alike (RFC 7662 §2.1, RFC 7009 §2.1). */
export async function readTokenCall(
  ports: ClientCallPorts,
  call: ClientCall,
): Promise<Result<TokenCall, CallRefusal>> {
  const read = await readCall(ports, call);
  if (!read.ok) return refusedCall(ports, call, read.reason);
  const { readableBy } = read.value;
  const token = readTokenParameter(read.value);
  if (!token.ok) return refusedCall(ports, call, { reason: token.reason, usedBasic: false, readableBy });
  const caller = await authenticateCaller(ports, call, read.value);
  if (!caller.ok) return refusedCall(ports, call, caller.reason);
  const { client, usedBasic, assertionUse } = caller.value;
  const claimed = await claimUses(ports, { assertion: assertionUse });
  if (!claimed.ok)
    return refusedCaller(ports, call, { reason: claimed.reason, usedBasic, readableBy }, client);
  return ok({ client, usedBasic, token: token.value, readableBy });
}
