import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { StoreUnavailable } from "../flows/ports.ts";
import type { ClientAddress } from "./client-address.ts";
import { createRequestIds, Incoming } from "./incoming.ts";
import { isSameOrigin } from "./origin.ts";
import type { Reply } from "./reply.ts";
import type { Route } from "./routes.ts";
import type { Surfaces } from "./surfaces.ts";

interface AppOptions {
  readonly routes: readonly Route[];
  readonly surfaces: Surfaces;
  readonly issuerOrigin: string;
  readonly clientAddress: ClientAddress;
  /** Distinguishes this process in request ids. */
  readonly processPrefix: string;
  /** Called with what a handler threw; the caller of the request only learns the request id. */
  onFailure(error: unknown, incoming: Incoming): void;
}

type Bindings = { Bindings: HttpBindings };

/** Serves the table of routes. What the table does not name is 404; a path that it names with another method is 405. */
export function createApp(options: AppOptions): Hono<Bindings> {
  const nextRequestId = createRequestIds(options.processPrefix);
  const incomingOf = (context: Context<Bindings>): Incoming =>
    new Incoming(context.env.incoming, nextRequestId(), options.clientAddress);
  const app = new Hono<Bindings>({ strict: true });

  for (const route of options.routes)
    app.on(route.method, route.path, (context) => respond(answer(route, incomingOf(context), options)));
  for (const [path, routes] of Map.groupBy(options.routes, (route) => route.path)) {
    const allowed = routes
      .flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]))
      .join(", ");
    const surface = routes[0]?.surface ?? "page";
    app.all(path, (context) =>
      respond(options.surfaces.methodNotAllowed(surface, incomingOf(context), allowed)),
    );
  }
  app.notFound((context) => respond(options.surfaces.notFound(incomingOf(context))));
  return app;
}

async function answer(route: Route, incoming: Incoming, options: AppOptions): Promise<Reply> {
  const { surfaces } = options;
  // The router matched a repaired URL; only the path as it was sent counts.
  if (incoming.path !== route.path) return surfaces.notFound(incoming);
  if (!incoming.hasOneHost()) return surfaces.badRequest(route.surface, incoming);
  if (route.callers === "own-pages" && !isSameOrigin(incoming, options.issuerOrigin))
    return surfaces.foreignOrigin(incoming);
  try {
    return await route.handle(incoming);
  } catch (error) {
    options.onFailure(error, incoming);
    return error instanceof StoreUnavailable
      ? surfaces.unavailable(route.surface, incoming)
      : surfaces.failure(route.surface, incoming);
  }
}

async function respond(reply: Reply | Promise<Reply>): Promise<Response> {
  return responseOf(await reply);
}

/** Writes a reply down for @hono/node-server. */
export function responseOf({ status, headers, body }: Reply): Response {
  // NOTE: @hono/node-server hands a plain header object to writeHead as it is, so an array writes one header per value;
  // the DOM's type does not know that.
  return new Response(body, { status, headers: headers as Record<string, string> });
}
