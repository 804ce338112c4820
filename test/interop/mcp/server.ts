import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  McpServer,
  OAuthError,
  OAuthErrorCode,
  oauthMetadataResponse,
  requireBearerAuth,
  requireScopes,
} from "@modelcontextprotocol/server";
import { createRemoteJWKSet, jwtVerify } from "jose";

const issuer = process.env.ISSUER ?? "http://localhost:8080";
const resource = new URL(process.env.RESOURCE ?? "http://localhost:3001/mcp");

const service = await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json();
const keys = createRemoteJWKSet(new URL(service.jwks_uri));

// 1. Only with a token of this service, for this server, with at least orders:read.
const gate = requireBearerAuth({
  requiredScopes: ["orders:read"],
  expectedResource: resource,
  resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resource),
  verifier: {
    async verifyAccessToken(token) {
      const expected = { issuer, audience: resource.href, typ: "at+jwt" };
      const { payload } = await jwtVerify(token, keys, expected).catch((cause) => {
        throw new OAuthError(OAuthErrorCode.InvalidToken, cause.message);
      });
      return {
        token,
        clientId: String(payload.client_id),
        scopes: String(payload.scope).split(" "),
        expiresAt: Number(payload.exp),
        resource,
        extra: { person: payload.sub },
      };
    },
  },
});

// 2. The tools, for the person of one request. The second one needs a scope more.
const tools = createMcpHandler(({ authInfo }) => {
  const server = new McpServer({ name: "orders", version: "1.0.0" });
  server.registerTool("list_orders", { description: "Lists your orders." }, () => ({
    content: [{ type: "text", text: `The orders of ${authInfo?.extra?.person}: A-1001` }],
  }));
  const mayWrite = requireScopes("orders:read", "orders:write");
  server.registerTool("cancel_orders", { description: "Cancels them.", scopeChallenge: mayWrite }, () => ({
    content: [{ type: "text", text: "Cancelled: A-1001" }],
  }));
  return server;
});

// 3. Where agents find the service (RFC 9728), then the gate, then the tools.
const documents = {
  oauthMetadata: service,
  resourceServerUrl: resource,
  scopesSupported: ["orders:read", "orders:write"],
};
const answer = toNodeHandler({
  async fetch(request) {
    const document = oauthMetadataResponse(request, documents);
    if (document !== undefined) return document;
    const caller = await gate(request);
    return caller instanceof Response ? caller : tools.fetch(request, { authInfo: caller });
  },
});
createServer((request, response) => {
  const { method = "GET", url = "/" } = request;
  void answer(Object.assign(request, { method, url }), response);
}).listen(Number(resource.port), () => console.log(`listening at ${resource}`));
