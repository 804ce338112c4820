import type { RequestListener, Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type Events, recordFailure } from "../flows/events.ts";
import type { AdministrationPorts } from "../flows/operator/administration.ts";
import type { Ports } from "../flows/ports.ts";
import type { RequestProbe, TraceRequest } from "../flows/probe-ports.ts";
import type { Health } from "../ops/health.ts";
import type { OnLanguageFailure } from "../pages/catalogues.ts";
import type { BrandSettings } from "../values/brand.ts";
import { type Issuer, isHttps, isLoopback } from "../values/issuer.ts";
import { createApp } from "./app.ts";
import { createBrand } from "./brand.ts";
import { createClientAddress, createProxyTrust } from "./client-address.ts";
import { createCookies } from "./cookies.ts";
import { endpointOf } from "./endpoint-of.ts";
import { createErrorResponses } from "./error-responses.ts";
import { createLanguages } from "./language.ts";
import { createFindNearPath } from "./near-path.ts";
import type { OldRoute } from "./old-paths.ts";
import { type Paths, pathsOf } from "./paths.ts";
import { createReplies } from "./reply.ts";
import { type Readiness, type Route, routesOf, treesOf } from "./routes.ts";
import { createNonce, readBrowser, type Web } from "./web.ts";

// NOTE: an `import` evaluates every member of the module, and one of them loads all of fetch and WebSocket, which costs a start
// 36 ms and 16 MB for nothing.
const { createServer } = process.getBuiltinModule("node:http");

/** Connections are closed unless all headers come within 10 s and the whole request within 15 s. */
const headersTimeoutMilliseconds = 10_000;
const requestTimeoutMilliseconds = 15_000;
/** Connections that read nothing for 30 s are closed. No answer takes that long. */
const silenceTimeoutMilliseconds = 30_000;
const keepAliveTimeoutMilliseconds = 65_000;

interface ServingOptions {
  readonly ports: Ports;
  readonly events: Events;
  readonly readiness: Readiness & Pick<Health, "isStopping">;
  readonly issuer: Issuer;
  readonly trustedProxies: readonly string[];
  /** Called once, with the address of a trusted proxy that does not say whose requests it passes on. */
  readonly onSilentProxy: (peer: string) => void;
  readonly hstsForSubdomains: boolean;
  /** The rows of the endpoints at the addresses of another product; absent if there is none. */
  readonly oldRoutesOf?: ((paths: Paths, routes: readonly Route[]) => readonly OldRoute[]) | undefined;
  readonly runLatchkey: string;
  readonly probe?: RequestProbe;
  readonly trace?: TraceRequest | undefined;
  readonly brand: BrandSettings;
  readonly onLanguageFailure: OnLanguageFailure;
  readonly administration: AdministrationPorts;
  /** Serves the documents at `/docs` too. */
  readonly hasDocs?: boolean;
}

/** A server that listens. Its handler comes later, because the issuer may depend on the port. */
export interface ListeningServer {
  readonly server: Server;
  readonly port: number;
  /** Sets the handler of every request from now on. Call it in the turn in which `listen` resolves. */
  answerWith(listener: RequestListener): void;
  /** The connections on which nothing was sent yet, such as those that browsers open in advance. */
  unused(): readonly Socket[];
}

/**
 * Listens on host and port; 0 takes a free one. With `isShared` other processes listen on the same port, and the kernel spreads
 * connections over all of them. Rejects with the system's error, for example EADDRINUSE.
 */
export async function listen(host: string, port: number, isShared = false): Promise<ListeningServer> {
  const server = createServer({
    headersTimeout: headersTimeoutMilliseconds,
    requestTimeout: requestTimeoutMilliseconds,
    keepAliveTimeout: keepAliveTimeoutMilliseconds,
    connectionsCheckingInterval: 2_000,
  });
  server.timeout = silenceTimeoutMilliseconds;
  const connections = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ port, host, reusePort: isShared }, resolve);
  await promise;
  server.off("error", reject);
  return {
    server,
    port: (server.address() as AddressInfo).port,
    answerWith: (listener) => void server.removeAllListeners("request").on("request", listener),
    unused: () => [...connections].filter(({ bytesRead }) => bytesRead === 0),
  };
}

/** Answers by the table of routes. */
export function createServingListener(options: ServingOptions): RequestListener {
  const { ports, issuer, readiness, events, hstsForSubdomains } = options;
  const replies = createReplies({ isHttps: isHttps(issuer), hstsForSubdomains });
  const paths = pathsOf(issuer, ports.settings.registration.mode === "closed");
  const cookies = createCookies(isHttps(issuer));
  const brand = createBrand(options.brand, paths);
  const { onLanguageFailure } = options;
  const languageCookie = cookies.language;
  const { readerOf, textsFor } = createLanguages({ languageCookie, brand, paths, onLanguageFailure });
  const isDevelopment = isLoopback(issuer);
  const nonce = () => createNonce({ ports });
  const web: Web = {
    ports,
    replies,
    errorResponses: createErrorResponses({ replies, events, paths, textsFor, nonce, isDevelopment }),
    cookies,
    textsFor,
    paths,
    origin: new URL(issuer).origin,
    isDevelopment,
    isInsecure: !isHttps(issuer),
    runLatchkey: options.runLatchkey,
    brandLogo: options.brand.logo,
    brand,
    administration: options.administration,
    docsPath: options.hasDocs === true ? `${paths.home}docs` : undefined,
  };
  const routes = routesOf(web, readiness);
  const oldRoutes = options.oldRoutesOf?.(paths, routes) ?? [];
  const standsFor = new Map(oldRoutes.map((route) => [route.path, route.standsFor]));
  const endpointAt = endpointOf(paths);
  return createApp({
    routes: [...routes, ...oldRoutes],
    trees: treesOf(web),
    endpointOf: ({ method, path }) => endpointAt({ method, path: standsFor.get(path) ?? path }),
    probe: options.probe,
    trace: options.trace,
    findNearPath: createFindNearPath(routes, [paths.authorization, paths.logout]),
    errorResponses: web.errorResponses,
    isStopping: readiness.isStopping,
    issuerOrigin: web.origin,
    isFromProxy: createProxyTrust(options.trustedProxies),
    clientAddress: createClientAddress(
      options.trustedProxies,
      // Without TLS it is for development on this machine, where every request comes without a proxy.
      isHttps(issuer) ? { host: new URL(issuer).host, report: options.onSilentProxy } : undefined,
    ),
    readBrowser: (incoming) => readBrowser(cookies, readerOf, incoming),
    processPrefix: ports.random.alphanumeric(6),
    onFailure: (error, incoming) => recordFailure(events, error, incoming),
  });
}
