import { hash, randomFillSync, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Fixture } from "./listen.ts";
import { noStore, readBody, refuse } from "./plain-http.ts";

/** What an authorization code stands for. */
export interface CodeFacts {
  readonly clientId: string;
  readonly userId: number;
  readonly redirectUri: string;
  readonly expiresAt: number;
}

/** Where a floor keeps codes and tokens; `done` is called once the fact is as durable as the floor promises. */
export interface Store {
  keepCode(code: string, facts: CodeFacts, done: () => void): void;
  /** Spends the code and keeps the token's digest; `done(false)` for a code that is unknown, spent, expired or another client's. */
  redeem(code: string, clientId: string, tokenDigest: Buffer, done: (isRedeemed: boolean) => void): void;
}

interface RegisteredClient {
  readonly redirectUris: readonly string[];
  readonly secretDigest: Buffer;
}

const authorizationPrefix = "/v1/Oauth/authorization?";
const codeLifetimeMilliseconds = 60_000;
const secretBytes = 32;
const tokenHeaders = [
  "Content-Type",
  "application/json",
  ...noStore,
  "Content-Length",
  String(tokenAnswer("t".repeat(43)).length),
];

// One call of the random source for many codes and tokens: a call costs two microseconds, whatever it fills.
const randomPool = Buffer.alloc(secretBytes * 128);
let randomOffset = randomPool.length;

function randomText(): string {
  if (randomOffset === randomPool.length) {
    randomFillSync(randomPool);
    randomOffset = 0;
  }
  const text = randomPool.toString("base64url", randomOffset, randomOffset + secretBytes);
  randomOffset += secretBytes;
  return text;
}

/** The whole flow, parsed, checked and answered; only where the facts go is left to the store. */
export function exchangeListener(fixture: Fixture, store: Store): RequestListener {
  const exchange = new Exchange(fixture, store);
  return (request, response) => {
    const url = request.url ?? "";
    if (request.method === "GET" && url.startsWith(authorizationPrefix)) {
      exchange.authorize(request, response, url.slice(authorizationPrefix.length));
    } else if (request.method === "POST" && url === "/v1/Oauth/token") {
      readBody(request, response, (body) => exchange.redeem(body, response));
    } else {
      refuse(response, 404, "not found");
    }
  };
}

class Exchange {
  readonly #clients: ReadonlyMap<string, RegisteredClient>;
  readonly #usersBySession: ReadonlyMap<string, number>;
  readonly #store: Store;

  constructor({ clientId, clientSecret, redirectUri, sessions }: Fixture, store: Store) {
    const secretDigest = hash("sha256", clientSecret, "buffer");
    this.#clients = new Map([[clientId, { redirectUris: [redirectUri], secretDigest }]]);
    this.#usersBySession = new Map(
      sessions.map((session, index) => [hash("sha256", session, "base64url"), index]),
    );
    this.#store = store;
  }

  authorize(request: IncomingMessage, response: ServerResponse, query: string): void {
    const parameters = new URLSearchParams(query);
    const clientId = parameters.get("client_id") ?? "";
    const redirectUri = parameters.get("redirect_uri") ?? "";
    if (this.#clients.get(clientId)?.redirectUris.includes(redirectUri) !== true) {
      refuse(response, 400, "unknown client or redirect_uri");
      return;
    }
    const session = sessionCookie(request.headers.cookie);
    const userId =
      session === undefined ? undefined : this.#usersBySession.get(hash("sha256", session, "base64url"));
    if (userId === undefined) {
      refuse(response, 401, "no session");
      return;
    }
    const code = randomText();
    const facts = { clientId, userId, redirectUri, expiresAt: Date.now() + codeLifetimeMilliseconds };
    this.#store.keepCode(code, facts, () => {
      const location = `${redirectUri}?code=${code}`;
      response.writeHead(302, ["Location", location, ...noStore, "Content-Length", "0"]);
      response.end();
    });
  }

  redeem(body: string, response: ServerResponse): void {
    const parameters = new URLSearchParams(body);
    const clientId = parameters.get("client_id") ?? "";
    const client = this.#clients.get(clientId);
    const secretDigest = hash("sha256", parameters.get("client_secret") ?? "", "buffer");
    if (client === undefined || !timingSafeEqual(client.secretDigest, secretDigest)) {
      refuse(response, 400, "invalid_client");
      return;
    }
    const token = randomText();
    const tokenDigest = hash("sha256", token, "buffer");
    this.#store.redeem(parameters.get("code") ?? "", clientId, tokenDigest, (isRedeemed) => {
      if (!isRedeemed) {
        refuse(response, 400, "invalid_grant");
        return;
      }
      response.writeHead(200, tokenHeaders);
      response.end(tokenAnswer(token));
    });
  }
}

function tokenAnswer(token: string): string {
  return `{"status":"success","access_token":"${token}","token_type":"Bearer","expires_in":3600}`;
}

function sessionCookie(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  for (const pair of header.split("; ")) {
    if (pair.startsWith("session=")) return pair.slice("session=".length);
  }
  return undefined;
}
