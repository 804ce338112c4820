import {
  changeOwnRegistration,
  type Registration,
  type RegistrationCall,
  type RegistrationRefusal,
  readOwnRegistration,
  registerItself,
  removeOwnRegistration,
} from "../../flows/endpoint/registration.ts";
import { type ClientProblem, clientProblems } from "../../flows/operator/client-problem.ts";
import { explain } from "../../flows/operator/problem.ts";
import { registeredMetadata } from "../../protocol/client/registration.ts";
import {
  metadataError,
  registrationErrors,
  registrationProblemError,
} from "../../protocol/client/registration-errors.ts";
import type { JsonError } from "../../protocol/wire-error.ts";
import type { Result } from "../../values/result.ts";
import type { BodyRefusal } from "../body.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";

/** POST of the registration endpoint (RFC 7591 §3). */
export async function postRegistration(web: Web, incoming: Incoming): Promise<Reply> {
  const body = await incoming.readJson();
  if (!body.ok) return replyToBody(web, body.reason);
  return replyWith(web, incoming, 201, await registerItself(web.ports, callOf(incoming), body.value));
}

/** GET of a registration, by its client (RFC 7592 §2.1). */
export async function getRegistration(web: Web, incoming: Incoming): Promise<Reply> {
  return replyWith(web, incoming, 200, await readOwnRegistration(web.ports, callOf(incoming)));
}

/** PUT of a registration, likewise (RFC 7592 §2.2). */
export async function putRegistration(web: Web, incoming: Incoming): Promise<Reply> {
  const body = await incoming.readJson();
  if (!body.ok) return replyToBody(web, body.reason);
  return replyWith(web, incoming, 200, await changeOwnRegistration(web.ports, callOf(incoming), body.value));
}

/** DELETE of a registration, likewise (RFC 7592 §2.3). */
export async function deleteRegistration(web: Web, incoming: Incoming): Promise<Reply> {
  const outcome = await removeOwnRegistration(web.ports, callOf(incoming));
  if (!outcome.ok) return replyToRefusal(web, outcome.reason);
  return { ...web.replies.json(204, {}), body: "" };
}

function callOf(incoming: Incoming): RegistrationCall {
  return { authorization: incoming.header("authorization"), query: incoming.query, context: incoming };
}

async function replyWith(
  web: Web,
  { path }: Incoming,
  status: 200 | 201,
  outcome: Result<Registration, RegistrationRefusal>,
): Promise<Reply> {
  if (!outcome.ok) return replyToRefusal(web, outcome.reason);
  const { client, token, secret } = outcome.value;
  // Fetches the logo now, so that the first person sees it.
  web.ports.shownLogos.versionOf(client);
  return web.replies.json(status, {
    client_id: client.id,
    client_id_issued_at: Math.floor(client.createdAt / 1000),
    // RFC 7591 §3.2.1: 0 says that the secret does not expire.
    ...(secret !== undefined && { client_secret: secret.reveal(), client_secret_expires_at: 0 }),
    registration_access_token: token.reveal(),
    registration_client_uri: `${web.origin}${path}?client_id=${client.id}`,
    ...registeredMetadata(client, await web.ports.apis.all()),
  });
}

function replyToBody(web: Web, reason: BodyRefusal): Reply {
  return reason === "unsupported-media-type"
    ? replyWithError(web, registrationErrors["registration-media-type"])
    : web.errorResponses.jsonError(reason);
}

function replyToRefusal(web: Web, refusal: RegistrationRefusal): Reply {
  const retryAfter = refusal.kind === "call" ? refusal.retryAfter : undefined;
  return replyWithError(web, errorOf(refusal), retryAfter);
}

function errorOf(refusal: RegistrationRefusal): JsonError {
  if (refusal.kind === "call") return registrationErrors[refusal.reason];
  if (refusal.kind === "metadata") return registrationProblemError(refusal.problem);
  const isAboutRedirectUris = refusal.problem.kind.startsWith("redirect-uri");
  return metadataError(describe(refusal.problem), { isAboutRedirectUris });
}

/** The sentence for operators, with another repair if a client needs another one. */
function describe(problem: ClientProblem): string {
  const cause = explain(clientProblems, problem).say;
  if (problem.kind === "name-unusable") return `The client_name cannot be used. ${cause}`;
  if (problem.kind !== "metadata-unusable" || problem.problem.kind !== "needs-openid") return cause;
  return `${cause} Leave it out, or add openid to the scope.`;
}

function replyWithError(web: Web, { error, status, description }: JsonError, retryAfter?: number): Reply {
  const body = { status: "error", error, error_description: description };
  return web.replies.json(status, body, {
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    // RFC 6750 §3.
    ...(status === 401 && { "www-authenticate": `Bearer realm="latchkey", error="${error}"` }),
  });
}
