import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";
import { readFixture } from "../floor/listen.ts";
import { memoryAdapter, sqliteAdapters } from "./oidc-store.ts";
import { announce, listenOnLoopback } from "./peer.ts";
import { followToClient } from "./sign-in.ts";

/** oidc-provider, a server of its own. Everybody signs in and consents once, through its interaction, before any load comes. */
const { clientId, clientSecret, redirectUri, sessions, folder } = readFixture();
/** It grants nothing without any scope. This one asks for no ID token, which it would have to sign. */
const scope = "profile";
const server = createServer();
const url = await listenOnLoopback(server);
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

const provider = new Provider(url, {
  adapter: process.argv[2] === "sqlite" ? sqliteAdapters(folder) : memoryAdapter,
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code"],
      response_types: ["code"],
      token_endpoint_auth_method: "client_secret_post",
    },
  ],
  features: { devInteractions: { enabled: false } },
  findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  scopes: [scope],
  jwks: { keys: [privateKey.export({ format: "jwk" })] },
  ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 86_400, Interaction: 600, Session: 86_400 },
});
const answer = provider.callback();
let signedIn = 0;

async function interact(request, response) {
  const accountId = `user-${signedIn}`;
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(scope);
  const result = { login: { accountId }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

server.on("request", (request, response) => {
  if (request.url.startsWith("/interaction/")) void interact(request, response);
  else answer(request, response);
});

const state = "s".repeat(16);
const query = { response_type: "code", client_id: clientId, redirect_uri: redirectUri, scope, state };
const authorization = `/auth?${new URLSearchParams(query)}`;
const cookies = [];
while (signedIn < sessions.length) {
  cookies.push(await followToClient(url, authorization, redirectUri));
  signedIn += 1;
}

announce(url, folder, {
  authorization,
  token: "/token",
  form: `${new URLSearchParams({
    grant_type: "authorization_code",
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: redirectUri,
  })}&code=`,
  cookies,
});
