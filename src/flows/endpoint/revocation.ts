import { decideRevocation } from "../../protocol/token/revocation.ts";
import {
  type KnownToken,
  type NamedToken,
  readTokenParameter,
} from "../../protocol/token/token-parameter.ts";
import { equalDigests } from "../../values/digest.ts";
import type { AccountId, ClientId, GrantId } from "../../values/ids.ts";
import { ok } from "../../values/result.ts";
import type { Ports } from "../ports.ts";
import { claimUses } from "./claim-uses.ts";
import type { ClientCallPorts, ClientEndpoint, HandleCall } from "./client-endpoint.ts";
import { findTokenFamily } from "./find-token-family.ts";
import { verifyNamedToken } from "./verify-access-token.ts";

type RevocationPorts = ClientCallPorts & Pick<Ports, "grants" | "tokenFamilies" | "sealer" | "signer">;

/** The same answer for a token that was revoked and for one that never existed. */
type Revoke = HandleCall<RevocationPorts, NamedToken | undefined, "done">;

/**
 * Revokes a token for the client that got it (RFC 7009): an access token alone, a refresh token with its family and all their access
 * tokens. Resolves when that is durable, and rejects if the store is away, so that the client does not believe it done.
 */
const revokeToken: Revoke = async (ports, { client, request: token, uses, context }) => {
  const claimed = await claimUses(ports, uses);
  if (!claimed.ok) return claimed;
  const done = ok({ answer: "done", claimed: claimed.value } as const);
  const known = token && (await verifyNamedToken(ports, token));
  const found = known && (await findToken(ports, known));
  const what = decideRevocation({ client, token: found });
  if (found === undefined || what === "nothing") return done;
  const now = ports.clock.now();
  const isRevoked =
    what === "grant"
      ? await ports.grants.revoke(found.id, now)
      : await ports.tokenFamilies.revoke(found.id, now);
  const { clientId, accountId } = found;
  const whose = { clientId, ...(accountId !== undefined && { accountId }) };
  if (isRevoked) ports.events.record({ kind: "token-revoked", what, ...whose }, context);
  return done;
};

/** The revocation endpoint (RFC 7009 §2). */
export const revocationEndpoint: ClientEndpoint<RevocationPorts, NamedToken | undefined, "done"> = {
  read: readTokenParameter,
  proof: "unused",
  handle: revokeToken,
};

/** Where a token leads: to a grant, or to a token family. */
interface FoundToken {
  readonly kind: KnownToken["kind"];
  readonly id: GrantId;
  readonly clientId: ClientId;
  /** Absent for the token of a client that asked for itself. */
  readonly accountId?: AccountId | undefined;
}

/** Also finds a refresh token that was replaced: giving it up means giving up the whole family. */
async function findToken(ports: RevocationPorts, named: KnownToken): Promise<FoundToken | undefined> {
  if (named.kind === "access-token") {
    const grant = await ports.grants.find(named.token.grantId);
    const isIt = grant !== undefined && equalDigests(named.token.digest, grant.tokenDigest);
    return isIt ? { ...grant, kind: named.kind } : undefined;
  }
  const found = await findTokenFamily(ports, named.text);
  return found && { ...found.family, kind: named.kind };
}
