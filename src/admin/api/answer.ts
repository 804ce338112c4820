/**
 * Room: admin/api. It serves the operations of `operations/` to programs: this file finds the operation of a request and stands between it
 * and HTTP, `request-parts.ts` reads the request, and `description.ts` describes them all. It is loaded with the first request.
 */

import { recordFailure } from "../../flows/events.ts";
import { findOperator, type Operator } from "../../flows/operator/access.ts";
import { mayAct } from "../../flows/operator/rights.ts";
import type { BodyRefusal } from "../../http/body.ts";
import { createFindPath } from "../../http/find-path.ts";
import type { Incoming } from "../../http/incoming.ts";
import type { Reply, ReplyHeaders } from "../../http/reply.ts";
import type { Web } from "../../http/web.ts";
import type { Answer, Operation } from "../../operations/operation.ts";
import { operations } from "../../operations/operations.ts";
import { lackingScope, type Problem, problem, problemBody, problems } from "../../operations/problem.ts";
import { administrationApi } from "../../protocol/api/administration.ts";
import { protectedResourceMetadata } from "../../protocol/api/resource-metadata.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { StoreUnavailable } from "../../values/store-unavailable.ts";
import { operatorCall } from "../call.ts";
import { refusedToken, scopeChallenge } from "./challenge.ts";
import { describe } from "./description.ts";
import { type CallOfProgram, runOnce } from "./idempotency.ts";
import { reserveRequest } from "./rate.ts";
import { readParts } from "./request-parts.ts";

const findOperations = createFindPath(Map.groupBy(operations, ({ path }) => path));

/** Made when they are first asked for. */
const descriptions = new WeakMap<Web, object>();

/** GET of `/openapi.json`. */
export function getDescription(web: Web): Reply {
  const description = descriptions.get(web) ?? describe(operations, `${web.origin}${baseOf(web)}`);
  descriptions.set(web, description);
  return web.replies.json(200, description);
}

/** GET of what the API publishes about itself (RFC 9728 §2), to which its challenges lead. */
export function getResourceMetadata(web: Web): Reply {
  const { issuer } = web.ports.settings;
  return web.replies.json(200, protectedResourceMetadata(administrationApi(issuer), issuer));
}

/** Answers every request at and below `/admin/api`. */
export async function answerAdminApi(web: Web, incoming: Incoming): Promise<Reply> {
  try {
    const answered = await answer(web, incoming);
    return answered.ok ? successOf(web, answered.value) : refusalOf(web, answered.reason);
  } catch (error) {
    recordFailure(web.ports.events, error, incoming);
    if (error instanceof StoreUnavailable) return refusalOf(web, unavailable);
    const detail = `The log of the service has more about the request ${incoming.requestId}.`;
    return refusalOf(web, { kind: "failure", detail });
  }
}

const unavailable: Problem = {
  kind: "unavailable",
  detail: "The database is away or overloaded. Try again in a moment.",
  retryAfterSeconds: 2,
};

/** A problem, with headers that only HTTP knows. */
interface Refusal extends Problem {
  readonly headers?: ReplyHeaders;
}

interface Answered extends Answer {
  readonly status: number;
}

async function answer(web: Web, incoming: Incoming): Promise<Result<Answered, Refusal>> {
  const operator = await operatorOf(web, incoming);
  if (!operator.ok) return operator;
  const base = baseOf(web);
  const isBelow = incoming.path.startsWith(`${base}/`);
  const found = isBelow ? findOperations(incoming.path.slice(base.length)) : undefined;
  if (found === undefined) return notFound();
  const method = incoming.method === "HEAD" ? "get" : incoming.method.toLowerCase();
  const operation = found.place.find((each) => each.method === method);
  if (operation === undefined) return methodNotAllowed(found.place);
  if (!mayAct(operator.value, operation, found.names.group)) return lackingScope(operation.scope);
  const content = operation.body === undefined ? ok(undefined) : await contentOf(incoming);
  if (!content.ok) return content;
  const read = readParts(operation, incoming, found.names, content.value);
  if (!read.ok) return read;
  const { idempotencyKey, ...parts } = read.value;
  const call: CallOfProgram = { ...operatorCall(web, operator.value, incoming), ...parts };
  const answered = await (idempotencyKey === undefined
    ? operation.run(call)
    : runOnce(operation, call, idempotencyKey));
  return answered.ok ? ok({ ...answered.value, status: operation.status }) : answered;
}

/** The path in front of every operation. */
function baseOf({ paths }: Web): string {
  return `${paths.home}admin/api/v1`;
}

async function operatorOf(web: Web, incoming: Incoming): Promise<Result<Operator, Refusal>> {
  const query = incoming.query === "" ? undefined : parseParameters(incoming.query);
  const found = await findOperator(web.ports, {
    method: incoming.method,
    url: web.origin + incoming.path,
    authorization: incoming.header("authorization"),
    dpop: incoming.header("dpop"),
    query: query?.ok ? query.value : undefined,
  });
  if (!found.ok) return refusedToken(web.ports.settings, found.reason);
  const reserved = await reserveRequest(web.ports, found.value);
  return reserved.ok ? found : reserved;
}

function notFound() {
  return problem("not-found", "The API has no such address. GET /openapi.json describes those it has.");
}

/** `here` are the operations of the path. */
function methodNotAllowed(here: readonly Operation[]) {
  const methods = here.map(({ method }) => method.toUpperCase());
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].join(", ");
  const detail = `This address answers ${allow}.`;
  return refuse({ kind: "method-not-allowed", detail, headers: { allow } } as const);
}

/** The content as JSON text. A request without content says nothing: an empty object. */
async function contentOf(incoming: Incoming): Promise<Result<string, Refusal>> {
  const isEmpty = [undefined, "0"].includes(incoming.header("content-length"));
  if (isEmpty && incoming.header("transfer-encoding") === undefined) return ok("{}");
  const read = await incoming.readJson();
  return read.ok ? read : unreadable[read.reason]();
}

const unreadable: Readonly<Record<BodyRefusal, () => { readonly ok: false; readonly reason: Refusal }>> = {
  "unsupported-media-type": () =>
    problem("unsupported-content", "Send the content as JSON, with Content-Type: application/json."),
  "unsupported-content-encoding": () =>
    problem("unsupported-content", "Send the content as it is: compressed content is not read."),
  "body-too-large": () =>
    refuse({
      kind: "content-too-large",
      detail: "The content has at most 64 KiB.",
      headers: { connection: "close" },
    }),
  "body-not-utf8": () => problem("malformed-request", "The content is not UTF-8."),
  "body-incomplete": () => problem("malformed-request", "The content broke off."),
};

function successOf(web: Web, { status, body, etag, location }: Answered): Reply {
  const reply = web.replies.json(status, body ?? {}, {
    ...(etag !== undefined && { etag }),
    ...(location !== undefined && { location: `${web.origin}${baseOf(web)}${location}` }),
  });
  if (body !== undefined) return reply;
  const { "content-type": _, ...headers } = reply.headers;
  return { ...reply, headers, body: "" };
}

function refusalOf(web: Web, refused: Refusal): Reply {
  const { issuer } = web.ports.settings;
  const { scope, retryAfterSeconds, detail } = refused;
  const body = problemBody(refused, `${issuer}/docs/admin-api.html`);
  const headers: ReplyHeaders = {
    ...refused.headers,
    ...(scope !== undefined && { "www-authenticate": scopeChallenge(issuer, scope, detail) }),
    ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
    "content-type": "application/problem+json",
  };
  return web.replies.json(problems[refused.kind].status, body, headers);
}
