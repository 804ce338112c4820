import { hash, timingSafeEqual } from "node:crypto";
import OAuth2Server from "@node-oauth/oauth2-server";
import { readFixture } from "../floor/listen.ts";
import { serveLibrary } from "./application.ts";
import { memoryStore, sqliteStore } from "./node-oauth-store.ts";

/** @node-oauth/oauth2-server: a library that asks a model of the application's own for every fact. */
const fixture = readFixture();
const store = process.argv[2] === "sqlite" ? sqliteStore(fixture.folder) : memoryStore();
const client = {
  id: fixture.clientId,
  grants: ["authorization_code"],
  redirectUris: [fixture.redirectUri],
};
const secretDigest = hash("sha256", fixture.clientSecret, "buffer");

/** The library asks without a secret at the authorization endpoint. */
function findClient(id, secret) {
  if (id !== client.id) return false;
  const isKnown = secret === null || timingSafeEqual(secretDigest, hash("sha256", secret, "buffer"));
  return isKnown ? client : false;
}

const server = new OAuth2Server({
  model: {
    getClient: findClient,
    saveAuthorizationCode(code, { id }, user) {
      store.saveCode(code, id, user.id);
      return { ...code, client, user };
    },
    getAuthorizationCode: (code) => store.findCode(code),
    revokeAuthorizationCode: ({ authorizationCode }) => store.removeCode(authorizationCode),
    saveToken({ accessToken, accessTokenExpiresAt }, { id }, user) {
      store.saveToken(accessToken, accessTokenExpiresAt, id, user.id);
      // Without the refresh token that the library made as well: this client may not use one.
      return { accessToken, accessTokenExpiresAt, client, user };
    },
    getAccessToken: () => false,
  },
});

await serveLibrary(fixture, {
  async authorize(request, user) {
    const response = new OAuth2Server.Response({});
    await server.authorize(new OAuth2Server.Request(request), response, {
      authenticateHandler: { handle: () => user },
    });
    return response;
  },
  async exchange(request) {
    const response = new OAuth2Server.Response({});
    await server.token(new OAuth2Server.Request(request), response);
    return response;
  },
});
