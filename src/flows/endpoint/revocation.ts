import { decideRevocation } from "../../protocol/token/revocation.ts";
import type { NamedToken } from "../../protocol/token/token-parameter.ts";
import { equalDigests } from "../../values/digest.ts";
import type { AccountId, ClientId, GrantId } from "../../values/ids.ts";
import { ok, type Result } from "../../values/result.ts";
import type { Ports } from "../ports.ts";
import type { CallRefusal, ClientCall, ClientCallPorts } from "./client-endpoint.ts";
import { findTokenFamily } from "./find-token-family.ts";
import { readTokenCall } from "./token-call.ts";

type RevocationPorts = ClientCallPorts & Pick<Ports, "grants" | "tokenFamilies" | "sealer">;

/** The browser origin that may read the answer. There is nothing else to say: what is revoked and what never was look alike. */
export interface Revoked {
  readonly readableBy: string | undefined;
}

/**
 * Takes a token back for the client that got it (RFC 7009): an access token alone, a refresh token with its family and every
 * access token of it. Resolves when that is durable; where the store is away it rejects, so that nobody believes it done.
 */
export async function revokeToken(
  ports: RevocationPorts,
  call: ClientCall,
): Promise<Result<Revoked, CallRefusal>> {
  const read = await readTokenCall(ports, call);
  if (!read.ok) return read;
  const { client, token, readableBy } = read.value;
  const found = token && (await findToken(ports, token));
  const what = decideRevocation({ client, token: found });
  if (found === undefined || what === "nothing") return ok({ readableBy });
  const now = ports.clock.now();
  const isRevoked =
    what === "grant"
      ? await ports.grants.revoke(found.id, now)
      : await ports.tokenFamilies.revoke(found.id, now);
  const { clientId, accountId } = found;
  if (isRevoked) ports.events.record({ kind: "token-revoked", what, clientId, accountId }, call.context);
  return ok({ readableBy });
}

/** Where a token leads: to a grant, or to a token family. */
interface FoundToken {
  readonly kind: NamedToken["kind"];
  readonly id: GrantId;
  readonly clientId: ClientId;
  readonly accountId: AccountId;
}

/** Also finds a refresh token that was replaced: giving it up means giving up the whole family. */
async function findToken(ports: RevocationPorts, named: NamedToken): Promise<FoundToken | undefined> {
  if (named.kind === "access-token") {
    const grant = await ports.grants.find(named.token.grantId);
    const isIt = grant !== undefined && equalDigests(named.token.digest, grant.tokenDigest);
    return isIt ? { ...grant, kind: named.kind } : undefined;
  }
  const found = await findTokenFamily(ports, named.sealed);
  return found && { ...found.family, kind: named.kind };
}
