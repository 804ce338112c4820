import assert from "node:assert/strict";
import { request } from "node:http";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";

/**
 * What a visitor sees of the service behind a proxy, as a program, because it runs in the network of a machine:
 * `visit.ts CLIENT_ID CLIENT_SECRET REDIRECT_URI USERNAME PASSWORD`. Fails where anything is not as it must be.
 */
const [clientId = "", clientSecret = "", redirectUri = "", username = "", password = ""] =
  process.argv.slice(2);
const base = "https://id.example.org";
const visitor = { localAddress: "198.51.100.44" };
const client = { clientId, clientSecret, redirectUris: [redirectUri] };
const form = { "content-type": "application/x-www-form-urlencoded" };

/** A state as long as the service allows fills the request line, and the header of the redirect. */
async function signInWithLongState(): Promise<void> {
  const browser = new FormClient(base, visitor);
  // Nearly as long as the service allows: 11 KiB in the query, which return in the redirect.
  const state = "\u2603".repeat(1_250);
  const target = authorizationTarget(client, { state });
  const page = await browser.get(target);
  assert.match(String(page.headers["strict-transport-security"]), /max-age=63072000/);
  assert.ok([200, 303].includes(page.status), `${page.status}`);
  const answer = await browser.signIn(target, { username, password });
  const { location } = answer.headers;
  assert.equal(location === undefined ? undefined : new URL(location).searchParams.get("state"), state);
  for (const name of browser.cookies.keys()) assert.match(name, /^__Host-/);
  assert.ok(browser.cookies.size > 0);
  for (const cookie of answer.headers["set-cookie"] ?? []) assert.match(cookie, /; Secure/);
  const body = new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    code: codeIn(location),
  });
  const call = { method: "POST", target: "/v1/Oauth/token", headers: form, body: body.toString() };
  assert.equal((await browser.send(call)).status, 200);
  browser.close();
}

/** A wrong password of a visitor who pretends to be at another address, in every header that proxies use. */
async function refusedFromElsewhere(): Promise<void> {
  const browser = new FormClient(base, visitor);
  const elsewhere = {
    "x-forwarded-for": "203.0.113.7",
    "x-real-ip": "203.0.113.7",
    forwarded: "for=203.0.113.7;host=evil.example",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "http",
  };
  const body = new URLSearchParams({ client_id: clientId, client_secret: "wrong", code: "wrong" }).toString();
  const call = { method: "POST", target: "/v1/Oauth/token", headers: { ...form, ...elsewhere }, body };
  assert.ok([400, 401].includes((await browser.send(call)).status));
  const metadata = await browser.get("/.well-known/openid-configuration", elsewhere);
  assert.equal(JSON.parse(metadata.body).issuer, base);
  browser.close();
}

async function limits(): Promise<void> {
  const browser = new FormClient(base, visitor);
  const post = (body: string) =>
    browser.send({ method: "POST", target: "/v1/Oauth/token", headers: form, body });
  // A proxy may cut the connection of a body that it refuses, and Caddy and Traefik say 502 where the service closed before it was sent.
  const { status: long } = await post(`code=${"x".repeat(70_000)}`);
  assert.ok([413, 502].includes(long), `${long}`);
  const large = await post(`code=${"x".repeat(3_000_000)}`).then(
    ({ status }) => status,
    () => 413,
  );
  assert.ok([413, 502].includes(large), `${large}`);
  // Traefik passes on a header of up to 1 MB, and so meets the same.
  const header = await browser.get("/livez", { "x-long": "x".repeat(200_000) }).then(
    ({ status }) => status,
    () => 431,
  );
  assert.ok([400, 431, 502].includes(header), `${header}`);
  browser.close();
  const hidden = new FormClient(base, visitor);
  assert.equal((await hidden.get("/metrics")).status, 404);
  assert.equal((await hidden.get("/readyz")).status, 200);
  hidden.close();
}

async function plainHttp(): Promise<void> {
  const answer = await new Promise<{ status: number | undefined; location: string | undefined }>(
    (resolve, reject) => {
      request("http://id.example.org/account?a=b", ({ statusCode: status, headers: { location } }) => {
        resolve({ status, location });
      })
        .on("error", reject)
        .end();
    },
  );
  assert.equal(answer.location, `${base}/account?a=b`);
  // Traefik says 301 to a GET.
  assert.ok([301, 308].includes(answer.status ?? 0), `${answer.status}`);
}

await signInWithLongState();
await refusedFromElsewhere();
await limits();
await plainHttp();
process.exit(0);
