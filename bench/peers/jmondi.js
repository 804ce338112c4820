import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { AuthorizationServer, generateRandomToken, OAuthRequest } from "@jmondi/oauth2-server";
import { readFixture } from "../floor/listen.ts";
import { serveLibrary } from "./application.ts";
import { memoryStore, sqliteStore } from "./jmondi-store.ts";

/** @jmondi/oauth2-server: a library that asks repositories of the application's own for every fact. */
const fixture = readFixture();
const client = {
  id: fixture.clientId,
  name: "bench",
  secret: fixture.clientSecret,
  redirectUris: [fixture.redirectUri],
  allowedGrants: ["authorization_code"],
  scopes: [],
};
const store = process.argv[2] === "sqlite" ? sqliteStore(fixture.folder, client) : memoryStore();
const secretDigest = hash("sha256", fixture.clientSecret, "buffer");
const users = new Map(fixture.sessions.map((_, index) => [`user-${index}`, { id: `user-${index}` }]));

const clients = {
  async getByIdentifier(id) {
    if (id !== client.id) throw new Error("That client is unknown.");
    return client;
  },
  async isClientValid(grantType, { allowedGrants }, secret = "") {
    return (
      allowedGrants.includes(grantType) && timingSafeEqual(secretDigest, hash("sha256", secret, "buffer"))
    );
  },
};

const tokens = {
  issueToken: async (forClient, scopes, user) => ({
    accessToken: generateRandomToken(),
    accessTokenExpiresAt: new Date(),
    client: forClient,
    user,
    scopes,
  }),
  // No refresh token: this client may not use one.
  issueRefreshToken: async (token) => token,
  persist: async (token) => store.saveToken(token),
};

const codes = {
  issueAuthCode: (forClient, user, scopes) => ({
    code: generateRandomToken(),
    expiresAt: new Date(),
    client: forClient,
    user,
    scopes,
  }),
  persist: async (code) => store.saveCode(code),
  getByIdentifier: async (code) => store.findCode(code),
  isRevoked: async (code) => store.isRevoked(code),
  revoke: async (code) => store.revokeCode(code),
};

const scopes = { getAllByIdentifiers: async () => [], finalize: async (asked) => asked };
const people = { getUserByCredentials: async (id) => users.get(id) };

const server = new AuthorizationServer(clients, tokens, scopes, randomBytes(32).toString("base64url"), {
  requiresPKCE: false,
  useOpaqueAuthorizationCodes: true,
});
server.enableGrantType({ grant: "authorization_code", userRepository: people, authCodeRepository: codes });

await serveLibrary(fixture, {
  async authorize(request, user) {
    const asked = await server.validateAuthorizationRequest(new OAuthRequest(request));
    asked.user = user;
    asked.isAuthorizationApproved = true;
    return server.completeAuthorizationRequest(asked);
  },
  exchange: (request) => server.respondToAccessTokenRequest(new OAuthRequest(request)),
});
