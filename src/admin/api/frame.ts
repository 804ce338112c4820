import { createRoute, OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { RequestContext } from "../../flows/events.ts";
import type { Operator } from "../../flows/operator/access.ts";
import type { AdministrationDesk } from "../../flows/operator/desk.ts";
import type { Ports } from "../../flows/ports.ts";
import { isTagList } from "../../operations/etag.ts";
import type { Answer, Operation } from "../../operations/operation.ts";
import { type Problem, problem } from "../../operations/problem.ts";
import { type ReadPart, unreadableProblem } from "../../operations/unreadable.ts";
import { type Result, refuse } from "../../values/result.ts";
import { type CallOfProgram, runOnce } from "./idempotency.ts";
import { registryOf } from "./registry.ts";

/** What a request brings beside its path, query and content. */
export interface Beside {
  readonly operator: Operator;
  /** The operation that the operator has the right to. The app runs no other one, however it reads the path. */
  readonly operation: Operation;
  readonly request: RequestContext;
}

/** The app: it routes, reads every part of a request by its schema, and describes itself. */
export interface Frame {
  /** `path` and `query` are those of the request line, below the base of the API. `content` is JSON. */
  answer(
    request: {
      readonly method: string;
      readonly path: string;
      readonly query: string;
      readonly content: string | undefined;
      readonly headers: Readonly<Record<string, string | undefined>>;
    },
    beside: Beside,
  ): Promise<Result<Answer, Problem>>;
  readonly app: OpenAPIHono<AppEnv>;
}

interface AppEnv {
  readonly Bindings: Beside & { answered?: Result<Answer, Problem> };
}

/** What every operation may ask for. Created once, with the first request. */
interface Desk {
  readonly ports: Ports;
  readonly administration: AdministrationDesk;
}

/** Creates the app. Hono routes and validates; answers go back as values, so that one place writes every header. */
export function createFrame(desk: Desk, operations: readonly Operation[]): Frame {
  const app = new OpenAPIHono<AppEnv>({ strict: true, defaultHook: refuseUnreadable });
  for (const operation of operations) app.openapi(routeOf(operation), handlerOf(desk, operation));
  app.onError((error) => {
    throw error;
  });
  return {
    app,
    answer: async ({ method, path, query, content, headers: given }, beside) => {
      const bindings: AppEnv["Bindings"] = { ...beside };
      const headers = new Headers();
      for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.set(name, value);
      if (content !== undefined) headers.set("content-type", "application/json");
      const request = new Request(`http://api${path}${query === "" ? "" : `?${query}`}`, {
        method,
        headers,
        body: content ?? null,
      });
      try {
        await app.fetch(request, bindings);
      } catch (error) {
        if (error instanceof HTTPException && error.status === 400)
          return problem("malformed-request", "The content is not JSON. Send an object in UTF-8.");
        throw error;
      }
      return bindings.answered ?? problem("not-found", "The address is not one of the API.");
    },
  };
}

const empty = new Response(null, { status: 204 });

function handlerOf(desk: Desk, operation: Operation) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const { operator, request, operation: permitted } = context.env;
    // A path with a backslash, a dot segment or a fragment is another one to the app than to the check of rights, so it may lead elsewhere.
    if (permitted !== operation) return empty.clone();
    const read = (target: string): unknown => context.req.valid(target as never);
    const call: CallOfProgram = {
      registry: registryOf(desk.ports, operator, request),
      administration: desk.administration,
      operator,
      ifMatch: operation.isConditional ? context.req.header("if-match") : undefined,
      params: operation.params && read("param"),
      query: operation.query && read("query"),
      body: operation.body && read("json"),
    };
    const key = operation.isRepeatable ? context.req.header("idempotency-key") : undefined;
    context.env.answered = await (key === undefined ? operation.run(call) : runOnce(operation, call, key));
    return empty.clone();
  };
}

function refuseUnreadable(
  part: ReadPart & { readonly target: string },
  context: Context<AppEnv>,
): Response | undefined {
  const isContent = part.target === "json";
  const problem = unreadableProblem(
    part,
    isContent ? { isContent, schema: context.env.operation.body } : { isContent },
  );
  if (problem === undefined) return undefined;
  context.env.answered = refuse(problem);
  return empty.clone();
}

function routeOf(operation: Operation): RouteConfig {
  const { method, path, params, query, body } = operation;
  const headers = headersOf(operation);
  return createRoute({
    method,
    path,
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(headers && { headers }),
      ...(body && {
        body: { required: !body.safeParse({}).success, content: { "application/json": { schema: body } } },
      }),
    },
    responses: {},
  });
}

/** The headers that an operation reads; undefined if there are none. */
export function headersOf({ isConditional, isRepeatable }: Operation): z.ZodObject | undefined {
  if (!isConditional && !isRepeatable) return undefined;
  return z.object({
    ...(isConditional && { "If-Match": ifMatchHeader }),
    ...(isRepeatable && { "Idempotency-Key": idempotencyKeyHeader }),
  });
}

/** The value of `If-Match` in a request. */
const ifMatchHeader = z
  .string()
  .refine(isTagList, "It is an entity tag in quotes, a list of them, or *.")
  .optional()
  .meta({
    description: "The `ETag` that was read. The change is refused if it is no longer current.",
  });

/** The value of `Idempotency-Key` in a request. */
const idempotencyKeyHeader = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, "It has 1 to 255 visible ASCII characters.")
  .optional()
  .meta({
    description:
      "A text of your own for this request, such as a UUID. Within 24 hours, the same request with the same key gets the first response again, and nothing is done twice.",
  });
