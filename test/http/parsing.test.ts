import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { authorizationParameters, stateBytesMax } from "../../src/protocol/authorization/request.ts";
import { parametersMax } from "../../src/protocol/parameters.ts";
import { tokenParameters } from "../../src/protocol/token/request.ts";
import { findForm, type HttpAnswer } from "../support/form-client.ts";
import { exchangeRaw } from "./support/raw-socket.ts";
import {
  ada,
  assertForm,
  assertPage,
  assertRefused,
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

/** The authorization request with this text behind its query, as it is. */
function visitWith(suffix: string): Promise<HttpAnswer> {
  return stage.visit(`${stage.target()}${suffix}`);
}

/** A form body with the client's credentials and this text behind them, as it is. */
function postWith(suffix: string): Promise<HttpAnswer> {
  const { id, secret } = stage.client;
  return stage.postToken(`client_id=${id}&client_secret=${secret}${suffix}`);
}

/** Posts a sign-in form of a stranger with these raw fields behind its CSRF token, and follows an answer that leads to the form again. */
async function postSignIn(fields: string): Promise<HttpAnswer> {
  const page = await stage.visit(stage.target());
  const { action, fields: own } = findForm(page.body);
  const step = encodeURIComponent(own.get("step") ?? "");
  const answer = await stage.stranger.send({
    method: "POST",
    target: action,
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    body: `step=${step}&${fields}`,
  });
  return answer.headers.location === action ? stage.stranger.pageAfter(answer) : answer;
}

/** The same form again, and nobody is signed in. */
function assertFormAgain(answer: HttpAnswer): void {
  assert.equal(answer.status, 400, answer.body);
  assert.ok(answer.body.includes(' name="password"'));
  assert.ok(!stage.stranger.cookies.has("latchkey-session"));
}

test("A1: every known parameter that is sent twice, with the same value or another, ends on our own page", async () => {
  const known = queryOf({ client_id: stage.client.id, redirect_uri: stage.client.redirectUri });
  for (const name of authorizationParameters) {
    const value = known.get(name) ?? "1";
    const first = known.has(name) ? "" : `&${name}=${encodeURIComponent(value)}`;
    assertPage(await visitWith(`${first}&${name}=${encodeURIComponent(value)}`));
    assertPage(await visitWith(`${first}&${name}=other`));
    assertPage(await visitWith(`${first}&${name}=`));
  }
  assertForm(await visitWith("&unknown=1&unknown=2"));
});

test("A3: a parameter once in the query and once in the posted form ends on our own page", async () => {
  const { id, redirectUri } = stage.client;
  const target = `${paths.authorization}?client_id=${id}`;
  assertPage(await stage.stranger.post(target, { client_id: id, redirect_uri: redirectUri }));
  assertPage(await stage.stranger.post(`${target}&state=a`, { redirect_uri: redirectUri, state: "a" }));

  const apart = await stage.stranger.post(target, { redirect_uri: redirectUri, state: "a" });
  assert.equal(apart.status, 303);
  assertForm(await stage.visit(apart.headers.location ?? ""));
});

test("A4: a code sent twice is refused and neither is spent", async () => {
  const [first, second] = [await stage.code(), await stage.code()];
  assertRefused(await postWith(`&code=${first}&code=${first}`), "invalid_request");
  assertRefused(await postWith(`&code=${first}&code=${second}`), "invalid_request");
  assertRefused(await postWith(`&code=&code=${first}`), "invalid_request");
  assertRefused(await postWith(`&code=${first}&c%6Fde=${second}`), "invalid_request");
  tokenIn(await stage.exchange(first));
  tokenIn(await stage.exchange(second));
});

test("A4: every known parameter of the token endpoint is refused when it is sent twice", async () => {
  const code = await stage.code();
  for (const name of tokenParameters)
    assertRefused(await postWith(`&code=${code}&${name}=1&${name}=1`), "invalid_request");
  tokenIn(await postWith(`&code=${code}&unknown=1&unknown=2`));
});

test("A4: a field of the sign-in form that is sent twice signs nobody in", async () => {
  const form = queryOf(ada).toString();
  for (const twice of [
    "username=ada",
    "username=bob",
    `password=${encodeURIComponent(ada.password)}`,
    "password=",
  ])
    assertFormAgain(await postSignIn(`${form}&${twice}`));
});

test("A6: HTTP Basic and client_secret in the form at once are refused, and the code stays unspent", async () => {
  const { id, secret } = stage.client;
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  const code = await stage.code();
  const both = queryOf({ client_id: id, client_secret: secret, code }).toString();
  assertRefused(await stage.postToken(both, { authorization }), "invalid_request");
  assertRefused(await stage.postToken(`client_secret=x&code=${code}`, { authorization }), "invalid_request");
  assertRefused(await stage.postToken(`client_id=other&code=${code}`, { authorization }), "invalid_request");
  tokenIn(await stage.postToken(`client_id=${id}&code=${code}`, { authorization }));
});

test("A7: bracketed and prototype names are unknown names, and change nothing for later requests", async () => {
  const { id, redirectUri } = stage.client;
  const names = [
    "client_id[]",
    "client_id[0]",
    "client_id[x]",
    "__proto__[client_id]",
    "__proto__.client_id",
    "constructor.prototype.client_id",
    "constructor[prototype][client_id]",
  ];
  for (const name of names) {
    const fields = { [name]: id, redirect_uri: redirectUri, __proto__: "x", constructor: "y", toString: "z" };
    assertPage(await stage.visit(`${paths.authorization}?${queryOf(fields)}&__proto__=a&hasOwnProperty=b`));
    const body = queryOf({ [name]: id, client_secret: stage.client.secret, code: "x" });
    const refused = await stage.postToken(`${body}&__proto__=a`);
    assertRefused(refused, "invalid_request");
    assert.match(refused.body, /client_id is missing/);
  }
  assert.equal(Reflect.get({}, "client_id"), undefined);
  assertPage(await stage.visit(`${paths.authorization}?redirect_uri=${encodeURIComponent(redirectUri)}`));
  assertForm(await stage.visit(stage.target()));
});

test("A9: only a form in UTF-8 is read; everything else is 415 and spends nothing", async () => {
  const { id, secret } = stage.client;
  const body = `client_id=${id}&client_secret=${secret}&code=${await stage.code()}`;
  const refused = [
    "multipart/form-data; boundary=x",
    "text/plain",
    "application/json",
    "application/x-www-form-urlencoded; charset=utf-16",
    "application/x-www-form-urlencoded; charset=iso-8859-1",
    "application/x-www-form-urlencoded2",
    "application/x-www-form-urlencoded, text/plain",
    "",
  ];
  for (const contentType of refused)
    assertRefused(await stage.postToken(body, { "content-type": contentType }), "invalid_request", 415);
  const withoutType = await stage.stranger.send({ method: "POST", target: paths.token, body });
  assertRefused(withoutType, "invalid_request", 415);
  tokenIn(await stage.postToken(body));
});

test("A9: the charset UTF-8 is accepted in any spelling", async () => {
  const spellings = [
    "charset=utf-8",
    "charset=UTF-8",
    'charset="Utf-8"',
    "Charset=utf8",
    "charset=utf-8; x=y",
    "",
  ];
  for (const spelling of spellings) {
    const type = `Application/X-WWW-Form-Urlencoded; ${spelling}`;
    const { id, secret } = stage.client;
    const body = queryOf({ client_id: id, client_secret: secret, code: await stage.code() }).toString();
    tokenIn(await stage.postToken(body, { "content-type": type }));
  }
});

test("A10: an empty value counts as absent", async () => {
  assertPage(await stage.visit(stage.target({ client_id: "" })));
  assertPage(await stage.visit(stage.target({ redirect_uri: "" })));
  assertForm(
    await stage.visit(stage.target({ response_type: "", code_challenge: "", prompt: "", max_age: "" })),
  );
  const back = await stage.redirect({ state: "" });
  assert.deepEqual([...back.searchParams.keys()], ["code"]);

  const code = back.searchParams.get("code") ?? "";
  assertRefused(await stage.exchange(""), "invalid_request");
  assertRefused(await stage.exchange(code, { client_id: "" }), "invalid_request");
  assertRefused(await stage.exchange(code, { client_secret: "" }), "invalid_client");
  tokenIn(await stage.exchange(code, { redirect_uri: "", grant_type: "", code_verifier: "", scope: "" }));
});

/** Percent-encoded bytes that are no UTF-8: overlong, a surrogate, a lone byte, cut off, and no encoding at all. */
const brokenUtf8 = ["%C0%AF", "%ED%A0%80", "%FF", "%E2%82", "%F4%90%80%80", "%", "%4", "%zz", "%u0061"];

test("A12: bytes that are not UTF-8 are refused in identifiers and in state, never replaced", async () => {
  const { id, redirectUri } = stage.client;
  const uri = encodeURIComponent(redirectUri);
  for (const broken of brokenUtf8) {
    assertPage(await stage.visit(`${paths.authorization}?client_id=${id}${broken}&redirect_uri=${uri}`));
    assertPage(await stage.visit(`${paths.authorization}?client_id=${id}&redirect_uri=${uri}${broken}`));
    assertPage(await visitWith(`&state=a${broken}`));
    assertRefused(await postWith(`&code=lkac_a${broken}`), "invalid_request");
    assertRefused(
      await stage.postToken(`client_id=${id}${broken}&client_secret=x&code=x`),
      "invalid_request",
    );
    assertRefused(await stage.postToken(`client_id=${id}&client_secret=${broken}&code=x`), "invalid_request");
    const back = await stage.browser.get(`${stage.target()}&scope=a${broken}`);
    assert.match(back.headers.location ?? "", /^https:\/\/app\.example\/cb\?error=invalid_request&/);
    assertFormAgain(await postSignIn(`username=ada${broken}&password=x`));
    assertFormAgain(await postSignIn(`username=ada&password=${broken}`));
  }
});

test("A12: raw bytes that are not UTF-8 are refused in the query and in the form", async () => {
  const { id, secret } = stage.client;
  const head = "Host: x\r\nConnection: close\r\n";
  const get = await exchangeRaw(stage.url, `GET ${stage.target()}&state=\xff HTTP/1.1\r\n${head}\r\n`);
  assert.deepEqual([get[0]?.status, get[0]?.headers.has("location")], [400, false]);

  const body = `client_id=${id}&client_secret=${secret}&code=\xff`;
  const form = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n`;
  const [posted] = await exchangeRaw(stage.url, `POST ${paths.token} HTTP/1.1\r\n${head}${form}\r\n${body}`);
  assert.deepEqual([posted?.status, JSON.parse(posted?.body ?? "").error], [400, "invalid_request"]);
});

test("A12: a request target with any raw byte beyond ASCII is 400 before a route sees it, UTF-8 or not", async () => {
  const linesBefore = stage.inProcess.log.length;
  const query = stage.target().slice(paths.authorization.length);
  for (const raw of ["\xff", "\x80", "\xc3\xa9", "\xe2\x82\xac"])
    for (const target of [
      `${stage.target()}&state=${raw}`,
      `${paths.authorization}${raw}${query}`,
      `${paths.signIn}${query}&scope=${raw}`,
      `http://localhost${raw}${stage.target()}`,
      `/${raw}`,
    ])
      for (const method of ["GET", "POST", "HEAD"]) {
        const head = "Host: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
        const [answer, ...more] = await exchangeRaw(stage.url, `${method} ${target} HTTP/1.1\r\n${head}`);
        assert.deepEqual([answer?.status, answer?.headers.has("location"), more.length], [400, false, 0]);
      }
  assert.equal(stage.inProcess.log.length, linesBefore);
});

test("A12: a password with a broken byte is not the one with the replacement character", async () => {
  const person = { username: "replaced", password: "correct horse \uFFFD battery" };
  await stage.inProcess.addAccount(person.username, person.password);
  for (const broken of ["%FF", "%ED%A0%80"])
    assertFormAgain(await postSignIn(`username=replaced&password=correct+horse+${broken}+battery`));
  const answer = await postSignIn(queryOf(person).toString());
  assert.equal(answer.status, 303);
});

test("A13: NUL is refused in client_id, redirect_uri, state and code, and cuts nothing off", async () => {
  const { id, redirectUri } = stage.client;
  assertPage(await stage.visit(stage.target({ client_id: `${id}\0` })));
  assertPage(await stage.visit(stage.target({ client_id: `${id}\0b` })));
  assertPage(await stage.visit(stage.target({ redirect_uri: `${redirectUri}\0` })));
  assertPage(await stage.visit(stage.target({ redirect_uri: `${redirectUri}\0.evil.test` })));
  assertPage(await stage.visit(stage.target({ state: "a\0b" })));
  const code = await stage.code();
  assertRefused(await stage.exchange(`${code}\0`), "invalid_request");
  assertRefused(await stage.exchange(`${code}\0tail`), "invalid_request");
  assertRefused(await stage.exchange(code, { client_id: `${id}\0` }), "invalid_request");
  assertRefused(await stage.exchange(code, { client_secret: `${stage.client.secret}\0` }), "invalid_request");
  tokenIn(await stage.exchange(code));
});

test("A13: a user name or password with NUL is never cut at it", async () => {
  const { username, password } = ada;
  assertFormAgain(await postSignIn(queryOf({ username: `${username}\0`, password }).toString()));
  assertFormAgain(await postSignIn(queryOf({ username, password: `${password}\0tail` }).toString()));
  assertFormAgain(await postSignIn(queryOf({ username, password: `${password}\0` }).toString()));
});

test("A15: control and direction characters in a user name are refused, shown by name, and not logged", async () => {
  const names = ["ada\u001b[31m", "ada\u202Eada", "ada\r\nSet-Cookie: a=b", "ada\u2066x", "\u0007ada"];
  for (const username of names) {
    const answer = await postSignIn(queryOf({ username, password: "some wrong password" }).toString());
    assertFormAgain(answer);
    assert.match(findForm(answer.body).fields.get("username") ?? "", /ada/);
    assert.deepEqual([...stage.stranger.cookies.keys()].sort(), ["latchkey-browser", "latchkey-flash"]);
    stage.inProcess.clock.advance(900);
  }
  assert.doesNotMatch(JSON.stringify(stage.inProcess.log), /Set-Cookie|\\u001b|\u202E|\u2066/);
});

test("A16: plus and %20 are both a space, and everything is decoded exactly once", async () => {
  const client = await stage.addClient({ secret: "a b+c%25d" });
  const post = async (secret: string) =>
    stage.postToken(`client_id=${client.id}&client_secret=${secret}&code=${await stage.code({}, client)}`);
  tokenIn(await post("a+b%2Bc%2525d"));
  tokenIn(await post("a%20b%2bc%2525d"));
  for (const wrong of ["a+b+c%2525d", "a%2Bb%2Bc%2525d", "a+b%252Bc%2525d", "a+b%2Bc%25d"])
    assertRefused(await post(wrong), "invalid_client");
  assertRefused(await stage.exchange(`${await stage.code()} `), "invalid_grant");
});

test("A16: a secret with percent, colon and plus works through HTTP Basic, form-encoded or raw", async () => {
  const secret = "a%b:c+d e/ö";
  const client = await stage.addClient({ secret });
  const formEncoded = encodeURIComponent(secret).replaceAll("%20", "+");
  for (const written of [formEncoded, encodeURIComponent(secret)]) {
    const authorization = `Basic ${Buffer.from(`${client.id}:${written}`).toString("base64")}`;
    tokenIn(await stage.postToken(`code=${await stage.code({}, client)}`, { authorization }));
  }
  const plain = await stage.addClient({ secret: "a%b:c+d" });
  const raw = `Basic ${Buffer.from(`${plain.id}:a%b:c+d`).toString("base64")}`;
  tokenIn(await stage.postToken(`code=${await stage.code({}, plain)}`, { authorization: raw }));
  const twice = encodeURIComponent(encodeURIComponent(secret));
  const authorization = `Basic ${Buffer.from(`${client.id}:${twice}`).toString("base64")}`;
  assertRefused(await stage.postToken("code=x", { authorization }), "invalid_client", 401);
});

test("A18: a semicolon is data; empty pairs and empty names are ignored", async () => {
  const { id, redirectUri, secret } = stage.client;
  const uri = encodeURIComponent(redirectUri);
  assertPage(await stage.visit(`${paths.authorization}?client_id=${id};redirect_uri=${uri}`));
  assertPage(await stage.visit(`${paths.authorization}?a=b;client_id=${id}&redirect_uri=${uri}`));
  assertForm(await stage.visit(`${paths.authorization}?&&client_id=${id}&&=x&redirect_uri=${uri}&=&`));
  const code = await stage.code();
  assertRefused(
    await stage.postToken(`client_id=${id};client_secret=${secret};code=${code}`),
    "invalid_request",
  );
  tokenIn(await stage.postToken(`&=x&client_id=${id}&&client_secret=${secret}&code=${code}&`));
});

test("A19: 64 parameters are read, 65 or 10,000 are refused before anything is built of them", async () => {
  const code = await stage.code();
  const own = 3;
  assertRefused(await postWith(`&code=${code}${"&a=1".repeat(10_000)}`), "invalid_request");
  assertRefused(await postWith(`&code=${code}${"&".repeat(10_000)}`), "invalid_request");
  assertRefused(await postWith(`&code=${code}${"&a=1".repeat(parametersMax - own + 1)}`), "invalid_request");
  tokenIn(await postWith(`&code=${code}${"&a=1".repeat(parametersMax - own)}`));

  assertPage(await visitWith("&".repeat(8000)));
  assertPage(await visitWith("&a=1".repeat(parametersMax - 1)));
  assertForm(await visitWith("&a=1".repeat(parametersMax - 2)));
  const many = new URLSearchParams("a=1&".repeat(10_000));
  assertPage(await stage.stranger.post(stage.target(), many), 413);
  assertPage(await postSignIn("a=1&".repeat(10_000)));
});

test("A21: a query of 8 KiB works; longer ones are refused with 414 or 431 and crash nothing", async () => {
  const base = stage.target().length - paths.authorization.length - 1;
  const eightKiB = 8 * 1024 - base - "&long=".length;
  assertForm(await visitWith(`&long=${"x".repeat(eightKiB)}`));
  assertPage(await visitWith(`&long=${"x".repeat(13 * 1024)}`), 414);
  assert.equal((await visitWith(`&long=${"x".repeat(17 * 1024)}`)).status, 431);
});

test("A22: a state of 2 KiB comes back byte for byte, one of 8 KiB is refused on our page", async () => {
  const states = [
    "s".repeat(2048),
    "ü%+&=#?/ \u{1F511}".repeat(60),
    "s".repeat(stateBytesMax),
    "a+b%2Bc",
    " ",
  ];
  for (const state of states) {
    const back = await stage.redirect({ state });
    assert.equal(back.searchParams.get("state"), state);
    assert.ok(back.href.endsWith(`&state=${encodeURIComponent(state)}`));
  }
  assertPage(await stage.visit(stage.target({ state: "s".repeat(8192) })));
  assertPage(await stage.visit(stage.target({ state: "s".repeat(stateBytesMax + 1) })));
});
