import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import { administrationApi } from "../../protocol/api/administration.ts";
import type { AccessToken } from "../../protocol/token/access-token.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant, Seconds } from "../../values/time.ts";
import { plus } from "../../values/time.ts";
import type { Auditor } from "../audit.ts";
import type { AuditTrail } from "../audit-ports.ts";
import { type CreateApiGrantPorts, createApiGrant } from "../endpoint/create-api-grant.ts";
import type { Ports } from "../ports.ts";
import { findTokenClient } from "./own-clients.ts";

/** The ports of making tokens for operators. */
export type TokenPorts = CreateApiGrantPorts &
  Pick<Ports, "clients"> & { readonly audit: Auditor; readonly auditTrail: AuditTrail };

/** How long such a token may live: it is a secret in somebody's shell. */
export const operatorTokenLifetimes = { least: 60, most: 86_400 };

/** A token for the admin API, and when it ends. */
export interface OperatorToken {
  readonly token: AccessToken;
  readonly expiresAt: Instant;
}

/** Issues a token for the admin API to the operator of this installation: one durable write. The command line needs no other proof. */
export async function createOperatorToken(
  ports: TokenPorts,
  { scopes, lifetime }: { readonly scopes: readonly AdminScope[]; readonly lifetime: Seconds },
): Promise<Result<OperatorToken, "client-disabled">> {
  const client = await findTokenClient(ports);
  if (client.isDisabled) return refuse("client-disabled");
  // Audited first: the token is on no disk, so nothing could tell of it later.
  const details = { scope: scopes.join(" "), lifetime };
  const entry = ports.audit.entry("admin-token-created", { kind: "client", id: client.id }, details);
  await ports.auditTrail.append([entry]);
  const expiresAt = plus(ports.clock.now(), lifetime);
  const issued = await createApiGrant(
    ports,
    { client, uses: {} },
    {
      api: administrationApi(ports.settings.issuer),
      scope: scopes,
      lifetime,
      subject: client.id,
      dpopThumbprint: undefined,
    },
  );
  if (!issued.ok) throw new Error("A token without a proof or an assertion was refused.");
  return ok({ token: issued.value.answer.accessToken, expiresAt });
}
