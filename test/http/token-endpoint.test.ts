import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { after, afterEach, before, test } from "node:test";
import { systemRandom } from "../../src/adapters/system/random.ts";
import {
  type ClientRegistry,
  rotateClientSecret,
  setClientDisabled,
} from "../../src/flows/manage-clients.ts";
import { tryLimits } from "../../src/identity/throttle.ts";
import { loadConfig } from "../../src/ops/config.ts";
import type { AccountId } from "../../src/values/ids.ts";
import type { HttpAnswer } from "../support/form-client.ts";
import type { TestClient } from "../support/in-process.ts";
import { ada, assertRefused, paths, queryOf, Stage, tokenIn } from "./support/stage.ts";

let stage: Stage;

before(async () => {
  stage = await Stage.set();
});
afterEach(() => stage.check());
after(() => stage[Symbol.asyncDispose]());

interface Pkce extends Record<string, string> {
  readonly code_challenge: string;
  readonly code_challenge_method: string;
}

function newVerifier(): string {
  return randomBytes(32).toString("base64url");
}

function challengeOf(verifier: string): Pkce {
  return {
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
}

function basic(id: string, secret: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` };
}

/** Everything of an answer that a caller could tell two refusals apart by. */
function visiblePart({ status, headers, body }: HttpAnswer): unknown {
  const { date: _, ...rest } = headers;
  return { status, headers: rest, body };
}

/** What the command line works with, beside the running service. */
function registry(): ClientRegistry {
  const { clients, grants } = stage.inProcess.ports;
  return { clients, grants, clock: stage.inProcess.clock, random: systemRandom };
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
  tokenIn(await stage.postToken(`code=${await stage.code()}`, basic(id, secret)));
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

test("C7: a code that was issued before the clock was set back lives no longer than five minutes in all", async () => {
  const { clock } = stage.inProcess;
  const code = await stage.code();
  clock.advance(-61);
  assertRefused(await stage.exchange(code), "invalid_grant");
  clock.advance(2);
  tokenIn(await stage.exchange(code));
  clock.advance(59);
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

test("C9: a wrong secret leaves the code usable: 400 with the secret in the form, 401 with HTTP Basic", async () => {
  const { id } = stage.client;
  const code = await stage.code();
  assertRefused(await stage.exchange(code, { client_secret: "wrong" }), "invalid_client");
  const challenged = await stage.postToken(`code=${code}`, basic(id, "wrong"));
  assertRefused(challenged, "invalid_client", 401);
  assert.equal(challenged.headers["www-authenticate"], 'Basic realm="latchkey", charset="UTF-8"');
  tokenIn(await stage.exchange(code));
});

test("C9: wrong secrets are counted; then 429 with Retry-After, while the right secret still gets through", async () => {
  const client = await stage.addClient({ secret: "secretOfTheGuessedClient" });
  const guess = () => stage.exchange("x", { client_secret: "wrong" }, client);
  const { burst, interval } = tryLimits.clientAuthentication;
  for (let count = 0; count < burst; count += 1) assertRefused(await guess(), "invalid_client");
  const throttled = await guess();
  assertRefused(throttled, "temporarily_unavailable", 429);
  assert.equal(throttled.headers["retry-after"], String(interval));
  assertRefused(await stage.postToken("code=x", basic(client.id, "wrong")), "temporarily_unavailable", 429);
  tokenIn(await stage.exchange(await stage.code({}, client), {}, client));
  assertRefused(await stage.exchange("x", { client_secret: "wrong" }), "invalid_client");
  stage.inProcess.clock.advance(interval);
  assertRefused(await guess(), "invalid_client");
  assertRefused(await guess(), "temporarily_unavailable", 429);
});

test("C10: an unknown or disabled client is refused in the very words of a wrong secret", async () => {
  const disabled = await stage.addClient({ isDisabled: true, secret: "secretOfTheDisabledClient" });
  const wrong = await stage.exchange("x", { client_secret: "wrong" });
  assertRefused(wrong, "invalid_client");
  for (const id of ["lkcUnknownUnknownUnkno1", "x", "not-an-id", "ü"])
    assert.deepEqual(visiblePart(await stage.exchange("x", { client_id: id })), visiblePart(wrong));
  assert.deepEqual(visiblePart(await stage.exchange("x", {}, disabled)), visiblePart(wrong));

  const wrongBasic = await stage.postToken("code=x", basic(stage.client.id, "wrong"));
  assertRefused(wrongBasic, "invalid_client", 401);
  const nobody = [
    basic("lkcUnknownUnknownUnkno1", "wrong"),
    basic("ü", "x"),
    basic(disabled.id, disabled.secret),
  ];
  for (const header of nobody)
    assert.deepEqual(visiblePart(await stage.postToken("code=x", header)), visiblePart(wrongBasic));
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

test("C13: without the verifier, or with a wrong one, the code is refused and stays usable with the right one", async () => {
  const verifier = newVerifier();
  const code = await stage.code(challengeOf(verifier));
  assertRefused(await stage.exchange(code), "invalid_grant");
  assertRefused(await stage.exchange(code, { code_verifier: "" }), "invalid_grant");
  for (const wrong of [
    newVerifier(),
    verifier.slice(0, -1).padEnd(43, "-"),
    challengeOf(verifier).code_challenge,
  ])
    assertRefused(await stage.exchange(code, { code_verifier: wrong }), "invalid_grant");
  tokenIn(await stage.exchange(code, { code_verifier: verifier }));
});

test("C13: a verifier of wrong length or alphabet is invalid_request, and the code stays usable", async () => {
  const verifier = newVerifier();
  const code = await stage.code(challengeOf(verifier));
  const wrong = [
    "a",
    verifier.slice(1),
    "a".repeat(42),
    "a".repeat(129),
    `${verifier}=`,
    `${verifier} `,
    `${verifier.slice(1)}ü`,
  ];
  for (const text of wrong)
    assertRefused(await stage.exchange(code, { code_verifier: text }), "invalid_request");
  tokenIn(await stage.exchange(code, { code_verifier: verifier }));
  for (const longest of ["a".repeat(128), "~.-_".repeat(11)])
    tokenIn(await stage.exchange(await stage.code(challengeOf(longest)), { code_verifier: longest }));
});

test("C15: a verifier without a challenge in the authorization request is refused: no downgrade", async () => {
  const code = await stage.code();
  assertRefused(await stage.exchange(code, { code_verifier: newVerifier() }), "invalid_grant");
  tokenIn(await stage.exchange(code));
});

test("C15: a client that became strict after the code was issued needs the challenge that the code lacks", async () => {
  const client = await stage.addClient({ secret: "secretOfTheConvertedClient" });
  const code = await stage.code({}, client);
  await stage.inProcess.ports.clients.update({ ...client.client, profile: "strict" });
  const more = { redirect_uri: client.redirectUri };
  assertRefused(await stage.exchange(code, more, client), "invalid_grant");
  assertRefused(
    await stage.exchange(code, { ...more, code_verifier: newVerifier() }, client),
    "invalid_grant",
  );
});

test("C18: a thousand wrong verifiers for one code are all refused, and the right one still works", async () => {
  const verifier = newVerifier();
  const code = await stage.code(challengeOf(verifier));
  for (let round = 0; round < 20; round += 1) {
    const guesses = Array.from({ length: 50 }, () => stage.exchange(code, { code_verifier: newVerifier() }));
    for (const answer of await Promise.all(guesses)) assertRefused(answer, "invalid_grant");
  }
  tokenIn(await stage.exchange(code, { code_verifier: verifier }));
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

test("C21: the scheme name of HTTP Basic may be written in any case", async () => {
  const { id, secret } = stage.client;
  const pair = Buffer.from(`${id}:${secret}`).toString("base64");
  for (const scheme of ["Basic", "basic", "BASIC"])
    tokenIn(await stage.postToken(`code=${await stage.code()}`, { authorization: `${scheme} ${pair}` }));
});

test("C21: an Authorization header that cannot be read is 401 with a challenge, and spends nothing", async () => {
  const { id, secret } = stage.client;
  const code = await stage.code();
  const encoded = (text: string) => Buffer.from(text).toString("base64");
  const headers = [
    `Basic  ${encoded(`${id}:${secret}`)}`,
    `Basic ${encoded(`${id}:${secret}`)} x`,
    `Basic ${encoded(`${id}${secret}`)}`,
    `Basic ${encoded(`${id}:${secret}`)}=`,
    `Basic ${encoded(`${id}:${secret}`).slice(0, -1)}!`,
    "Basic %%%",
    "Basic",
    "Basic ",
    `Basic ${encoded(":")}`,
    `Basic ${encoded(`${id}:`)}`,
    `Basic ${encoded(`${id}:${"x".repeat(7_500)}`)}`,
  ];
  for (const authorization of headers) {
    const answer = await stage.postToken(`code=${code}`, { authorization });
    assertRefused(answer, "invalid_client", 401);
    assert.match(answer.headers["www-authenticate"] ?? "", /^Basic realm=/, authorization);
  }
  for (const authorization of [`Bearer ${secret}`, `Digest ${secret}`, "x"])
    assertRefused(await stage.postToken(`code=${code}`, { authorization }), "invalid_request");
  tokenIn(await stage.exchange(code));
});

test("C22: secrets that are wrong in length, first or last character are refused in the same words", async () => {
  const { secret } = stage.client;
  const reference = await stage.exchange("x", { client_secret: "wrong" });
  assertRefused(reference, "invalid_client");
  const wrong = [
    secret.slice(0, -1),
    `${secret}x`,
    `x${secret.slice(1)}`,
    `${secret.slice(0, -1)}x`,
    secret.toUpperCase(),
    ` ${secret}`,
    "x",
    "x".repeat(10_000),
  ];
  for (const text of wrong)
    assert.deepEqual(visiblePart(await stage.exchange("x", { client_secret: text })), visiblePart(reference));
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
    assert.equal(posted.status, 403, "a step token of another make");
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

test("C37: a rotated secret is refused at once; the new one works, also for a code from before", async () => {
  const client = await stage.addClient({ secret: "secretBeforeTheRotation" });
  const code = await stage.code({}, client);
  const rotated = await rotateClientSecret(registry(), client.client.id);
  assert.ok(rotated.ok);
  const renewed: TestClient = { ...client, secret: rotated.value.secret?.reveal() ?? "" };
  stage.secrets.add(renewed.secret);

  assertRefused(await stage.exchange(code, {}, client), "invalid_client");
  assertRefused(
    await stage.postToken(`code=${code}`, basic(client.id, client.secret)),
    "invalid_client",
    401,
  );
  tokenIn(await stage.exchange(code, {}, renewed));
  tokenIn(await stage.postToken(`code=${await stage.code({}, client)}`, basic(client.id, renewed.secret)));
});

test("C27: disabling the client stops its codes and tokens; enabling it gives no token back", async () => {
  const client = await stage.addClient({ secret: "secretOfTheStoppedClient" });
  const [code, token] = [await stage.code({}, client), await stage.token(client)];
  await setClientDisabled(registry(), client.client.id, true);
  assertRefused(await stage.exchange(code, {}, client), "invalid_client");
  assert.equal((await stage.userinfo(`Bearer ${token}`)).status, 401);
  await setClientDisabled(registry(), client.client.id, false);
  assert.equal((await stage.userinfo(`Bearer ${token}`)).status, 401);
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
  const { passwordHash } = (await accounts.list())[0] ?? {};
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

test("RFC 9700 §4.5: a stolen code in another browser's flow lacks that browser's verifier", async () => {
  const [victim, attacker] = [newVerifier(), newVerifier()];
  const stolen = await stage.code(challengeOf(victim));
  await stage.code(challengeOf(attacker));
  assertRefused(await stage.exchange(stolen, { code_verifier: attacker }), "invalid_grant");
  tokenIn(await stage.exchange(stolen, { code_verifier: victim }));
});

test("RFC 9700 §2.4, ASVS V10.4.4: no grant but authorization_code is there", async () => {
  const code = await stage.code();
  const grants = [
    "password",
    "client_credentials",
    "refresh_token",
    "implicit",
    "urn:ietf:params:oauth:grant-type:jwt-bearer",
    "urn:ietf:params:oauth:grant-type:device_code",
    "urn:ietf:params:oauth:grant-type:token-exchange",
    "Authorization_Code",
  ];
  for (const grant of grants)
    assertRefused(
      await stage.exchange(code, { grant_type: grant, ...ada, refresh_token: "x" }),
      "unsupported_grant_type",
    );
  tokenIn(await stage.exchange(code, { grant_type: "authorization_code" }));
});

test("RFC 9700 §2.5, ASVS V10.4.10: a confidential client without its secret gets nothing", async () => {
  const code = await stage.code();
  const { id } = stage.client;
  assertRefused(await stage.exchange(code, { client_secret: undefined }), "invalid_client");
  assertRefused(await stage.postToken(`code=${code}`, basic(id, "")), "invalid_client", 401);
  assertRefused(await stage.postToken(`code=${code}`), "invalid_request");
  const assertion = {
    client_assertion: "a.b.c",
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
  };
  assertRefused(await stage.exchange(code, { ...assertion, client_secret: undefined }), "invalid_client");
  tokenIn(await stage.exchange(code));
});

test("RFC 9700 §2.1.1: a public client proves itself with the verifier alone, and has no secret to send", async () => {
  const client = await stage.addClient({ isPublic: true });
  const verifier = newVerifier();
  const code = await stage.code(challengeOf(verifier), client);
  assertRefused(await stage.exchange(code, {}, client), "invalid_grant");
  assertRefused(
    await stage.exchange(code, { client_secret: "x", code_verifier: verifier }, client),
    "invalid_client",
  );
  tokenIn(await stage.exchange(code, { code_verifier: verifier }, client));
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
  await stage.exchange("lkac_x");
  assert.equal(loggedReason(), "code-unknown");
  await stage.postToken("a&".repeat(100));
  assert.equal(loggedReason(), "too-many-parameters");
  await stage.exchange("x", { grant_type: "password" });
  assert.equal(loggedReason(), "grant-type-unsupported");
});
