import type { AuthorizationRefusal } from "../../protocol/authorization/request.ts";
import { exposesSecretOf, secretInPlaceOfId } from "../../protocol/client/authentication.ts";
import type { Client } from "../../protocol/client/client.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import { readScope } from "../../protocol/scope.ts";
import type { Result } from "../../values/result.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";
import type { ReadRequest } from "./read-request.ts";

type MistakePorts = Pick<Ports, "clients" | "clock" | "events">;

/**
 * Records mistakes of a client for the operator: its secret in a URL, or a request for the scope openid, which is ignored because the
 * client is not registered for it.
 */
export async function recordMistakes(
  ports: MistakePorts,
  query: string,
  read: Result<ReadRequest, AuthorizationRefusal>,
  context: RequestContext,
): Promise<void> {
  if (!read.ok) {
    const exposed = await findExposed(ports, query, read.reason);
    if (exposed !== undefined) await recordExposure(ports, exposed, context);
    return;
  }
  const { request, pushed } = read.value;
  if (asksForOpenidInVain(request.client, pushed?.form ?? query))
    ports.events.record({ kind: "openid-not-registered", clientId: request.client.id }, context);
}

/** The client whose real secret stands in the URL: as client_secret, or in the place of the client_id. */
async function findExposed(
  ports: Pick<Ports, "clients">,
  query: string,
  refusal: AuthorizationRefusal,
): Promise<Client | undefined> {
  const { reason, client } = refusal;
  if (reason === "client-unknown" && refusal.errorFormat === "page") {
    const digest = secretInPlaceOfId(refusal.received);
    return digest && ports.clients.findBySecret(digest);
  }
  if (reason !== "client-secret-in-query" || client === undefined) return undefined;
  const parameters = parseParameters(query);
  return parameters.ok && exposesSecretOf(client, parameters.value) ? client : undefined;
}

/** Writes only where no exposure is recorded yet, and a stranger's URL has no real secret: it stores nothing. */
async function recordExposure(ports: MistakePorts, client: Client, context: RequestContext): Promise<void> {
  await ports.clients.recordExposedSecret(client.id, ports.clock.now());
  ports.events.record(
    { kind: "client-secret-exposed", clientId: client.id, where: "authorization-query" },
    context,
  );
}

function asksForOpenidInVain({ metadata }: Client, query: string): boolean {
  if (metadata.isOpenid || !query.includes("openid")) return false;
  const parameters = parseParameters(query);
  return parameters.ok && readScope(parameters.value.get("scope") ?? "").includes("openid");
}
