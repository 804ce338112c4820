import { hash, timingSafeEqual } from "node:crypto";
import type { ServerResponse } from "node:http";
import { openDatabase } from "./grouped-commit.ts";
import { listen, readFixture, type TokenHolder } from "./listen.ts";
import { noStore, readBody, refuse } from "./plain-http.ts";

/**
 * Userinfo and introspection with the least that they can do: the token is found by the key that it carries, in one indexed read,
 * and must have the stored digest. No session, account or client is asked whether the token still stands.
 */
const { folder, clientId: ownClientId, clientSecret, holders } = readFixture();
const database = openDatabase(
  folder,
  `CREATE TABLE IF NOT EXISTS token (
     id BLOB PRIMARY KEY, digest BLOB NOT NULL, client_id TEXT NOT NULL, user_id INTEGER NOT NULL, expires_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID`,
);
const findToken = database.prepare("SELECT digest, client_id, user_id, expires_at FROM token WHERE id = ?");
const secretDigests = new Map([[ownClientId, hash("sha256", clientSecret, "buffer")]]);

const lifetimeMilliseconds = 3_600_000;
const prefixLength = 5;
/** So many characters of base64url hold the 16 bytes of the key; what is left of the last one belongs to the secret. */
const keyLength = 22;
const keyBytes = 16;
/** As long as the one that Latchkey names. */
const issuer = "http://localhost:65535";
const bearer = "Bearer ";

interface LiveToken {
  readonly holder: TokenHolder;
  readonly clientId: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

function keyOf(token: string): Buffer {
  return Buffer.from(token.slice(prefixLength, prefixLength + keyLength), "base64url").subarray(0, keyBytes);
}

function keepTokens(): void {
  const insert = database.prepare("INSERT INTO token VALUES (?, ?, ?, ?, ?)");
  const expiresAt = Date.now() + lifetimeMilliseconds;
  database.exec("BEGIN; DELETE FROM token");
  for (const [userId, { tokens }] of holders.entries()) {
    for (const token of tokens)
      insert.run(keyOf(token), hash("sha256", token, "buffer"), ownClientId, userId, expiresAt);
  }
  database.exec("COMMIT");
}

function findLiveToken(token: string): LiveToken | undefined {
  const key = keyOf(token);
  const row = key.length === keyBytes ? findToken.get(key) : undefined;
  if (row === undefined) return undefined;
  const { digest, client_id: clientId, user_id: userId, expires_at: expiresAt } = row;
  const holder = holders[Number(userId)];
  if (!(digest instanceof Uint8Array) || typeof clientId !== "string" || typeof expiresAt !== "number")
    return undefined;
  const isOwn = timingSafeEqual(digest, hash("sha256", token, "buffer"));
  if (!isOwn || holder === undefined || expiresAt <= Date.now()) return undefined;
  return { holder, clientId, issuedAt: key.readUIntBE(0, 6), expiresAt };
}

function answer(response: ServerResponse, value: object): void {
  const body = JSON.stringify(value);
  const length = String(Buffer.byteLength(body));
  response.writeHead(200, ["Content-Type", "application/json", ...noStore, "Content-Length", length]);
  response.end(body);
}

function userinfo(authorization: string, response: ServerResponse): void {
  const found = authorization.startsWith(bearer)
    ? findLiveToken(authorization.slice(bearer.length))
    : undefined;
  if (found === undefined) {
    refuse(response, 401, "invalid_token");
    return;
  }
  const { userId } = found.holder;
  answer(response, { sub: userId, id: userId });
}

function introspect(body: string, response: ServerResponse): void {
  const parameters = new URLSearchParams(body);
  const clientId = parameters.get("client_id") ?? "";
  const expected = secretDigests.get(clientId);
  const presented = hash("sha256", parameters.get("client_secret") ?? "", "buffer");
  if (expected === undefined || !timingSafeEqual(expected, presented)) {
    refuse(response, 400, "invalid_client");
    return;
  }
  const found = findLiveToken(parameters.get("token") ?? "");
  answer(response, found?.clientId === clientId ? factsOf(found) : { active: false });
}

function factsOf({ holder, clientId, issuedAt, expiresAt }: LiveToken): object {
  return {
    active: true,
    client_id: clientId,
    sub: holder.userId,
    username: holder.username,
    iss: issuer,
    iat: Math.floor(issuedAt / 1000),
    exp: Math.floor(expiresAt / 1000),
    token_type: "Bearer",
  };
}

keepTokens();
listen((request, response) => {
  if (request.method === "GET" && request.url === "/v1/Oauth/userinfo") {
    userinfo(request.headers.authorization ?? "", response);
  } else if (request.method === "POST" && request.url === "/v1/Oauth/introspection") {
    readBody(request, response, (body) => introspect(body, response));
  } else {
    refuse(response, 404, "not found");
  }
});
