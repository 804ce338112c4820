import type { Api } from "../../protocol/api/api.ts";
import { parseResource } from "../../protocol/api/resource.ts";
import { readTargets, resourcesToFind } from "../../protocol/api/targets.ts";
import type {
  AuthorizationRefusal,
  AuthorizationRequest,
  SignInFirst,
} from "../../protocol/authorization/request.ts";
import { exposesSecretOf, secretInPlaceOfId } from "../../protocol/client/authentication.ts";
import { type Client, isSelfRegistered, registersForMore } from "../../protocol/client/client.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import { readScope, unknownScope } from "../../protocol/scope.ts";
import type { Result } from "../../values/result.ts";
import type { RequestContext } from "../events.ts";
import { findApis } from "../find-apis.ts";
import type { Ports } from "../ports.ts";
import { shellQuoted } from "./explain-refusal.ts";
import type { ReadRequest } from "./read-request.ts";

type MistakePorts = Pick<Ports, "apis" | "clients" | "clock" | "events">;

/**
 * Records mistakes of a client for the operator: its secret in a URL, a request for the scope openid, which is ignored because the
 * client is not registered for it, scope values that no targeted API has, and resources that it may not ask for. Undefined if there is
 * nothing to look up, as in nearly every request.
 */
export function recordMistakes(
  ports: MistakePorts,
  query: string,
  read: Result<ReadRequest, AuthorizationRefusal | SignInFirst>,
  context: RequestContext,
): Promise<void> | undefined {
  if (!read.ok)
    // Nothing is known of the client yet if it needs a sign-in first.
    return read.reason.errorFormat === "sign-in"
      ? undefined
      : recordRefused(ports, query, read.reason, context);
  const { request, pushed } = read.value;
  const { client } = request;
  const sent = pushed?.form ?? query;
  if (asksForOpenidInVain(client, sent))
    ports.events.record({ kind: "openid-not-registered", clientId: client.id }, context);
  if (request.unknownScope.length > 0) recordUnknownScope(ports, request, request.unknownScope, context);
  const missesResource = !registersForMore(client) && sent.includes("resource=");
  return missesResource ? recordMissedResource(ports, client, sent, context) : undefined;
}

async function recordRefused(
  ports: MistakePorts,
  query: string,
  refusal: AuthorizationRefusal,
  context: RequestContext,
): Promise<void> {
  const exposed = await findExposed(ports, query, refusal);
  if (exposed !== undefined) await recordExposure(ports, exposed, context);
  await recordRefusedTarget(ports, query, refusal, context);
}

/** How much of a request goes into the log. */
const shownMax = 200;

/** Without quotation marks, backslashes and control characters. */
const plain = /^[\x20\x21\x23-\x26\x28-\x5b\x5d-\x7e]*$/;

/**
 * What a stranger sent, as one word of a command that an operator pastes out of the log; a placeholder if that is not safe. A log line
 * is JSON, which doubles the backslashes of quoting, and the shell would run what follows.
 */
function argument(text: string, placeholder: string): string {
  return text.length <= shownMax && plain.test(text) ? shellQuoted(text) : placeholder;
}

function recordUnknownScope(
  { events }: Pick<Ports, "events">,
  { client, apis: [api] }: Pick<AuthorizationRequest, "client" | "apis">,
  unknown: readonly string[],
  context: RequestContext,
): void {
  const [value = ""] = unknown;
  const command =
    api === undefined
      ? "api list"
      : `api scope add ${argument(api.resource, "RESOURCE")} ${argument(`${value}=What it allows`, "VALUE=SENTENCE")}`;
  const received = unknown.join(" ").slice(0, shownMax);
  events.record({ kind: "scope-unknown", clientId: client.id, received, command }, context);
}

/** A request whose scope or resource is refused. The error tells the developer at the client; this tells the operator. */
async function recordRefusedTarget(
  ports: Pick<Ports, "apis" | "events">,
  query: string,
  { reason, client }: AuthorizationRefusal,
  context: RequestContext,
): Promise<void> {
  if (client === undefined || (reason !== "target-invalid" && reason !== "scope-unknown")) return;
  const parameters = parseParameters(query);
  if (!parameters.ok) return;
  const apis = await findApis(ports, resourcesToFind(client, parameters.value));
  if (reason === "scope-unknown") {
    const unknown = unknownScope(parameters.value.get("scope"), apis);
    return recordUnknownScope(ports, { client, apis }, unknown, context);
  }
  const refused = parameters.value.all("resource").find((text) => !readTargets(client, [text], apis).ok);
  if (refused !== undefined) recordResource(ports, client, refused, apis, context);
}

/** A client of the interface knows no resources, so its token is for no API. That is worth a line only if there is such an API. */
async function recordMissedResource(
  ports: Pick<Ports, "apis" | "events">,
  client: Client,
  query: string,
  context: RequestContext,
): Promise<void> {
  const parameters = parseParameters(query);
  const [sent = ""] = parameters.ok ? parameters.value.all("resource") : [];
  const resource = parseResource(sent);
  const apis = resource === undefined ? [] : await findApis(ports, [resource]);
  if (apis.length > 0) recordResource(ports, client, sent, apis, context);
}

function recordResource(
  { events }: Pick<Ports, "events">,
  client: Client,
  sent: string,
  apis: readonly Api[],
  context: RequestContext,
): void {
  const { id: clientId } = client;
  const received = sent.slice(0, shownMax);
  const resource = parseResource(sent);
  const named = argument(sent, "RESOURCE");
  const opening = apis.some((api) => api.resource === resource)
    ? `client update ${clientId} --resource ${named}`
    : `api create --resource ${named} --name NAME`;
  // A stranger chose the resource, and must not have the log advise that it be opened.
  const command = isSelfRegistered(client) ? `client show ${argument(clientId, "CLIENT_ID")}` : opening;
  events.record({ kind: "resource-not-granted", clientId, received, command }, context);
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

/** Writes only if no exposure is recorded yet, and a stranger's URL has no real secret: it stores nothing. */
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
