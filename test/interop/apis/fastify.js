import Fastify from "fastify";
import { createRemoteJWKSet, jwtVerify } from "jose";

const issuer = process.env.LATCHKEY_URL ?? "http://localhost:8080";
const resource = process.env.RESOURCE ?? "http://localhost:4000/orders";
const { hostname, pathname, port } = new URL(resource);
const metadataPath = `/.well-known/oauth-protected-resource${pathname}`;
const metadataUrl = new URL(metadataPath, resource).href;

const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
const rules = {
  issuer,
  audience: resource,
  typ: "at+jwt",
  algorithms: ["ES256"],
  requiredClaims: ["exp", "sub"],
};

/** What jose says of a token. Other errors, such as keys that cannot be fetched, are not the caller's fault. */
const faultOfToken = /^ERR_(JW[ST]_|JWKS_NO_|JOSE_ALG_|JOSE_NOT_)/;

/** Lets a request through whose token is for this API and has the scope. */
function allow(scope) {
  return async (request, reply) => {
    const refuse = (status, error = "") =>
      reply
        .code(status)
        .header("WWW-Authenticate", `Bearer ${error}resource_metadata="${metadataUrl}"`)
        .send({ error: status });
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
    if (token === undefined) return refuse(401);
    try {
      const { payload } = await jwtVerify(token, keys, rules);
      if (payload.cnf !== undefined) return refuse(401, 'error="invalid_token", '); // Bound to a key: no bearer token.
      if (!(payload.scope ?? "").split(" ").includes(scope))
        return refuse(403, `error="insufficient_scope", scope="${scope}", `);
      request.token = payload;
    } catch (error) {
      if (!faultOfToken.test(error.code)) throw error;
      console.warn(`Token refused: ${error.code} ${error.message}`);
      return refuse(401, 'error="invalid_token", ');
    }
  };
}

const app = Fastify();
app.decorateRequest("token", null);
app.get(metadataPath, async () => ({
  resource,
  authorization_servers: [issuer],
  scopes_supported: ["orders:read", "orders:write"],
  bearer_methods_supported: ["header"],
}));
app.get(pathname, { onRequest: allow("orders:read") }, async (request) => ({
  person: request.token.sub,
  orders: [{ id: 1, item: "A teapot" }],
}));
app.post(pathname, { onRequest: allow("orders:write") }, async (_request, reply) => {
  reply.code(201);
  return { id: 2 };
});
await app.listen({ host: hostname, port: Number(port) });
console.log(`listening at ${resource}`);
