import { LRUCache } from "lru-cache";

/** The scopes of the API, as `latchkey api create` was told. */
export const orderScopes = { read: "orders:read", write: "orders:write" } as const;

/** An HTTP answer of the API. */
interface ApiReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What jose says of a token. Other errors, such as keys that cannot be fetched, are not the caller's fault. */
const faultOfToken = /^ERR_(JW[ST]_|JWKS_NO_|JOSE_ALG_|JOSE_NOT_)/;

type Claims = Readonly<Record<string, unknown>>;
type Verify = (token: string) => Promise<Claims | undefined>;

const peopleMax = 1000;
const ordersMax = 10;
const firstOrders = ["A teapot", "Two cups"];

/**
 * The API of the demo: everybody's own list of orders. It knows the service by its published keys alone, and the caller by the token
 * alone; docs/protect-an-api.md has the same in other languages.
 */
export class OrdersApi {
  readonly #resource: string;
  readonly #issuer: string;
  readonly #metadataUrl: URL;
  readonly #orders = new LRUCache<string, readonly string[]>({ max: peopleMax });
  #verify: Promise<Verify> | undefined;

  constructor({ resource, issuer }: { readonly resource: string; readonly issuer: string }) {
    this.#resource = resource;
    this.#issuer = issuer;
    // RFC 9728 §3.1: the well-known part comes before the path of the resource.
    this.#metadataUrl = new URL(
      `/.well-known/oauth-protected-resource${new URL(resource).pathname}`,
      resource,
    );
  }

  /** Undefined for a path that is not the API's. */
  async answer(
    method: string,
    path: string,
    authorization: string | undefined,
  ): Promise<ApiReply | undefined> {
    if (path === this.#metadataUrl.pathname && method === "GET") return json(200, this.#metadata());
    if (path !== new URL(this.#resource).pathname) return undefined;
    const scope = method === "GET" ? orderScopes.read : method === "POST" ? orderScopes.write : undefined;
    if (scope === undefined) return json(405, { error: "method_not_allowed" }, { allow: "GET, POST" });
    const [, token] = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? "") ?? [];
    if (token === undefined) return this.#challenge(401, {});
    this.#verify ??= verifierOf(this.#issuer, this.#resource);
    const claims = await (await this.#verify)(token);
    if (claims === undefined) return this.#challenge(401, { error: "invalid_token" });
    if (
      !String(claims.scope ?? "")
        .split(" ")
        .includes(scope)
    )
      return this.#challenge(403, { error: "insufficient_scope", scope });
    return this.#serve(method, String(claims.sub));
  }

  #serve(method: string, person: string): ApiReply {
    const orders = this.#orders.get(person) ?? firstOrders;
    if (method === "GET") return json(200, { orders });
    const more = [...orders, `Order ${orders.length + 1}`].slice(-ordersMax);
    this.#orders.set(person, more);
    return json(201, { orders: more });
  }

  /** RFC 6750 §3 and RFC 9728 §5.1: what was wrong, and where a client finds out whom to ask for a token. */
  #challenge(status: number, error: Readonly<Record<string, string>>): ApiReply {
    const fields = { ...error, resource_metadata: this.#metadataUrl.href };
    const text = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
    return json(status, error, { "www-authenticate": `Bearer ${text.join(", ")}` });
  }

  #metadata(): object {
    return {
      resource: this.#resource,
      authorization_servers: [this.#issuer],
      scopes_supported: Object.values(orderScopes),
      bearer_methods_supported: ["header"],
    };
  }
}

/** Creates the reader of tokens for this API (RFC 9068 §4): undefined for any other token, a rejection if it cannot get the keys. */
async function verifierOf(issuer: string, resource: string): Promise<Verify> {
  const { createRemoteJWKSet, errors, jwtVerify } = await import("jose");
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  const rules = {
    issuer,
    audience: resource,
    typ: "at+jwt",
    algorithms: ["ES256"],
    requiredClaims: ["exp", "sub"],
  };
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, rules);
      return payload.cnf === undefined ? payload : undefined; // RFC 9449 §7.2: a bound token is no bearer token.
    } catch (error) {
      if (error instanceof errors.JOSEError && faultOfToken.test(error.code)) return undefined;
      throw error;
    }
  };
}

function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): ApiReply {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}
