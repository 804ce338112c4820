import express from "express";
import { createRemoteJWKSet, jwtVerify } from "jose";

const issuer = process.env.LATCHKEY_URL ?? "http://localhost:8080";
const resource = process.env.RESOURCE ?? "http://localhost:4000/orders";
const { pathname, port } = new URL(resource);
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
  return async (request, response, next) => {
    const refuse = (status, error = "") =>
      response
        .status(status)
        .set("WWW-Authenticate", `Bearer ${error}resource_metadata="${metadataUrl}"`)
        .json({ error: status });
    const [, token] = /^Bearer +(\S+)$/i.exec(request.get("authorization") ?? "") ?? [];
    if (token === undefined) return refuse(401);
    try {
      const { payload } = await jwtVerify(token, keys, rules);
      if (payload.cnf !== undefined) return refuse(401, 'error="invalid_token", '); // Bound to a key: no bearer token.
      if (!(payload.scope ?? "").split(" ").includes(scope))
        return refuse(403, `error="insufficient_scope", scope="${scope}", `);
      response.locals.token = payload;
    } catch (error) {
      if (!faultOfToken.test(error.code)) throw error;
      console.warn(`Token refused: ${error.code} ${error.message}`);
      return refuse(401, 'error="invalid_token", ');
    }
    next();
  };
}

const app = express();
app.get(metadataPath, (_request, response) => {
  response.json({
    resource,
    authorization_servers: [issuer],
    scopes_supported: ["orders:read", "orders:write"],
    bearer_methods_supported: ["header"],
  });
});
app.get(pathname, allow("orders:read"), (_request, response) => {
  response.json({ person: response.locals.token.sub, orders: [{ id: 1, item: "A teapot" }] });
});
app.post(pathname, allow("orders:write"), (_request, response) => {
  response.status(201).json({ id: 2 });
});
app.listen(Number(port), (error) => {
  if (error) throw error;
  console.log(`listening at ${resource}`);
});
