/**
 * The demo's MCP server: two tools behind two scopes, for `latchkey demo --mcp`. Like yours, it knows the service by its public
 * interface alone: it reads the metadata, and verifies tokens by the published keys. It is loaded with `--mcp` only.
 */
import type { IncomingMessage, RequestListener } from "node:http";
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import {
  type AuthInfo,
  createMcpHandler,
  fromJsonSchema,
  getOAuthProtectedResourceMetadataUrl,
  McpServer,
  OAuthError,
  OAuthErrorCode,
  type OAuthMetadata,
  type OAuthTokenVerifier,
  oauthMetadataResponse,
  requireBearerAuth,
  requireScopes,
} from "@modelcontextprotocol/server";
import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import { type Order, Orders } from "./mcp-orders.ts";
import { mcpPath } from "./mcp-resource.ts";
import { orderScopes } from "./orders-api.ts";

/** An MCP server beside other pages on the same port. */
export interface DemoMcpServer {
  /** True for a request to `mcpPath`, or to the metadata documents that belong to it. */
  isFor(request: IncomingMessage): boolean;
  readonly listener: RequestListener;
  close(): Promise<void>;
}

const ownPaths: ReadonlySet<string> = new Set([
  mcpPath,
  `/.well-known/oauth-protected-resource${mcpPath}`,
  "/.well-known/oauth-authorization-server",
]);

/** Creates the MCP server of the application at `url`. Rejects if the service does not answer. */
export async function createDemoMcpServer(issuer: string, url: string): Promise<DemoMcpServer> {
  const resource = new URL(mcpPath, url);
  const service = await readMetadata(issuer);
  const gate = requireBearerAuth({
    verifier: tokenVerifier(service, resource.href),
    requiredScopes: [orderScopes.read],
    expectedResource: resource,
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resource),
  });
  const orders = new Orders();
  const tools = createMcpHandler(({ authInfo }) => serverFor(orders, personOf(authInfo)));
  const documents = {
    oauthMetadata: service,
    resourceServerUrl: resource,
    scopesSupported: Object.values(orderScopes),
    resourceName: "Orders of the demo",
  };
  const answer = toNodeHandler({
    async fetch(request) {
      const document = oauthMetadataResponse(request, documents);
      if (document !== undefined) return document;
      const caller = await gate(request);
      return caller instanceof Response ? caller : tools.fetch(request, { authInfo: caller });
    },
  });
  const allowsHost = localhostHostValidation();
  const allowsOrigin = localhostOriginValidation();
  const listener: RequestListener = (request, response) => {
    const { method = "GET", url: target = "/" } = request;
    if (!allowsHost(request, response) || !allowsOrigin(request, response)) return;
    void answer(Object.assign(request, { method, url: target }), response);
  };
  const isFor = ({ url: target = "" }: IncomingMessage) => ownPaths.has(target.replace(/\?.*$/s, ""));
  return { isFor, listener, close: tools.close };
}

/** The tools, for the person of one request. */
function serverFor(orders: Orders, person: string): McpServer {
  const server = new McpServer({ name: "latchkey-demo-orders", version: "1.0.0" });
  server.registerTool(
    "list_orders",
    { title: "List orders", description: "Lists the orders of the person who is signed in." },
    () => textResult(orders.of(person)),
  );
  const inputSchema = fromJsonSchema<{ order: string }>({
    type: "object",
    properties: {
      order: { type: "string", maxLength: 20, description: "The id of the order, such as A-1001." },
    },
    required: ["order"],
  });
  server.registerTool(
    "cancel_order",
    {
      title: "Cancel an order",
      description: "Cancels an order of the person who is signed in.",
      inputSchema,
      scopeChallenge: requireScopes(orderScopes.read, orderScopes.write),
    },
    ({ order }) => textResult(orders.cancel(person, order) ?? `There is no order ${order}.`),
  );
  return server;
}

function textResult(result: readonly Order[] | Order | string) {
  const text = typeof result === "string" ? result : JSON.stringify(result, undefined, 2);
  return { content: [{ type: "text" as const, text }], isError: typeof result === "string" };
}

/** Verifies access tokens as RFC 9068 §4 says: type, signature, issuer, audience, and expiry. */
function tokenVerifier(service: OAuthMetadata, audience: string): OAuthTokenVerifier {
  const keys = createRemoteJWKSet(new URL(String(service.jwks_uri)));
  const expected = { issuer: service.issuer, audience, typ: "at+jwt", requiredClaims: ["sub", "exp"] };
  return {
    async verifyAccessToken(token) {
      try {
        const { payload } = await jwtVerify(token, keys, expected);
        return {
          token,
          clientId: String(payload.client_id),
          scopes: String(payload.scope ?? "").split(" "),
          expiresAt: Number(payload.exp),
          resource: new URL(audience),
          extra: { person: payload.sub },
        };
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
        throw new OAuthError(
          OAuthErrorCode.InvalidToken,
          "The access token is not for this server, or expired.",
        );
      }
    },
  };
}

function personOf(caller: AuthInfo | undefined): string {
  const person = caller?.extra?.person;
  if (typeof person !== "string") throw new Error("A request came past the gate without a person.");
  return person;
}

async function readMetadata(issuer: string): Promise<OAuthMetadata> {
  const address = `${issuer}/.well-known/oauth-authorization-server`;
  const response = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  const document: unknown = await response.json();
  if (!isMetadata(document)) throw new Error(`${address} is no document of an authorization server.`);
  return document;
}

/** The members that this server reads and passes on. */
function isMetadata(document: unknown): document is OAuthMetadata {
  const members = Object.entries(Object(document));
  return ["issuer", "authorization_endpoint", "token_endpoint", "jwks_uri"].every((name) =>
    members.some(([member, value]) => member === name && typeof value === "string"),
  );
}
