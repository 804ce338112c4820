import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Secret } from "../values/secret.ts";
import {
  type BrowserSession,
  BrowserSessions,
  createSession,
  type OrdersCall,
  rememberVisit,
} from "./browser-sessions.ts";
import { browserCall, type Call, recordingFetch } from "./calls.ts";
import type { Html } from "./html.ts";
import type { DemoMcpServer } from "./mcp-server.ts";
import { OrdersApi, orderScopes } from "./orders-api.ts";
import { experimentPage, homePage, notFoundPage, problemPage, signedOutPage } from "./pages.ts";
import {
  claimsIn,
  exchangeCode,
  findUser,
  type RelyingParty,
  readCallback,
  readIdToken,
  startSignIn,
} from "./relying-party.ts";
import type { TrialAccount } from "./trial-account.ts";

const sessionsMax = 1000;
const headersTimeoutMilliseconds = 10_000;
const callMilliseconds = 10_000;

/** Where the API of the demo is. Behind the demo's URL it makes the resource that its tokens are for. */
export const ordersPath = "/orders";

/** The client's registration, the address of the service, and the address that the demo listens on. */
interface DemoOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** 0 asks the system for a free port. */
  readonly port: number;
  readonly host: string;
  /** The account for trying the demo, as it is at this moment, once there is one. */
  readonly trialAccount?: () => Promise<TrialAccount | undefined>;
  /** Creates the MCP server of the demo at this address; without it there is none. */
  readonly createMcpServer?: (url: string) => Promise<DemoMcpServer>;
}

/** A demo that listens. `url` has no trailing slash, and the redirect URI is `{url}/callback`. */
export interface DemoApplication {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the demo application. Rejects with Node's error if the port is taken. */
export async function startDemoApplication(options: DemoOptions): Promise<DemoApplication> {
  const sessions = new BrowserSessions(sessionsMax);
  const server = createServer({ headersTimeout: headersTimeoutMilliseconds });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  const url = publicUrl(options.host, server.address());
  const { issuer, clientId, clientSecret, trialAccount = async () => undefined, createMcpServer } = options;
  const party = { issuer, clientId, clientSecret, redirectUri: `${url}/callback` };
  const resource = `${url}${ordersPath}`;
  const demo: Demo = {
    url,
    party,
    sessions,
    trialAccount,
    resource,
    api: new OrdersApi({ resource, issuer }),
  };
  const mcp = await createMcpServer?.(url).catch((cause) => {
    server.close();
    throw cause;
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (mcp?.isFor(request)) return mcp.listener(request, response);
    request.resume();
    answer(demo, request)
      .catch(() => page(500, (nonce) => notFoundPage(nonce)))
      .then((reply) => response.writeHead(reply.status, reply.headers).end(reply.body));
  });
  const close = async () => {
    await mcp?.close();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { url, close };
}

interface Demo {
  readonly url: string;
  readonly party: RelyingParty;
  readonly sessions: BrowserSessions;
  readonly trialAccount: () => Promise<TrialAccount | undefined>;
  readonly resource: string;
  readonly api: OrdersApi;
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

async function answer(demo: Demo, request: IncomingMessage): Promise<Reply> {
  const here = URL.parse(request.url ?? "/", demo.url);
  if (here === null) return page(404, (nonce) => notFoundPage(nonce));
  // Cookies belong to a host name: a browser that left from 127.0.0.1 would come back to localhost without its cookie.
  if (request.headers.host !== new URL(demo.url).host) return redirect(`${demo.url}/`);
  const { method = "GET", headers } = request;
  const ofApi = await demo.api.answer(method, here.pathname, headers.authorization);
  if (ofApi !== undefined) return { ...ofApi, headers: { ...common, ...ofApi.headers } };
  const session = demo.sessions.find(headers.cookie);
  switch (`${method} ${here.pathname}`) {
    case "GET /": {
      const trial = await demo.trialAccount();
      return page(200, (nonce) => homePage({ nonce, party: demo.party, session, trial }));
    }
    case "GET /start":
      return leave(demo, session, {});
    case "GET /start/as":
      return leave(demo, session, { loginHint: (await demo.trialAccount())?.username });
    case "GET /start/again":
      return leave(demo, session, { more: { prompt: "login" } });
    case "GET /start/refused":
      return leave(demo, session, { more: { response_type: "token" } });
    case "GET /start/more":
      return askForMore(demo, session);
    case "POST /call/read":
      return callOrders(demo, session, "read");
    case "POST /call/write":
      return callOrders(demo, session, "write");
    case "GET /callback":
      return comeBack(demo, session, here);
    case "POST /sign-out":
      return signOut(demo, session);
    case "POST /replay":
      return spendCodeAgain(demo, session);
    default:
      return page(404, (nonce) => notFoundPage(nonce));
  }
}

function leave(
  demo: Demo,
  known: BrowserSession | undefined,
  {
    loginHint,
    more = {},
    goesOnWith,
  }: {
    readonly loginHint?: string | undefined;
    /** Parameters besides those of every sign-in, or in their place. */
    readonly more?: Readonly<Record<string, string>>;
    readonly goesOnWith?: OrdersCall;
  },
): Reply {
  const { location, pending } = startSignIn(demo.party, loginHint);
  const destination = new URL(location);
  for (const [name, value] of Object.entries(more)) destination.searchParams.set(name, value);
  const session = known ?? createSession();
  const call = browserCall("leave", destination.href);
  rememberVisit(session, { pending, call, leftAt: performance.now(), goesOnWith });
  const cookie: Record<string, string> =
    known === undefined ? { "set-cookie": demo.sessions.keep(session) } : {};
  return redirect(destination.href, cookie);
}

async function comeBack(demo: Demo, session: BrowserSession | undefined, here: URL): Promise<Reply> {
  const visit = session?.pending.get(here.searchParams.get("state") ?? "");
  const back = browserCall("return", here.href, elapsedSince(visit?.leftAt));
  const calls: Call[] = visit === undefined ? [back] : [visit.call, back];
  const code = readCallback(here.searchParams, visit?.pending);
  if (!code.ok) return page(400, (nonce) => problemPage({ nonce, problem: code.reason, calls }));
  if (session === undefined || visit === undefined)
    throw new Error("A state was recognised without a session.");
  session.pending.delete(visit.pending.state);

  const { pending } = visit;
  const exchange = recordingFetch("exchange", calls);
  const tokens = await exchangeCode(demo.party, code.value, pending, exchange);
  if (!tokens.ok) return page(502, (nonce) => problemPage({ nonce, problem: tokens.reason, calls }));
  const { accessToken, idToken } = tokens.value;
  const claims = readIdToken(demo.party, idToken, pending);
  if (!claims.ok) return page(502, (nonce) => problemPage({ nonce, problem: claims.reason, calls }));
  const user = await findUser(demo.party, accessToken, recordingFetch("user", calls));
  if (!user.ok) return page(502, (nonce) => problemPage({ nonce, problem: user.reason, calls }));

  session.visitor = { claims: claims.value, code: code.value, pending, accessToken };
  session.calls = calls;
  session.orders = undefined;
  // The cookie is new, because one that somebody planted before the sign-in must not become signed in.
  const cookie = { "set-cookie": demo.sessions.keep(session) };
  if (visit.goesOnWith === undefined) return redirect(`${demo.url}/`, cookie);
  return callOrders(demo, session, visit.goesOnWith, cookie);
}

/** Calls the API as any client does, over HTTP with the access token. */
async function callOrders(
  demo: Demo,
  session: BrowserSession | undefined,
  kind: OrdersCall,
  cookie: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const accessToken = session?.visitor?.accessToken;
  if (session === undefined || accessToken === undefined) return redirect(`${demo.url}/`);
  const calls: Call[] = [];
  const request = {
    method: kind === "read" ? "GET" : "POST",
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(callMilliseconds),
  };
  await recordingFetch(kind, calls)(demo.resource, request).catch(() => undefined);
  session.orders = { kind, calls };
  return redirect(`${demo.url}/#orders`, cookie);
}

/** Sends the person through authorization with the scope of the call that was refused, and what the token has already. */
function askForMore(demo: Demo, session: BrowserSession | undefined): Reply {
  const kind = session?.orders?.kind;
  const accessToken = session?.visitor?.accessToken;
  if (kind === undefined || accessToken === undefined) return redirect(`${demo.url}/`);
  const known = String(claimsIn(accessToken).scope ?? "openid profile").split(" ");
  const scope = [...new Set([...known, orderScopes[kind]])].join(" ");
  return leave(demo, session, { more: { scope, resource: demo.resource }, goesOnWith: kind });
}

function signOut(demo: Demo, session: BrowserSession | undefined): Reply {
  const cookie = demo.sessions.end(session);
  return page(200, (nonce) => signedOutPage(nonce, demo.party), { "set-cookie": cookie });
}

async function spendCodeAgain(demo: Demo, session: BrowserSession | undefined): Promise<Reply> {
  const visitor = session?.visitor;
  if (visitor === undefined) return redirect(`${demo.url}/`);
  const calls: Call[] = [];
  const ask = recordingFetch("replay", calls);
  await exchangeCode(demo.party, visitor.code, visitor.pending, ask);
  await findUser(demo.party, visitor.accessToken, recordingFetch("recheck", calls));
  return page(200, (nonce) => experimentPage(nonce, calls));
}

function page(
  status: number,
  make: (nonce: string) => Html,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const nonce = randomBytes(16).toString("base64url");
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
  return {
    status,
    headers: {
      ...common,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      ...headers,
    },
    body: make(nonce).text,
  };
}

function redirect(location: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 303, headers: { ...common, location, ...headers }, body: "" };
}

const common = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

function elapsedSince(instant: number | undefined): number | undefined {
  return instant === undefined ? undefined : performance.now() - instant;
}

// The redirect URI is compared letter by letter, so the demo has one host name, the one that people type.
function publicUrl(host: string, address: AddressInfo | string | null): string {
  if (address === null || typeof address === "string") throw new Error("The demo listens on no port.");
  const isLoopback = host === "127.0.0.1" || host === "::1" || host === "localhost";
  return `http://${isLoopback ? "localhost" : host}:${address.port}`;
}
