import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { systemRandom } from "../../src/adapters/system/random.ts";
import { type ClientRegistry, setClientDisabled } from "../../src/flows/operator/client.ts";
import { everyRight } from "../../src/flows/operator/rights.ts";
import { loadConfig } from "../../src/ops/config.ts";
import type { AccountId } from "../../src/values/ids.ts";
import { challengeOf, newVerifier } from "./support/pkce.ts";
import {
  ada,
  assertRefused,
  basicHeader,
  paths,
  queryOf,
  Stage,
  tokenIn,
  visiblePart,
} from "./support/stage.ts";

let stage: Stage;

before(async () => {
  stage = await Stage.set();
});
afterEach(() => stage.check());
after(() => stage[Symbol.asyncDispose]());

/** What the command line works with, beside the running service. */
function registry(): ClientRegistry {
  const { clients, grants, groups, settings, audit } = stage.inProcess.ports;
  return { clients, grants, groups, settings, clock: stage.inProcess.clock, random: systemRandom, audit };
}

/** The reason that the log keeps of the last refused exchange. */
function loggedReason(): unknown {
  return stage.inProcess.log.findLast(({ message }) => message === "exchange-refused")?.fields.reason;
}

test("C1: a good exchange answers exactly status, access_token, token_type and expires_in, and is not cached", async () => {
  const answer = await stage.exchange(await stage.code());
  const body: Record<string, unknown> = JSON.parse(answer.body);
  assert.deepEqual(Object.keys(body), ["status", "access_token", "token_type", "expires_in"]);
  assert.match(String(body.access_token), /^lkat_[A-Za-z0-9_-]{64}$/);
  assert.deepEqual(
    { ...body, access_token: "" },
    {
      status: "success",
      access_token: "",
      token_type: "Bearer",
      expires_in: 3600,
    },
  );
  assert.equal(answer.status, 200);
  assert.equal(answer.headers["content-type"], "application/json");
  assert.equal(answer.headers["cache-control"], "no-store");
});

test("C1: HTTP Basic and grant_type, redirect_uri and unknown parameters change nothing about the answer", async () => {
  const { id, secret, redirectUri } = stage.client;
  tokenIn(
    await stage.exchange(await stage.code(), { grant_type: "authorization_code", redirect_uri: redirectUri }),
  );
  tokenIn(await stage.exchange(await stage.code(), { scope: "openid", foo: "bar", audience: "x" }));
  tokenIn(await stage.postToken(`code=${await stage.code()}`, basicHeader(id, secret)));
});

test("C2: a code that its owner sends again is refused, and the token of the first exchange dies with it", async () => {
  const code = await stage.code();
  const token = tokenIn(await stage.exchange(code));
  assert.equal((await stage.userinfo(`Bearer ${token}`)).status, 200);
  assertRefused(await stage.exchange(code), "invalid_grant");
  assert.equal((await stage.userinfo(`Bearer ${token}`)).status, 401);
  assertRefused(await stage.exchange(code), "invalid_grant");

  const late = await stage.code();
  const lateToken = tokenIn(await stage.exchange(late));
  stage.inProcess.clock.advance(300);
  assertRefused(await stage.exchange(late), "invalid_grant");
  assert.equal((await stage.userinfo(`Bearer ${lateToken}`)).status, 401);
});

test("C2: a replay by anybody but the owner leaves the token alone", async () => {
  const other = await stage.addClient({ secret: "secretOfAnotherClient" });
  const verifier = newVerifier();
  const code = await stage.code(challengeOf(verifier));
  const token = tokenIn(await stage.exchange(code, { code_verifier: verifier }));
  assertRefused(await stage.exchange(code, {}, other), "invalid_grant");
  assertRefused(await stage.exchange(code, { client_secret: "wrong" }), "invalid_client");
  assertRefused(await stage.exchange(code, { code_verifier: newVerifier() }), "invalid_grant");
  assertRefused(await stage.exchange(code), "invalid_grant");
  assert.equal((await stage.userinfo(`Bearer ${token}`)).status, 200);
});

test("C7: a code works until one second before it expires, and neither at that second nor after it", async () => {
  const { clock } = stage.inProcess;
  for (const [age, works] of [
    [59, true],
    [60, false],
    [61, false],
  ] as const) {
    const code = await stage.code();
    clock.advance(age);
    const answer = await stage.exchange(code);
    if (works) tokenIn(answer);
    else assertRefused(answer, "invalid_grant");
  }
});

test("C8: a code of another client is refused like an unknown one, and stays unspent", async () => {
  const other = await stage.addClient({ secret: "secretOfTheThief" });
  const code = await stage.code();
  const stolen = await stage.exchange(code, {}, other);
  assertRefused(stolen, "invalid_grant");
  const unknown = await stage.exchange(`lkac_${"A".repeat(120)}`, {}, other);
  assert.deepEqual(visiblePart(stolen), visiblePart(unknown));
  tokenIn(await stage.exchange(code));
});

test("C12: a code with any one character changed is refused, and none of that spends it", async () => {
  const code = await stage.code();
  const changed = Array.from({ length: code.length }, (_, at) => {
    const other = code[at] === "A" ? "B" : "A";
    return code.slice(0, at) + other + code.slice(at + 1);
  });
  const flipped = Array.from({ length: code.length }, (_, at) => {
    const character = code[at] ?? "";
    const other = character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase();
    return code.slice(0, at) + other + code.slice(at + 1);
  }).filter((text) => text !== code);
  const padded = [
    `${code}=`,
    `${code}==`,
    `${code}A`,
    ` ${code}`,
    `${code} `,
    `${code}\n`,
    `\t${code}`,
    `${code}.`,
  ];
  const cut = [code.slice(0, -1), code.slice(5), code.slice(0, 40), code + code, code.toUpperCase(), "lkac_"];
  for (const text of [...changed, ...flipped, ...padded, ...cut])
    assertRefused(await stage.exchange(text), "invalid_grant");
  tokenIn(await stage.exchange(code));
});

test("C19: an interface client may leave redirect_uri out, or vary its query; another one is refused", async () => {
  const client = await stage.addClient({ redirectUris: ["https://app.example/cb?tenant=1"] });
  const wrong = [
    "https://app.example/other",
    "https://app.example/cb/",
    "http://app.example/cb",
    "https://APP.example/cb",
    "https://app.example:8443/cb",
    "https://evil.test/cb",
    "x",
  ];
  const code = await stage.code({}, client);
  for (const redirectUri of wrong)
    assertRefused(await stage.exchange(code, { redirect_uri: redirectUri }, client), "invalid_grant");
  tokenIn(await stage.exchange(code, {}, client));
  for (const redirectUri of [
    "https://app.example/cb",
    "https://app.example/cb?tenant=1",
    "https://app.example/cb?x",
  ])
    tokenIn(await stage.exchange(await stage.code({}, client), { redirect_uri: redirectUri }, client));
});

test("C19: a strict client must repeat redirect_uri exactly", async () => {
  const redirectUri = "https://app.example/cb?tenant=1";
  const client = await stage.addClient({ profile: "strict", redirectUris: [redirectUri] });
  const verifier = newVerifier();
  const code = await stage.code({ response_type: "code", ...challengeOf(verifier) }, client);
  const proof = { code_verifier: verifier };
  assertRefused(await stage.exchange(code, proof, client), "invalid_grant");
  for (const wrong of [
    "https://app.example/cb",
    `${redirectUri}&a=b`,
    `${redirectUri}/`,
    "https://app.example/cb?tenant=2",
  ])
    assertRefused(await stage.exchange(code, { ...proof, redirect_uri: wrong }, client), "invalid_grant");
  tokenIn(await stage.exchange(code, { ...proof, redirect_uri: redirectUri }, client));
});

test("C28: nothing that was made for one purpose is taken for another", async () => {
  const code = await stage.code();
  const token = await stage.token();
  const page = await stage.visit(stage.target());
  const step = /name="step" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
  const cookies = ["session", "device", "browser"].map(
    (name) => stage.browser.cookies.get(`latchkey-${name}`) ?? "",
  );
  assert.ok([step, ...cookies].every((text) => text !== ""));
  const sealedCode = code.slice("lkac_".length);

  const foreign = [token, token.slice("lkat_".length), step, ...cookies, stage.client.secret, ada.password];
  for (const text of foreign)
    for (const presented of [text, `lkac_${text}`])
      assertRefused(await stage.exchange(presented), "invalid_grant");
  for (const text of [
    code,
    `lkat_${sealedCode}`,
    step,
    ...cookies,
    stage.client.secret,
    `lkat_${cookies[0]}`,
  ])
    assert.equal((await stage.userinfo(`Bearer ${text}`)).status, 401);
  for (const text of [code, sealedCode, token, ...cookies]) {
    const posted = await stage.stranger.submit(page, { ...ada, step: text });
    assert.equal(posted.status, 403, "a CSRF token of another make");
  }
  tokenIn(await stage.exchange(code));
});

test("C28: codes and tokens are no secrets of the client, and no session", async () => {
  const [code, token] = [await stage.code(), await stage.token()];
  for (const text of [code, token])
    assertRefused(await stage.exchange(code, { client_secret: text }), "invalid_client");
  const { browser } = stage;
  const kept = browser.cookies.get("latchkey-session") ?? "";
  for (const text of [code, token, `${kept}A`, kept.slice(0, -1), kept.toLowerCase()]) {
    const answer = await browser.get(stage.target({ prompt: "none" }), {
      cookie: `latchkey-session=${text}`,
    });
    assert.match(answer.headers.location ?? "", /error=login_required/);
  }
});

test("C27: disabling the client stops its codes and tokens; enabling it gives no token back", async () => {
  const client = await stage.addClient({ secret: "secretOfTheStoppedClient" });
  const [code, token] = [await stage.code({}, client), await stage.token(client)];
  await setClientDisabled(registry(), client.client.id, true, { by: everyRight });
  assertRefused(await stage.exchange(code, {}, client), "invalid_client");
  assert.equal((await stage.userinfo(`Bearer ${token}`)).status, 401);
  await setClientDisabled(registry(), client.client.id, false, { by: everyRight });
  assert.equal((await stage.userinfo(`Bearer ${token}`)).status, 401);
  // Codes of the very moment in which it was enabled are void.
  stage.inProcess.clock.advance(1);
  tokenIn(await stage.exchange(await stage.code({}, client), {}, client));
});

/** Signs a new person in and answers her id with a fresh code and a token. */
async function newPerson(username: string) {
  const person = { username, password: `the long password of ${username}` };
  const id = await stage.inProcess.addAccount(person.username, person.password);
  const browser = stage.newBrowser();
  await browser.signIn(stage.target(), person);
  const code = async () => {
    const { headers } = await browser.get(stage.target());
    return new URL(headers.location ?? "").searchParams.get("code") ?? "";
  };
  return { id, browser, token: tokenIn(await stage.exchange(await code())), code: await code() };
}

test("C27: a new password, disabling and removing the account each kill the codes and tokens from before", async () => {
  const { accounts } = stage.inProcess.ports;
  const now = stage.inProcess.clock.now();
  const { passwordHash } = (await accounts.list(1_000))[0] ?? {};
  assert.ok(passwordHash !== undefined);
  const changes = [
    (id: AccountId) => accounts.setPassword(id, passwordHash, now),
    (id: AccountId) => accounts.setDisabled(id, true, now),
    (id: AccountId) => accounts.remove(id),
  ];
  for (const [index, change] of changes.entries()) {
    const { id, code, token } = await newPerson(`person${index}`);
    assert.equal((await stage.userinfo(`Bearer ${token}`)).status, 200);
    await change(id);
    assertRefused(await stage.exchange(code), "invalid_grant");
    assert.equal((await stage.userinfo(`Bearer ${token}`)).status, 401);
  }
});

test("RFC 9700 §4.5: signing out kills the codes and tokens of that session", async () => {
  const { browser, code, token } = await newPerson("leaver");
  const signOut = await browser.submit(await browser.get(paths.logout), {});
  assert.equal(signOut.status, 200);
  assertRefused(await stage.exchange(code), "invalid_grant");
  assert.equal(loggedReason(), "session-ended");
  assert.equal((await stage.userinfo(`Bearer ${token}`)).status, 401);
});

test("RFC 9700 §2.4, ASVS V10.4.4: no grant but those of the metadata is there, and four of them only for clients registered for them", async () => {
  const code = await stage.code();
  const grants = [
    "password",
    "implicit",
    "urn:ietf:params:oauth:grant-type:jwt-bearer",
    "Authorization_Code",
  ];
  for (const grant of grants)
    assertRefused(
      await stage.exchange(code, { grant_type: grant, ...ada, refresh_token: "x" }),
      "unsupported_grant_type",
    );
  assertRefused(
    await stage.exchange(code, { grant_type: "refresh_token", refresh_token: "x" }),
    "unauthorized_client",
  );
  assertRefused(
    await stage.exchange(code, {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: "x",
    }),
    "unauthorized_client",
  );
  assertRefused(await stage.exchange(code, { grant_type: "client_credentials" }), "unauthorized_client");
  assertRefused(
    await stage.exchange(code, {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token: "x",
      subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
    }),
    "unauthorized_client",
  );
  tokenIn(await stage.exchange(code, { grant_type: "authorization_code" }));
});

test("ASVS V10.4.3: a code lives one minute unless set otherwise, and no setting above five minutes is taken", () => {
  const lifetime = (text?: string) => {
    const env = text === undefined ? {} : { LATCHKEY_CODE_LIFETIME_SECONDS: text };
    const loaded = loadConfig({ env, flags: {}, cwd: "/", readFile: () => undefined });
    return loaded.ok ? loaded.value.config.codeLifetime : undefined;
  };
  assert.deepEqual([lifetime(), lifetime("300"), lifetime("301")], [60, 300, undefined]);
});

test("RFC 6749 §3.2: the token endpoint takes POST only", async () => {
  for (const method of ["GET", "HEAD", "PUT", "DELETE", "PATCH", "QUERY", "TRACE"]) {
    const answer = await stage.stranger.send({ method, target: `${paths.token}?${queryOf({ code: "x" })}` });
    assert.deepEqual([answer.status, answer.headers.allow], [405, "POST"], method);
  }
});

test("every refusal of the token endpoint names a cause that the log keeps under the request's own reason", async () => {
  // The log counts what a minute repeats, and this file refuses much in one minute.
  stage.inProcess.clock.advance(60);
  await stage.exchange("lkac_x");
  assert.equal(loggedReason(), "code-unknown");
  await stage.postToken("a&".repeat(100));
  assert.equal(loggedReason(), "too-many-parameters");
  await stage.exchange("x", { grant_type: "password" });
  assert.equal(loggedReason(), "grant-type-unsupported");
});
