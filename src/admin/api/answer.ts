/**
 * Room: admin/api. It serves the operations of `operations/` to programs: `frame.ts` routes, reads and describes them, and this file stands
 * between them and HTTP. It is loaded with the first request.
 */

import { recordFailure } from "../../flows/events.ts";
import { findOperator, type Operator } from "../../flows/operator/access.ts";
import type { BodyRefusal } from "../../http/body.ts";
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
import { refusedToken, scopeChallenge } from "./challenge.ts";
import { describe } from "./description.ts";
import { createFrame, type Frame } from "./frame.ts";
import { reserveRequest } from "./rate.ts";

/** The API of one installation. */
interface AdminApi {
  readonly frame: Frame;
  /** The path in front of every operation. */
  readonly base: string;
  /** Made when it is first asked for. */
  readonly description: () => object;
}

const apis = new WeakMap<Web, AdminApi>();

function apiOf(web: Web): AdminApi {
  const made = apis.get(web) ?? createApi(web);
  apis.set(web, made);
  return made;
}

function createApi(web: Web): AdminApi {
  const frame = createFrame({ ports: web.ports, administration: web.desk }, operations);
  const base = `${web.paths.home}admin/api/v1`;
  let description: object | undefined;
  const described = () => {
    description ??= describe(operations, `${web.origin}${base}`);
    return description;
  };
  return { frame, base, description: described };
}

/** GET of `/openapi.json`. */
export function getDescription(web: Web): Reply {
  return web.replies.json(200, apiOf(web).description());
}

/** GET of what the API publishes about itself (RFC 9728 §2), to which its challenges lead. */
export function getResourceMetadata(web: Web): Reply {
  const { issuer } = web.ports.settings;
  return web.replies.json(200, protectedResourceMetadata(administrationApi(issuer), issuer));
}

/** Answers every request at and below `/admin/api`. */
export async function answerAdminApi(web: Web, incoming: Incoming): Promise<Reply> {
  try {
    const api = apiOf(web);
    const answered = await answer(web, api, incoming);
    return answered.ok ? successOf(web, api, answered.value) : refusalOf(web, answered.reason);
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

async function answer(web: Web, api: AdminApi, incoming: Incoming): Promise<Result<Answered, Refusal>> {
  const method = incoming.method === "HEAD" ? "GET" : incoming.method;
  const operator = await operatorOf(web, incoming);
  if (!operator.ok) return operator;
  const path = incoming.path.slice(api.base.length);
  const here = incoming.path.startsWith(`${api.base}/`) ? operationsAt(path) : [];
  const operation = here.find((each) => each.method === method.toLowerCase());
  if (operation === undefined) return elsewhere(here);
  if (!operator.value.scopes.has(operation.scope)) return lackingScope(operation.scope);
  const content = operation.body === undefined ? ok(undefined) : await contentOf(incoming);
  if (!content.ok) return content;
  const answered = await api.frame.answer(
    {
      method,
      path,
      query: incoming.query,
      content: content.value,
      headers: {
        "if-match": incoming.header("if-match"),
        "idempotency-key": incoming.header("idempotency-key"),
      },
    },
    { operator: operator.value, operation, request: incoming },
  );
  return answered.ok ? ok({ ...answered.value, status: operation.status }) : answered;
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

/** The operations of a path. One that is spelled out is no name: `/mail/retry` is no message. */
function operationsAt(path: string): readonly Operation[] {
  const spelled = operations.filter((each) => each.path === path);
  return spelled.length > 0 ? spelled : operations.filter((each) => isAt(each, path));
}

/** True if the path has the shape of the operation's. */
function isAt(operation: Operation, path: string): boolean {
  const segments = path.split("/");
  const shape = operation.path.split("/");
  return (
    segments.length === shape.length &&
    shape.every((part, index) => (part.startsWith("{") ? segments[index] !== "" : part === segments[index]))
  );
}

/** The answer where the path has no such operation. `here` are those that it has. */
function elsewhere(here: readonly Operation[]) {
  if (here.length === 0)
    return problem("not-found", "The API has no such address. GET /openapi.json describes those it has.");
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

function successOf(web: Web, { base }: AdminApi, { status, body, etag, location }: Answered): Reply {
  const reply = web.replies.json(status, body ?? {}, {
    ...(etag !== undefined && { etag }),
    ...(location !== undefined && { location: `${web.origin}${base}${location}` }),
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
