import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { oauthProvider } from "@better-auth/oauth-provider";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import { openDatabase } from "../floor/grouped-commit.ts";
import { readFixture } from "../floor/listen.ts";
import { announce, listenOnLoopback } from "./peer.ts";

/** better-auth with its OAuth provider plugin on SQLite. Everybody signs up before any load comes; the client skips consent. */
const { redirectUri, sessions, folder } = readFixture();
const server = createServer();
const url = await listenOnLoopback(server);
/** Clients that the plugin reads once and then keeps in memory. */
const trustedClients = new Set();

const auth = betterAuth({
  baseURL: url,
  secret: randomBytes(32).toString("base64url"),
  database: openDatabase(folder, ""),
  emailAndPassword: { enabled: true },
  logger: { disabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  plugins: [
    oauthProvider({
      loginPage: "/sign-in",
      consentPage: "/consent",
      disableJwtPlugin: true,
      cachedTrustedClients: trustedClients,
      codeExpiresIn: 60,
      scopes: ["profile"],
      grantTypes: ["authorization_code"],
    }),
  ],
});
const { runMigrations } = await getMigrations(auth.options);
await runMigrations();
server.on("request", toNodeHandler(auth));

async function signUp(index) {
  const body = {
    name: `user-${index}`,
    email: `user-${index}@app.example`,
    password: `glacier tuba orchid ${index}`,
  };
  const { headers } = await auth.api.signUpEmail({ body, returnHeaders: true });
  return headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

const cookies = [];
for (const index of sessions.keys()) cookies.push(await signUp(index));
const client = await auth.api.adminCreateOAuthClient({
  headers: new Headers({ cookie: cookies[0] }),
  body: {
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "client_secret_post",
    grant_types: ["authorization_code"],
    scope: "profile",
    skip_consent: true,
    require_pkce: false,
  },
});
trustedClients.add(client.client_id);

const query = {
  response_type: "code",
  client_id: client.client_id,
  redirect_uri: redirectUri,
  scope: "profile",
  state: "s".repeat(16),
};
announce(url, folder, {
  authorization: `/api/auth/oauth2/authorize?${new URLSearchParams(query)}`,
  token: "/api/auth/oauth2/token",
  form: `${new URLSearchParams({
    grant_type: "authorization_code",
    client_id: client.client_id,
    client_secret: client.client_secret,
    redirect_uri: redirectUri,
  })}&code=`,
  cookies,
});
