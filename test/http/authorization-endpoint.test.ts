import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, afterEach, before, test } from "node:test";
import { findForm, type HttpAnswer } from "../support/form-client.ts";
import type { TestClient } from "../support/in-process.ts";
import {
  ada,
  assertForm,
  assertPage,
  assertRefused,
  type Fields,
  paths,
  queryOf,
  Stage,
  tokenIn,
} from "./support/stage.ts";

let stage: Stage;

before(async () => {
  stage = await Stage.set();
});
afterEach(() => stage.check());
after(() => stage[Symbol.asyncDispose]());

const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const pkce = { code_challenge: challenge, code_challenge_method: "S256" } as const;

/** Asserts that the client hears this error at its redirect URI, with its state and no code, and that nobody had to sign in. */
async function assertClientHears(
  error: string,
  fields: Fields,
  client: TestClient = stage.client,
): Promise<URL> {
  const answers = [
    await stage.visit(stage.target({ state: "st", ...fields }, client)),
    await stage.browser.get(stage.target({ state: "st", ...fields }, client)),
  ];
  const [location] = answers.map(({ status, headers }) => {
    assert.equal(status, 302, JSON.stringify(fields));
    return new URL(headers.location ?? "");
  });
  assert.ok(location !== undefined);
  assert.equal(`${location.origin}${location.pathname}`, client.redirectUri);
  assert.equal(location.searchParams.get("error"), error, JSON.stringify(fields));
  assert.match(location.searchParams.get("error_description") ?? "", /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  assert.equal(location.searchParams.get("state"), "st");
  assert.equal(location.searchParams.has("code"), false);
  assert.equal(answers[1]?.headers.location, location.href);
  return location;
}

test("C16: a challenge with method plain, none, s256 or S512 is invalid_request, and so is a malformed one", async () => {
  for (const method of ["plain", "", "s256", "S512", "S256 ", "none"])
    await assertClientHears("invalid_request", { ...pkce, code_challenge_method: method });
  for (const malformed of [
    challenge.slice(1),
    `${challenge}=`,
    `${challenge}A`,
    `${challenge.slice(0, -1)}N`,
    "+".repeat(43),
  ])
    await assertClientHears("invalid_request", { ...pkce, code_challenge: malformed });
  await assertClientHears("invalid_request", { code_challenge_method: "S256" });
  assert.equal((await stage.redirect(pkce)).searchParams.has("code"), true);
});

test("ASVS V10.4.6, RFC 9700 §2.1.1: strict and public clients get no code without a challenge", async () => {
  const strict = await stage.addClient({ profile: "strict" });
  const publicClient = await stage.addClient({ isPublic: true });
  await assertClientHears("invalid_request", { response_type: "code" }, strict);
  await assertClientHears("invalid_request", {}, publicClient);
  await assertClientHears("invalid_request", { ...pkce }, strict);
  assert.equal(
    (await stage.redirect({ response_type: "code", ...pkce }, strict)).searchParams.has("code"),
    true,
  );
  assert.equal((await stage.redirect(pkce, publicClient)).searchParams.has("code"), true);
});

test("RFC 9700 §2.1.2, ASVS V10.6.1: no response type but code is there", async () => {
  const types = [
    "token",
    "id_token",
    "id_token token",
    "code id_token",
    "code token",
    "code code",
    "none",
    "CODE",
    " ",
  ];
  for (const type of types) await assertClientHears("unsupported_response_type", { response_type: type });
  assert.equal((await stage.redirect({ response_type: "code" })).searchParams.has("code"), true);
});

test("ASVS V10.4.12: no response mode but query is there", async () => {
  for (const mode of ["form_post", "fragment", "query.jwt", "form_post.jwt", "web_message"])
    await assertClientHears("invalid_request", { response_mode: mode });
  const back = await stage.redirect({ response_mode: "query" });
  assert.deepEqual([back.hash, back.searchParams.has("code")], ["", true]);
});

test("ASVS V10.4.15: authorization_details in the query are refused", async () => {
  await assertClientHears("invalid_authorization_details", { authorization_details: '[{"type":"a"}]' });
});

test("request objects are refused and nothing is fetched: a request_uri makes no request of ours", async () => {
  let hits = 0;
  const sink = createServer((_, response) => {
    hits += 1;
    response.end();
  });
  await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
  const own = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/request`;
  try {
    for (const uri of [
      own,
      "http://169.254.169.254/latest/meta-data/",
      "file:///etc/passwd",
      "urn:ietf:params:x",
    ])
      await assertClientHears("request_uri_not_supported", { request_uri: uri });
    await assertClientHears("request_not_supported", { request: "eyJhbGciOiJub25lIn0.e30." });
    await assertClientHears("registration_not_supported", { registration: `{"jwks_uri":"${own}"}` });
    for (const name of ["logo_uri", "jwks_uri", "sector_identifier_uri", "claims", "id_token_hint"])
      assertForm(await stage.visit(stage.target({ [name]: own })));
    assert.equal(hits, 0);
  } finally {
    await new Promise((resolve) => sink.close(resolve));
  }
});

test("RFC 6749 §3.1: unknown parameters are ignored, and known ones that mean nothing here too", async () => {
  const tolerated = {
    foo: "bar",
    scope: "openid profile",
    nonce: "n",
    display: "popup",
    ui_locales: "de en",
    claims_locales: "de",
    acr_values: "1",
    resource: "https://api.example",
  };
  const back = await stage.redirect(tolerated);
  assert.deepEqual([...back.searchParams.keys()], ["code"]);
});

test("RFC 9700 §4.4.2: a strict client gets iss with a code and with an error; an interface client gets neither", async () => {
  const strict = await stage.addClient({ profile: "strict" });
  const { issuer } = stage.inProcess.service;
  const back = await stage.redirect({ response_type: "code", state: "s", ...pkce }, strict);
  assert.deepEqual([...back.searchParams.keys()], ["code", "state", "iss"]);
  assert.equal(back.searchParams.get("iss"), issuer);
  const refused = await assertClientHears("unsupported_response_type", { response_type: "token" }, strict);
  assert.equal(refused.searchParams.get("iss"), issuer);
  assert.deepEqual([...(await stage.redirect({ state: "s" })).searchParams.keys()], ["code", "state"]);
});

test("RFC 9700 §2.1, ASVS V10.4.1: a redirect URI that is not exactly a registered one ends on our own page", async () => {
  const variants = [
    "https://app.example/cb/",
    "https://app.example/CB",
    "https://app.example/cb?a=1",
    "https://app.example:8443/cb",
  ];
  for (const redirectUri of [...variants, "http://app.example/cb", "https://evil.test/cb"])
    for (const more of [{}, { prompt: "none" }, { response_type: "token" }, { response_mode: "form_post" }])
      assertPage(await stage.browser.get(stage.target({ redirect_uri: redirectUri, ...more })));
  const native = await stage.addClient({ isPublic: true, redirectUris: ["http://127.0.0.1/cb"] });
  const port = { redirect_uri: "http://127.0.0.1:51004/cb", ...pkce };
  const asked = await stage.browser.get(stage.target(port, native));
  const answer = await stage.browser.submit(asked, {});
  assert.match(answer.headers.location ?? "", /^http:\/\/127\.0\.0\.1:51004\/cb\?code=lkac_/);
});

test("RFC 9700 §4.12: the redirect after a posted form is 303, after a GET 302, never one that repeats the password", async () => {
  assert.equal((await stage.browser.get(stage.target())).status, 302);
  const browser = stage.newBrowser();
  const signedIn = await browser.submit(await browser.get(stage.target()), ada);
  assert.equal(signedIn.status, 303);
  const choose = await browser.get(stage.target({ prompt: "consent" }));
  assert.equal((await browser.submit(choose, {})).status, 303);
  const posted = await browser.post(paths.authorization, {
    client_id: stage.client.id,
    redirect_uri: stage.client.redirectUri,
    response_type: "token",
  });
  assert.equal(posted.status, 303);
  const bare = await stage.visit(paths.signIn);
  assert.deepEqual([bare.status, bare.headers.location], [303, "/sign-in?to=account"]);
});

test("RFC 9700 §4.7: state comes back unchanged, also through the sign-in form", async () => {
  for (const state of ["a+b c%20d", "ä€\u{1F600}", "x".repeat(2048), '{"next":"https://evil.test/?a=b&c"}']) {
    const answer = await stage.newBrowser().signIn(stage.target({ state }), ada);
    const back = new URL(answer.headers.location ?? "");
    assert.equal(back.searchParams.get("state"), state);
    assert.deepEqual([...back.searchParams.keys()], ["code", "state"]);
  }
});

test("RFC 9700 §4.15.1: ids of clients and of people are never equal", async () => {
  const { body } = await stage.userinfo(`Bearer ${await stage.token()}`);
  assert.match(JSON.parse(body).sub, /^lku[A-Za-z0-9]{20}$/);
  assert.match(stage.client.id, /^lkc[A-Za-z0-9]{20}$/);
});

test("RFC 9700 §4.2.4: our pages load nothing from elsewhere and send no Referer", async () => {
  for (const page of await everyPage()) {
    assert.equal(page.headers["referrer-policy"], "no-referrer");
    const loaded = [...page.body.matchAll(/<(?:script|link|img|iframe|object|embed|source|form)\b[^>]*>/g)];
    for (const [tag] of loaded)
      assert.doesNotMatch(tag, /\b(?:src|href|data|srcset|action)="(?:https?:)?\/\//);
    assert.doesNotMatch(page.body, /@import|url\((?!#)/);
  }
});

test("RFC 9700 §4.17: no page posts or listens to messages of other windows", async () => {
  for (const { body } of await everyPage())
    assert.doesNotMatch(body, /postMessage|onmessage|"message"|opener\b/);
});

test("no page has an inline handler, and every script and style carries the nonce of its policy", async () => {
  for (const { body, headers } of await everyPage()) {
    const nonce = /script-src 'nonce-([A-Za-z0-9_-]{22})'/.exec(
      String(headers["content-security-policy"]),
    )?.[1];
    assert.doesNotMatch(body, /\son[a-z]+="|\sstyle="|javascript:/);
    for (const [tag] of body.matchAll(/<(?:script|style)\b[^>]*>/g))
      assert.ok(tag.includes(`nonce="${nonce}"`), tag);
  }
});

/** Every kind of page that there is. */
async function everyPage(): Promise<readonly HttpAnswer[]> {
  const signIn = await stage.visit(stage.target());
  return [
    signIn,
    await stage.stranger.submit(signIn, { ...ada, password: "" }),
    await stage.browser.get(stage.target({ prompt: "login" })),
    await stage.browser.get(stage.target({ prompt: "select_account" })),
    await stage.browser.get(paths.logout),
    await stage.visit(paths.logout),
    await stage.browser.get("/"),
    await stage.visit("/"),
    await stage.visit("/nothing-here"),
    await stage.visit(stage.target({ client_id: "unknown" })),
    await stage.visit(stage.target({ redirect_uri: "https://evil.test/" })),
  ];
}

test("the request cannot be changed on the way: a sign-in form works only for the query that it was made for", async () => {
  const page = await stage.visit(stage.target({ state: "a" }));
  const { action, fields } = findForm(page.body);
  for (const [name, value] of Object.entries(ada)) fields.set(name, value);
  const other = await stage.addClient();
  const tampered = [
    action.replace("state=a", "state=b"),
    `${action}&response_type=token`,
    `${action}&prompt=consent`,
    action.replace(stage.client.id, other.id),
  ];
  for (const target of tampered) {
    const answer = await stage.stranger.post(target, fields);
    assert.equal(answer.headers.location?.includes("code=") ?? false, false);
    assert.equal(stage.stranger.cookies.has("latchkey-session"), false, target);
  }
  assert.equal((await stage.stranger.post(action, fields)).status, 303);
});

test("ASVS V10.6.2: a GET of the logout URL, as from an img or iframe, ends no session", async () => {
  const headers = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" };
  const asked = await stage.browser.get(paths.logout, headers);
  assert.match(asked.body, /<form\b/);
  for (const query of ["?post_logout_redirect_uri=https://evil.test/", "?id_token_hint=x", "?step=x"])
    assert.equal((await stage.browser.get(paths.logout + query)).headers.location, undefined);
  const posted = await stage.browser.post(paths.logout, {}, { "sec-fetch-site": "cross-site" });
  assertPage(posted, 403);
  assert.equal((await stage.redirect()).searchParams.has("code"), true);
});

test("ASVS V10.4.7, V6.3.4: there is no registration endpoint, and no path but those of the table", async () => {
  const absent = [
    "/v1/Oauth/register",
    "/v1/Oauth/clients",
    "/v1/Oauth",
    "/administration",
    "/docs",
    "/metrics",
    "/api",
    "/v1/Oauth/token/",
    "/v1/oauth/token",
    "/.env",
    "/data/latchkey.db",
    "/debug",
  ];
  for (const target of absent)
    for (const method of ["GET", "POST"]) {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const answer = await stage.stranger.send({
        method,
        target,
        headers,
        ...(method === "POST" ? { body: "a=b" } : {}),
      });
      // Only programs have business below /v1/.
      if (target.startsWith("/v1/")) assertRefused(answer, "invalid_request", 404);
      else assertPage(answer, 404);
    }
});

test("POST of an authorization request is the same request as GET, and its redirect is our own", async () => {
  const fields = { client_id: stage.client.id, redirect_uri: stage.client.redirectUri, state: "ä b" };
  const posted = await stage.browser.post(paths.authorization, fields, { "sec-fetch-site": "cross-site" });
  assert.equal(posted.status, 303);
  const location = posted.headers.location ?? "";
  assert.ok(location.startsWith(`${paths.authorization}?`));
  const back = new URL((await stage.browser.get(location)).headers.location ?? "");
  assert.equal(back.searchParams.get("state"), "ä b");
  tokenIn(await stage.exchange(back.searchParams.get("code") ?? ""));
  assertPage(
    await stage.browser.post(paths.authorization, { ...fields, redirect_uri: "https://evil.test/" }),
  );
  assertPage(await stage.browser.post(`${paths.authorization}?client_id=%FF`, { redirect_uri: "x" }));
});

test("a forged or altered cookie of any kind is a stranger's", async () => {
  const kept = new Map(stage.browser.cookies);
  for (const name of ["latchkey-session", "latchkey-device", "latchkey-browser"]) {
    const value = kept.get(name) ?? "";
    const other = (character: string | undefined) => (character === "A" ? "B" : "A");
    const forged = [
      value.slice(0, -1) + other(value.at(-1)),
      other(value.at(0)) + value.slice(1),
      "",
      "null",
      "a".repeat(43),
      `${value}.${value}`,
    ];
    for (const text of forged) {
      const cookies = new Map(kept).set(name, text);
      const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
      const answer = await stage.visit(stage.target({ prompt: "none" }), { cookie });
      const outcome = name === "latchkey-session" ? "error=login_required" : "code=";
      assert.ok(answer.headers.location?.includes(`?${outcome}`), `${name}=${text}`);
    }
  }
});

test("RFC 9700 §2.6: a client's credentials are never asked for nor taken at the authorization endpoint", async () => {
  const { id, secret, redirectUri } = stage.client;
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  assertPage(
    await stage.visit(`${paths.authorization}?${queryOf({ redirect_uri: redirectUri })}`, { authorization }),
  );
  const heard = await assertClientHears("invalid_request", { client_secret: "anything" });
  assert.doesNotMatch(heard.href, /anything/);
  assert.equal(
    (await stage.inProcess.ports.clients.find(stage.client.client.id))?.secretExposedAt,
    undefined,
  );
  await assertClientHears("invalid_request", { client_secret: secret });
  assert.notEqual(
    (await stage.inProcess.ports.clients.find(stage.client.client.id))?.secretExposedAt,
    undefined,
  );
  assertRefused(await stage.exchange("x"), "invalid_grant");
});
