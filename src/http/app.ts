import type { RequestListener, ServerResponse } from "node:http";
import type { RequestProbe, TraceRequest } from "../flows/probe-ports.ts";
import { isMarkup } from "../pages/html.ts";
import type { Endpoint } from "../values/endpoint.ts";
import { isPending } from "../values/eventual.ts";
import { StoreUnavailable } from "../values/store-unavailable.ts";
import { encodePage, gzipPage } from "./compression.ts";
import type { ErrorResponses } from "./error-responses.ts";
import { createFindPath } from "./find-path.ts";
import { createRequestIds, Incoming, type RequestReaders } from "./incoming.ts";
import type { ErrorFormat, FindNearPath } from "./near-path.ts";
import type { Reply } from "./reply.ts";
import { isSameOrigin } from "./request-origin.ts";
import type { Route, Tree } from "./routes.ts";

interface AppOptions extends RequestReaders {
  readonly routes: readonly Route[];
  /** Asked for a path that no route has, in this order. */
  readonly trees?: readonly Tree[];
  readonly errorResponses: ErrorResponses;
  readonly findNearPath: FindNearPath;
  readonly issuerOrigin: string;
  /** From then on every answer closes its connection, because the service is stopping. */
  isStopping(): boolean;
  /** Tells the request ids of this process from those of others. */
  readonly processPrefix: string;
  readonly endpointOf: (route: Route) => Endpoint;
  readonly probe?: RequestProbe | undefined;
  readonly trace?: TraceRequest | undefined;
  /** Called with the error that a handler threw. The client learns the request id only. */
  onFailure(error: unknown, incoming: Incoming): void;
}

/** The rows of the table for one path. */
interface Place {
  readonly errorFormat: ErrorFormat;
  readonly routes: ReadonlyMap<string, Route>;
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  /** The value of `Allow`. */
  readonly allow: string;
}

/**
 * Serves the table of routes on node:http. One look-up is the whole router (ADR 0014). A path that the table
 * does not name is 404; another method on a path of the table is 405.
 */
export function createApp(options: AppOptions): RequestListener {
  const nextRequestId = createRequestIds(options.processPrefix);
  const findPlace = createFindPath(placesOf(options));
  const { probe, trace } = options;
  const send = (response: ServerResponse, made: Reply, incoming: Incoming, { tree }: Target): void => {
    const reply = tree?.isAtOtherHosts ? withoutTransport(made) : made;
    write(response, options.isStopping() || incoming.leavesLongBody() ? closing(reply) : reply, incoming);
  };

  async function serve(incoming: Incoming, response: ServerResponse, target: Target): Promise<void> {
    const { place, tree } = target;
    const startedAt = probe && performance.now();
    try {
      const answered = tree === undefined ? answer(place, incoming, options) : ask(tree, incoming, options);
      send(response, isPending(answered) ? await answered : answered, incoming, target);
    } catch (error) {
      sendFailure(error, response, incoming, target);
    }
    if (startedAt === undefined) return;
    const missed = tree?.endpoint ?? "none";
    const endpoint = place?.endpoints.get(incoming.method) ?? missed;
    probe?.answered(endpoint, response.statusCode, performance.now() - startedAt);
  }

  function sendFailure(error: unknown, response: ServerResponse, incoming: Incoming, target: Target): void {
    const { errorResponses } = options;
    const { place, tree } = target;
    const errorFormat = (place ?? tree)?.errorFormat ?? "page";
    const isAway = error instanceof StoreUnavailable;
    try {
      options.onFailure(error, incoming);
      const reply = isAway
        ? errorResponses.unavailable(errorFormat, incoming)
        : errorResponses.failure(errorFormat, incoming);
      send(response, withCookies(reply, incoming.left), incoming, target);
    } catch {
      // The error page could not be made either.
      response.destroy();
    }
  }

  function traced(trace: TraceRequest, incoming: Incoming, response: ServerResponse, target: Target): void {
    const answering = () => serve(incoming, response, target);
    trace(incoming, routeOf(target, incoming), answering, () => response.statusCode);
  }

  return (message, response) => {
    const incoming = new Incoming(message, nextRequestId(), options);
    const place = findPlace(incoming.path)?.place;
    const tree = place === undefined ? treeOf(options.trees, incoming.path) : undefined;
    const target = { place, tree };
    if (trace === undefined) void serve(incoming, response, target);
    else traced(trace, incoming, response, target);
  };
}

/** The reply without the header by which browsers would keep to https at a host of somebody else, also after the service is gone. */
function withoutTransport(reply: Reply): Reply {
  const { "strict-transport-security": _, ...headers } = reply.headers;
  return { ...reply, headers };
}

function withCookies(reply: Reply, cookies: readonly string[] = []): Reply {
  return cookies.length === 0
    ? reply
    : { ...reply, headers: { ...reply.headers, "set-cookie": [...cookies] } };
}

/** What a path leads to. */
interface Target {
  readonly place: Place | undefined;
  readonly tree: Tree | undefined;
}

/** The row of the table that a request is for, without anything that its sender chose. */
function routeOf({ place, tree }: Target, { method }: Incoming): string | undefined {
  return place?.routes.get(method)?.path ?? (tree && `${tree.path}/*`);
}

function treeOf(trees: readonly Tree[] = [], path: string): Tree | undefined {
  return trees.find(({ path: root }) => path === root || path.startsWith(`${root}/`));
}

function ask(
  tree: Tree,
  incoming: Incoming,
  { errorResponses, issuerOrigin }: AppOptions,
): Reply | Promise<Reply> {
  if (!incoming.hasOneHost()) return errorResponses.badHost(tree.errorFormat, incoming);
  const changes = incoming.method !== "GET" && incoming.method !== "HEAD";
  if (changes && tree.callers === "own-pages" && !isSameOrigin(incoming, issuerOrigin))
    return errorResponses.refusedForm(incoming, "foreign-origin");
  return tree.handle(incoming);
}

function placesOf({
  routes,
  endpointOf,
}: Pick<AppOptions, "routes" | "endpointOf">): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const [path, here] of Map.groupBy(routes, (route) => route.path)) {
    const byMethod = new Map<string, Route>();
    for (const route of here) {
      byMethod.set(route.method, route);
      // Node sends no body in answer to HEAD, even if the handler writes one.
      if (route.method === "GET") byMethod.set("HEAD", route);
    }
    const endpoints = new Map([...byMethod].map(([method, route]) => [method, endpointOf(route)]));
    places.set(path, {
      endpoints,
      errorFormat: here[0]?.errorFormat ?? "page",
      routes: byMethod,
      allow: [...byMethod.keys()].join(", "),
    });
  }
  return places;
}

function answer(
  place: Place | undefined,
  incoming: Incoming,
  { errorResponses, issuerOrigin, findNearPath }: AppOptions,
): Reply | Promise<Reply> {
  if (!incoming.hasOneHost()) return errorResponses.badHost(place?.errorFormat ?? "page", incoming);
  if (place === undefined) return errorResponses.notFound(incoming, findNearPath(incoming.path));
  const route = place.routes.get(incoming.method);
  if (route === undefined) return errorResponses.methodNotAllowed(place.errorFormat, incoming, place.allow);
  if (route.callers === "own-pages" && !isSameOrigin(incoming, issuerOrigin))
    return errorResponses.refusedForm(incoming, "foreign-origin");
  return route.handle(incoming);
}

/** RFC 9112 §9.6: the client sends its next request on another connection. */
function closing(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, connection: "close" } };
}

function write(response: ServerResponse, { status, headers, body, goOn }: Reply, incoming: Incoming): void {
  if (goOn !== undefined && !isMarkup(body) && incoming.method !== "HEAD") {
    // The caller may have left while the answer was made. Nothing would tell the stream any more that it has ended.
    if (response.destroyed) return;
    response.writeHead(status, headers).flushHeaders();
    if (body.length > 0) response.write(body);
    goOn({
      write: (text) => response.write(text),
      end: () => void response.end(),
      cut: () => void response.destroy(),
      onDrained: (listener) => void response.once("drain", listener),
      onClosed: (listener) => void response.once("close", listener),
    });
    return;
  }
  if (isMarkup(body)) {
    const isPacked = incoming.acceptsGzip();
    const bytes = isPacked ? gzipPage(body) : encodePage(body);
    const encoding = isPacked ? { "content-encoding": "gzip" } : {};
    response.writeHead(status, { ...headers, ...encoding, "content-length": bytes.length }).end(bytes);
    return;
  }
  const length = Buffer.byteLength(body);
  // RFC 9110 §8.6: an answer without content has no length either, not even zero.
  response.writeHead(
    status,
    status === 204 || status === 304 ? headers : { ...headers, "content-length": length },
  );
  // ASCII, as nearly all JSON is, reaches the socket without being encoded.
  response.end(body, length === body.length ? "latin1" : "utf8");
}
