import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";

type Json = Record<string, unknown>;

/** What an ID token is signed with. */
export interface Signing {
  readonly key: CryptoKey | Uint8Array;
  readonly alg: string;
  readonly kid: string | undefined;
}

/** A misdeed: each part changes what an honest provider says. */
export interface Twist {
  readonly metadata?: (metadata: Json) => Json;
  /** The parameters of the answer that goes back by the browser. */
  readonly answer?: (answer: URLSearchParams) => URLSearchParams;
  readonly claims?: (claims: Json, about: { readonly code: string; readonly accessToken: string }) => Json;
  readonly signing?: (signing: Signing, provider: TestProvider) => Signing;
  /** The ID token, when it is signed. */
  readonly idToken?: (jwt: string) => string;
  readonly keys?: (keys: JWK[]) => JWK[];
  readonly token?: (body: Json) => Json;
  readonly userinfo?: (body: Json) => Json;
  /** Answers instead of the provider; true where it did. */
  readonly respond?: (path: string, response: ServerResponse) => boolean;
}

interface Asked {
  readonly parameters: URLSearchParams;
  readonly accessToken: string;
}

/** A small OpenID provider on a loopback port. It is honest, and strict with its client, unless a test twists it. */
export class TestProvider implements AsyncDisposable {
  static readonly clientId = "client at the provider";
  static readonly clientSecret = "secret of the client at the provider";
  readonly issuer: string;
  readonly key: CryptoKey;
  readonly publicKey: JWK;
  /** The paths that it was asked for, in order. */
  readonly asked: string[] = [];
  /** Who signs in there. */
  person: Json = { sub: "subject-1", email: "ada@example.org", email_verified: true, name: "Ada" };
  twist: Twist = {};
  readonly #now: () => number;
  readonly #codes = new Map<string, Asked>();
  readonly #close: () => Promise<void>;

  private constructor(
    issuer: string,
    pair: { key: CryptoKey; publicKey: JWK },
    now: () => number,
    close: () => Promise<void>,
  ) {
    this.issuer = issuer;
    this.key = pair.key;
    this.publicKey = pair.publicKey;
    this.#now = now;
    this.#close = close;
  }

  /** `now` is the clock of the test, in milliseconds. */
  static async start(now: () => number): Promise<TestProvider> {
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "ES256", use: "sig" };
    let provider: TestProvider | undefined;
    const server = createServer((request, response) => {
      provider?.serve(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const close = () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    provider = new TestProvider(`http://127.0.0.1:${port}`, { key: privateKey, publicKey: jwk }, now, close);
    return provider;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.issuer);
    this.asked.push(url.pathname);
    if (this.twist.respond?.(url.pathname, response)) return;
    const body = new URLSearchParams(request.method === "POST" ? await text(request) : "");
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return void json((this.twist.metadata ?? same)(this.#metadata()));
      case "/jwks":
        return void json({ keys: (this.twist.keys ?? same)([this.publicKey]) });
      case "/authorize":
      case "/login/oauth/authorize":
        return void response.writeHead(302, { location: this.#authorize(url.searchParams) }).end();
      case "/token":
        return void this.#token(body, request, json);
      case "/login/oauth/access_token":
        return void this.#githubToken(body, json);
      case "/userinfo":
        return void json((this.twist.userinfo ?? same)(this.person));
      case "/api/v3/user":
        return void json((this.twist.userinfo ?? same)({ id: 7, login: "ada-at-hub", name: "Ada" }));
      case "/api/v3/user/emails":
        return void json([
          { email: "other@example.org", primary: false, verified: true },
          { email: this.person.email, primary: true, verified: this.person.email_verified },
        ]);
      default:
        return void json({}, 404);
    }
  }

  #metadata(): Json {
    const at = (path: string) => `${this.issuer}${path}`;
    return {
      issuer: this.issuer,
      authorization_endpoint: at("/authorize"),
      token_endpoint: at("/token"),
      userinfo_endpoint: at("/userinfo"),
      jwks_uri: at("/jwks"),
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256", "ES256"],
      authorization_response_iss_parameter_supported: true,
    };
  }

  #authorize(parameters: URLSearchParams): string {
    const code = randomUUID();
    this.#codes.set(code, { parameters, accessToken: randomUUID() });
    const isOpenid = parameters.has("nonce");
    const honest = new URLSearchParams({ code, state: parameters.get("state") ?? "" });
    if (isOpenid) honest.set("iss", this.issuer);
    const answer = (this.twist.answer ?? same)(honest);
    return `${parameters.get("redirect_uri")}?${answer}`;
  }

  /** Redeems a code once, for its own request alone. */
  #redeem(body: URLSearchParams): Asked | undefined {
    const code = body.get("code") ?? "";
    const asked = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      asked?.parameters.get("code_challenge") === challenge &&
      asked.parameters.get("client_id") === TestProvider.clientId &&
      asked.parameters.get("redirect_uri") === body.get("redirect_uri");
    return isRight ? asked : undefined;
  }

  async #token(
    body: URLSearchParams,
    { headers }: IncomingMessage,
    json: (value: unknown, status?: number) => void,
  ) {
    const credentials = [TestProvider.clientId, TestProvider.clientSecret].map(encodeURIComponent).join(":");
    const basic = `Basic ${Buffer.from(credentials.replaceAll("%20", "+")).toString("base64")}`;
    if (headers.authorization !== basic) return json({ error: "invalid_client" }, 401);
    const asked = this.#redeem(body);
    if (asked === undefined) return json({ error: "invalid_grant" }, 400);
    const { accessToken } = asked;
    const code = body.get("code") ?? "";
    const id_token = await this.#idToken(asked, code);
    json((this.twist.token ?? same)({ access_token: accessToken, token_type: "Bearer", id_token }));
  }

  async #idToken({ parameters, accessToken }: Asked, code: string): Promise<string> {
    const seconds = Math.floor(this.#now() / 1000);
    const honest = {
      iss: this.issuer,
      aud: TestProvider.clientId,
      iat: seconds,
      exp: seconds + 300,
      nonce: parameters.get("nonce"),
      at_hash: hashOf(accessToken),
      ...this.person,
    };
    const claims = this.twist.claims?.(honest, { code, accessToken }) ?? honest;
    const { key, alg, kid } = (this.twist.signing ?? same)({ key: this.key, alg: "ES256", kid: "one" }, this);
    const header = { alg, ...(kid !== undefined && { kid }) };
    const jwt = await new SignJWT(claims as JWTPayload).setProtectedHeader(header).sign(key);
    return (this.twist.idToken ?? same)(jwt);
  }

  /** GitHub answers 200 to a refused code, and knows no ID tokens. */
  #githubToken(body: URLSearchParams, json: (value: unknown) => void) {
    if (body.get("client_secret") !== TestProvider.clientSecret)
      return json({ error: "incorrect_client_credentials" });
    const asked = this.#redeem(body);
    if (asked === undefined) return json({ error: "bad_verification_code" });
    json(
      (this.twist.token ?? same)({
        access_token: asked.accessToken,
        token_type: "bearer",
        scope: "user:email",
      }),
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}

/** The left half of SHA-256, as `at_hash` and `c_hash` have it for ES256 and RS256. */
export function hashOf(value: string): string {
  return createHash("sha256").update(value).digest().subarray(0, 16).toString("base64url");
}

function same<T>(value: T): T {
  return value;
}
