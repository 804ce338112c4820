import assert from "node:assert/strict";
import type { RunningSample } from "./sample.ts";
import type { StandIn, Token } from "./stand-in.ts";

/** A token, and what an API has to make of it. */
interface Row {
  readonly name: string;
  readonly token: (issuer: StandIn, resource: string) => Promise<string>;
  readonly status: 200 | 401 | 403;
}

const seconds = () => Math.floor(Date.now() / 1000);
const twisted =
  (token: Token): Row["token"] =>
  (issuer, resource) =>
    issuer.mint(resource, token);

/** What every API of the guide must tell apart. */
export const rows: readonly Row[] = [
  { name: "a token of this API", token: twisted({}), status: 200 },
  { name: "too little scope", token: twisted({ claims: { scope: "orders:write" } }), status: 403 },
  { name: "no scope", token: twisted({ claims: { scope: undefined } }), status: 403 },
  { name: "another audience", token: twisted({ claims: { aud: "https://other.example" } }), status: 401 },
  { name: "another issuer", token: twisted({ claims: { iss: "https://other.example" } }), status: 401 },
  {
    name: "expired",
    token: twisted({ claims: { iat: seconds() - 900, exp: seconds() - 300 } }),
    status: 401,
  },
  { name: "without exp", token: twisted({ claims: { exp: undefined } }), status: 401 },
  { name: "not valid yet", token: twisted({ claims: { nbf: seconds() + 300 } }), status: 401 },
  { name: "an ID token", token: twisted({ header: { typ: "JWT" } }), status: 401 },
  { name: "without typ", token: twisted({ header: { typ: undefined as never } }), status: 401 },
  { name: "another algorithm (RS256)", token: twisted({ algorithm: "RS256" }), status: 401 },
  { name: "another algorithm (EdDSA)", token: twisted({ algorithm: "EdDSA" }), status: 401 },
  { name: "a key that is not published", token: twisted({ header: { kid: "gone" } }), status: 401 },
  { name: "a broken signature", token: async (...all) => broken(await twisted({})(...all)), status: 401 },
  {
    name: "no signature (alg none)",
    token: async (...all) => unsigned(await twisted({})(...all)),
    status: 401,
  },
  { name: "bound to a key", token: twisted({ claims: { cnf: { jkt: "x".repeat(43) } } }), status: 401 },
  { name: "an opaque token", token: async () => "lkat_0123456789abcdefghijklmnopqrstuvwxyz", status: 401 },
];

function broken(token: string): string {
  const [header, , signature] = token.split(".");
  return `${header}.${encode({ sub: "somebody" })}.${signature}`;
}

function unsigned(token: string): string {
  const [, claims] = token.split(".");
  return `${encode({ typ: "at+jwt", alg: "none" })}.${claims}.`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/**
 * Holds every row against a running sample, and its answers to callers without a token and with the other
 * scope. Stops it, and resolves with everything that it said of its refusals.
 */
export async function checkRows(issuer: StandIn, sample: RunningSample): Promise<string> {
  const challenges: string[] = [];
  const metadataUrl = new URL("/.well-known/oauth-protected-resource/orders", sample.resource).href;
  const metadata = `resource_metadata="${metadataUrl}"`;
  const none = await sample.call();
  assert.deepEqual([none.status, none.headers.get("www-authenticate")], [401, `Bearer ${metadata}`]);
  for (const { name, token, status } of rows) {
    const answer = await sample.call(await token(issuer, sample.resource));
    assert.equal(answer.status, status, `${name}\n${sample.printed()}`);
    const challenge = answer.headers.get("www-authenticate") ?? "";
    challenges.push(challenge);
    if (status === 200) assert.equal((await answer.json()).person, "person-1");
    else assert.ok(challenge.includes(metadata), `${name}: ${challenge}`);
    if (status === 401) assert.match(challenge, /^Bearer error="invalid_token", /, name);
    if (status === 403)
      assert.match(challenge, /^Bearer error="insufficient_scope", scope="orders:read", /, name);
  }
  const write = await issuer.mint(sample.resource, { claims: { scope: "orders:write" } });
  assert.equal((await sample.call(write, "POST")).status, 201);
  assert.equal((await sample.call(await issuer.mint(sample.resource, {}), "POST")).status, 403);
  const document = await (await fetch(metadataUrl)).json();
  assert.equal(document.resource, sample.resource);
  assert.deepEqual(document.authorization_servers, [issuer.url]);
  assert.deepEqual(document.scopes_supported, ["orders:read", "orders:write"]);
  await sample.stop();
  return `${challenges.join("\n")}\n${sample.printed()}`;
}
