import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from "jose";

const algorithms = ["ES256", "EdDSA", "RS256"] as const;
type Algorithm = (typeof algorithms)[number];

/** What a token differs in from one that the API takes. */
export interface Token {
  /** An undefined member is left out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Partial<JWTHeaderParameters>;
  readonly algorithm?: Algorithm;
}

/**
 * Publishes keys as the service does, and signs whatever it is told to: tokens that the service would never issue. Requests for the
 * keys are kept as they stood on the wire.
 */
export class StandIn implements AsyncDisposable {
  readonly url: string;
  readonly requests: string[][] = [];
  readonly #close: () => Promise<unknown>;
  readonly #published: JWK[] = [];
  readonly #keys = new Map<Algorithm, { readonly kid: string; readonly key: CryptoKey }>();

  private constructor(url: string, close: () => Promise<unknown>) {
    this.url = url;
    this.#close = close;
  }

  static async start(): Promise<StandIn> {
    const server = createServer().listen(0, "localhost");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const standIn = new StandIn(`http://localhost:${port}`, () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    server.on("request", (request, response) => {
      standIn.requests.push(headOf(request));
      const isKeys = request.url === "/.well-known/jwks.json";
      response.writeHead(isKeys ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify({ keys: standIn.#published }));
    });
    for (const algorithm of algorithms) await standIn.rotate(algorithm);
    return standIn;
  }

  /** Publishes a new key beside the old ones, and signs with it from now on. */
  async rotate(algorithm: Algorithm): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
    const kid = `${algorithm}-${this.#published.length}`;
    this.#published.push({ ...(await exportJWK(publicKey)), kid, alg: algorithm, use: "sig" });
    this.#keys.set(algorithm, { kid, key: privateKey });
  }

  /** A token as RFC 9068 wants it, but for what `twist` changes. */
  async mint(audience: string, { claims = {}, header = {}, algorithm = "ES256" }: Token): Promise<string> {
    const signer = this.#keys.get(algorithm);
    if (signer === undefined) throw new Error(`There is no key for ${algorithm}.`);
    const now = Math.floor(Date.now() / 1000);
    const usual = {
      iss: this.url,
      aud: audience,
      sub: "person-1",
      client_id: "client-1",
      scope: "orders:read",
      iat: now,
      exp: now + 600,
      jti: "0123456789abcdef0123456789abcdef",
    };
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ typ: "at+jwt", alg: algorithm, kid: signer.kid, ...header })
      .sign(signer.key);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}

/** The request line and the headers, as they were sent. */
function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): string[] {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? `${name}: ${rawHeaders[index + 1]}` : [],
  );
  return [`${method} ${url} HTTP/${httpVersion}`, ...lines];
}
