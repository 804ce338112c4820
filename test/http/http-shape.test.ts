import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { bodyBytesMax } from "../../src/http/body.ts";
import { FormClient, findForm } from "../support/form-client.ts";
import { hostileText } from "./support/ground-rules.ts";
import { exchangeRaw, type RawAnswer, RawSocket, splitAnswers } from "./support/raw-socket.ts";
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

const formType = "Content-Type: application/x-www-form-urlencoded\r\n";
const postHead = `POST ${paths.token} HTTP/1.1\r\nHost: localhost\r\n`;
/** What a smuggler would like to be answered as a request of its own. */
const pipelined = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

function errorIn(answer: RawAnswer | undefined): [number | undefined, string] {
  return [answer?.status, JSON.parse(answer?.body ?? "").error];
}

test("A24: a chunked body without an end is cut at the limit: 413, and the connection is closed", async () => {
  for (const target of [paths.token, paths.userinfo, paths.signIn, paths.authorization, paths.logout]) {
    const raw = await RawSocket.open(stage.url);
    const head = `POST ${target} HTTP/1.1\r\nHost: localhost\r\n${formType}Transfer-Encoding: chunked\r\n\r\n`;
    await raw.write(head + `4000\r\n${"a".repeat(0x4000)}\r\n`.repeat(bodyBytesMax / 0x4000));
    await raw.write("1\r\na\r\n");
    const [answer] = await raw.answers(1);
    assert.deepEqual([answer?.status, answer?.headers.get("connection")], [413, ["close"]], target);
    await raw.closed;
  }
});

test("A24: an announced length above the limit is refused before the body comes", async () => {
  const code = await stage.code();
  const head = `${postHead}${formType}Content-Length: ${bodyBytesMax + 1}\r\n\r\n`;
  const [answer, ...more] = await exchangeRaw(stage.url, head);
  assert.deepEqual(errorIn(answer), [413, "invalid_request"]);
  assert.equal(more.length, 0);
  const largest = queryOf({ client_id: stage.client.id, client_secret: stage.client.secret, code });
  tokenIn(await stage.postToken(`${largest}&a=${"x".repeat(bodyBytesMax - String(largest).length - 3)}`));
});

test("A24: a long body that nobody reads is not read: the connection is closed, whatever the answer is", async () => {
  const long = `Content-Length: ${bodyBytesMax + 1}\r\n`;
  for (const [head, status] of [
    [`${postHead}Content-Type: text/plain\r\n${long}`, 415],
    [`POST /nowhere HTTP/1.1\r\nHost: localhost\r\n${formType}${long}`, 404],
    [`PUT ${paths.token} HTTP/1.1\r\nHost: localhost\r\n${formType}${long}`, 405],
    [`GET ${paths.userinfo} HTTP/1.1\r\nHost: localhost\r\n${long}`, 401],
    [
      `POST /admin/api/v1/users HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${long}`,
      401,
    ],
    [`POST /nowhere HTTP/1.1\r\nHost: localhost\r\n${formType}Transfer-Encoding: chunked\r\n`, 404],
  ] as const) {
    const raw = await RawSocket.open(stage.url);
    await raw.write(`${head}\r\n`);
    const [answer] = await raw.answers(1);
    assert.deepEqual([answer?.status, answer?.headers.get("connection")], [status, ["close"]], head);
    await raw.closed;
  }
});

test("a short body that nobody reads leaves the connection open", async () => {
  const raw = await RawSocket.open(stage.url);
  await raw.write(
    `POST /nowhere HTTP/1.1\r\nHost: localhost\r\n${formType}Content-Length: 3\r\n\r\na=1${pipelined}`,
  );
  const answers = await raw.answers(2);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 200],
  );
});

test("A25: a compressed body is refused with 415 and never inflated", async () => {
  const { id, secret } = stage.client;
  const body = queryOf({ client_id: id, client_secret: secret, code: await stage.code() }).toString();
  const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024, "a=1&"));
  for (const [encoding, bytes] of [
    ["gzip", bomb],
    ["GZIP", gzipSync(body)],
    ["br", Buffer.from(body)],
    ["deflate, gzip", bomb],
    ["identity, gzip", Buffer.from(body)],
  ] as const) {
    const head = `${postHead}${formType}Content-Encoding: ${encoding}\r\nConnection: close\r\n`;
    const whole = Buffer.concat([Buffer.from(`${head}Content-Length: ${bytes.length}\r\n\r\n`), bytes]);
    const [answer] = await exchangeRaw(stage.url, whole);
    assert.deepEqual(errorIn(answer), [415, "invalid_request"], encoding);
  }
  const form = { "content-type": "application/x-www-form-urlencoded", "content-encoding": "gzip" };
  const signIn = { method: "POST", target: stage.target().replace(paths.authorization, paths.signIn) };
  assertPage(await stage.stranger.send({ ...signIn, headers: form, body }), 415);
  tokenIn(await stage.postToken(body, { "content-encoding": "identity" }));
});

test("A27: HEAD of an authorization URL issues no code and makes no session, even where one is live", async () => {
  const sessionsBefore = await stage.inProcess.ports.sessions.list();
  const linesBefore = stage.inProcess.log.length;
  for (const query of [{}, { prompt: "none" }, { prompt: "select_account" }, { max_age: "0" }]) {
    const target = stage.target(query);
    const head = await stage.browser.send({ method: "HEAD", target });
    const get = await stage.visit(target);
    assert.deepEqual([head.status, head.body], [get.status, ""]);
    assert.doesNotMatch(head.headers.location ?? "", /code=/);
    assert.deepEqual(stableHeaderNames(head.headers), stableHeaderNames(get.headers));
    stage.browser.cookies.delete("latchkey-browser");
  }
  assert.deepEqual(await stage.inProcess.ports.sessions.list(), sessionsBefore);
  const lines = stage.inProcess.log.slice(linesBefore);
  assert.ok(lines.every(({ message }) => message === "authorization-refused"));
});

/** A HEAD answer may leave out the length, and a browser that has the cookie gets none. */
function stableHeaderNames(headers: object): string[] {
  const varying = new Set(["content-length", "set-cookie", "transfer-encoding"]);
  return Object.keys(headers)
    .filter((name) => !varying.has(name))
    .sort();
}

test("A28: OPTIONS is not answered with anything that a browser could take as permission", async () => {
  const asks = {
    origin: "https://app.example",
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type",
    "access-control-request-private-network": "true",
  };
  const allowed = {
    [paths.token]: "POST",
    [paths.authorization]: "GET, HEAD, POST",
  };
  for (const [target, allow] of Object.entries(allowed))
    for (const headers of [{}, asks]) {
      const answer = await stage.stranger.send({ method: "OPTIONS", target, headers });
      assert.deepEqual([answer.status, answer.headers.allow], [405, allow]);
      assert.deepEqual(
        Object.keys(answer.headers).filter((name) => name.startsWith("access-control")),
        [],
      );
    }
});

test("A30: credentials in the query of the token endpoint are refused, and reach no log line", async () => {
  const { id, secret } = stage.client;
  const code = await stage.code();
  stage.secrets.add(code);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const post = (query: string, body: string) =>
    stage.stranger.send({ method: "POST", target: `${paths.token}?${query}`, headers: form, body });
  const body = queryOf({ client_id: id, client_secret: secret, code }).toString();
  assertRefused(await post(body, ""), "invalid_request");
  assertRefused(
    await post(`client_secret=${secret}`, queryOf({ client_id: id, code }).toString()),
    "invalid_request",
  );
  assertRefused(await post(`client_id=${id}&client_secret=${secret}`, `code=${code}`), "invalid_request");
  assertRefused(await post(`code=${code}`, body), "invalid_request");
  assertRefused(await post(`client_secret=${secret}&client_secret=x`, body), "invalid_request");
  // The same where the query is too odd to be read as a whole.
  assertRefused(await post(`client_secret=${secret}${"&a".repeat(70)}`, body), "invalid_request");
  const odd = postHead.replace(" HTTP", `?client_secret=${secret}&a=\xff HTTP`);
  const length = `Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
  const [answer] = await exchangeRaw(stage.url, odd + formType + length + body);
  assert.equal(answer?.status, 400);
  tokenIn(await post("unknown=1", body));
});

test("A30: a client's secret in the place of its client_id is recorded as exposed, and reaches no log line", async () => {
  // In development the page shows what the browser sent, so that the developer sees the mistake.
  const visitor = new FormClient(stage.inProcess.url);
  const secret = `lks${"a1B2".repeat(10)}`;
  const misused = await stage.addClient({ secret });
  const exposedAt = async () =>
    (await stage.inProcess.ports.clients.find(misused.client.id))?.secretExposedAt;
  const query = (id: string) => new URLSearchParams({ client_id: id, redirect_uri: misused.redirectUri });
  const linesBefore = stage.inProcess.log.length;
  for (const other of [`lks${"x".repeat(40)}`, `${secret}x`, secret.toLowerCase(), "lks"]) {
    assert.equal((await visitor.get(`${paths.authorization}?${query(other)}`)).status, 400);
    assert.equal(await exposedAt(), undefined, other);
  }
  assert.equal((await visitor.get(`${paths.authorization}?${query(secret)}`)).status, 400);
  assert.notEqual(await exposedAt(), undefined);
  const lines = stage.inProcess.log.slice(linesBefore);
  assert.ok(
    lines.some(
      ({ message, fields }) => message === "client-secret-exposed" && fields.clientId === misused.id,
    ),
  );
  assert.ok(!JSON.stringify(lines).includes(secret.slice(3)));
  visitor.close();
});

test("A30: the client's secret in an authorization URL is refused and reaches neither page nor log", async () => {
  const target = stage.target({ client_secret: stage.client.secret, state: "a" });
  const back = new URL((await stage.browser.get(target)).headers.location ?? "");
  assert.deepEqual([...back.searchParams.keys()], ["error", "error_description", "state"]);
  assert.equal(back.searchParams.get("error"), "invalid_request");
  assertPage(await stage.visit(`${target}&client_id=twice`));
});

const tokenForm = "client_id=a&code=b";
const framings: Readonly<Record<string, string>> = {
  "Content-Length and Transfer-Encoding": `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  "Transfer-Encoding and Content-Length": `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`,
  "chunked in two headers": "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  "chunked twice in one header": "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
  xchunked: "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
  "chunked before identity": "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
  "two lengths": `Content-Length: 4\r\nContent-Length: 18\r\n\r\n${tokenForm}`,
  "one length twice": `Content-Length: 18\r\nContent-Length: 18\r\n\r\n${tokenForm}`,
  "a length with a sign": `Content-Length: +18\r\n\r\n${tokenForm}`,
  "a list of lengths": `Content-Length: 18, 18\r\n\r\n${tokenForm}`,
  "a negative length": `Content-Length: -1\r\n\r\n${tokenForm}`,
  "a hexadecimal length": `Content-Length: 0x12\r\n\r\n${tokenForm}`,
  "a bare line feed after a header": `X-A: b\nContent-Length: 18\r\n\r\n${tokenForm}`,
  "bare line feeds in chunks": "Transfer-Encoding: chunked\r\n\r\n3\na=b\n0\n\n",
  "a bare line feed after a chunk extension": "Transfer-Encoding: chunked\r\n\r\n3;x\na=b\r\n0\r\n\r\n",
  "a space after a chunk size": "Transfer-Encoding: chunked\r\n\r\n3 \r\na=b\r\n0\r\n\r\n",
  "a bare carriage return in a value": `X-A: b\rX-C: d\r\nContent-Length: 18\r\n\r\n${tokenForm}`,
  "a space before the colon": `Content-Length : 18\r\n\r\n${tokenForm}`,
  "a folded header": `X-A: b\r\n c\r\nContent-Length: 18\r\n\r\n${tokenForm}`,
  "a folded Transfer-Encoding": "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
  "a header line that begins with a space": ` X-A: b\r\nContent-Length: 18\r\n\r\n${tokenForm}`,
  "NUL in a header": `X-A: b\0c\r\nContent-Length: 18\r\n\r\n${tokenForm}`,
};

for (const [title, framing] of Object.entries(framings))
  test(`A31: ${title}: 400, the connection is closed, and what follows is no second request`, async () => {
    const answers = await exchangeRaw(stage.url, `${postHead}${formType}${framing}${pipelined}`);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400],
    );
  });

test("A31: a request with bare line feeds only is no request", async () => {
  const bare = `POST ${paths.token} HTTP/1.1\nHost: localhost\nContent-Length: 0\n\n`;
  const answers = await exchangeRaw(stage.url, bare + pipelined);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [400],
  );
});

/** Sends a GET with exactly this request target and these header lines, and returns the only answer. */
async function getRaw(target: string, headerLines: string): Promise<RawAnswer> {
  const request = `GET ${target} HTTP/1.1\r\n${headerLines}Connection: close\r\n\r\n`;
  const [answer, ...more] = await exchangeRaw(stage.url, request);
  assert.equal(more.length, 0);
  assert.ok(answer !== undefined, "no answer came");
  return answer;
}

test("A33: an absolute request target to another host changes neither issuer nor links", async () => {
  const client = await stage.addClient({ profile: "strict" });
  const pkce = {
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  };
  const cookie = `Cookie: latchkey-session=${stage.browser.cookies.get("latchkey-session")}\r\n`;
  const target = stage.target({ response_type: "code", ...pkce }, client);
  for (const host of ["evil.test", "evil.test:8443", "ada@evil.test"]) {
    const page = await getRaw(`http://${host}${stage.target()}`, "Host: localhost\r\n");
    assert.deepEqual([page.status, page.body.includes("evil.test")], [200, false]);
    assert.match(findForm(page.body).action, /^\/sign-in\?/);
    const issued = await getRaw(`http://${host}${target}`, `Host: localhost\r\n${cookie}`);
    const location = new URL(issued.headers.get("location")?.[0] ?? "");
    assert.deepEqual([issued.status, location.host], [302, "app.example"]);
    assert.equal(location.searchParams.get("iss"), stage.inProcess.service.issuer);
  }
});

test("A33: no answer names the host of a Host header", async () => {
  const hosts = ["evil.test", "evil.test:443", "EVIL.test", "localhost:1", "[::1]:80"];
  for (const host of hosts) {
    const page = await getRaw(stage.target(), `Host: ${host}\r\n`);
    assert.deepEqual([page.status, page.body.includes("evil.test")], [200, false]);
    const elsewhere = await getRaw("/continue?client_id=a", `Host: ${host}\r\n`);
    assert.deepEqual(elsewhere.headers.get("location"), ["/v1/Oauth/authorization?client_id=a"]);
  }
});

test("A33: a missing, repeated or unreadable Host header is 400", async () => {
  const wrong = [
    "",
    "Host: a\r\nHost: b\r\n",
    "Host: a\r\nHOST: a\r\n",
    "Host: a@b\r\n",
    "Host: \r\n",
    "Host: a/b\r\n",
  ];
  for (const lines of wrong)
    for (const target of [stage.target(), "/", paths.userinfo]) {
      const answer = await getRaw(target, lines);
      assert.deepEqual([answer.status, answer.headers.has("location")], [400, false], JSON.stringify(lines));
    }
  const [old] = await exchangeRaw(stage.url, `GET ${stage.target()} HTTP/1.0\r\n\r\n`);
  assert.equal(old?.status, 400);
});

test("A33: a request target that is no path is 400, in our own words and with our own headers", async () => {
  for (const target of ["/a\\b", "http://[", "ftp://localhost/", `//${"a".repeat(300)}:x@/`]) {
    const answer = await getRaw(target, "Host: localhost\r\n");
    const isOurs = answer.headers.get("cache-control")?.[0] === "no-store";
    assert.deepEqual([answer.status >= 400 && answer.status < 405, isOurs], [true, true], target);
  }
});

test("A33: only the path as it was sent counts; a repaired one is 404", async () => {
  const query = stage.target().slice(paths.authorization.length);
  const repaired = ["/x/../v1/Oauth/authorization", "/./v1/Oauth/authorization", "/v1/Oauth/%61uthorization"];
  const other = ["/v1/oauth/authorization", "/v1/Oauth/authorization/", "//v1/Oauth/authorization"];
  for (const path of [...repaired, ...other]) {
    const answer = await getRaw(`${path}${query}`, "Host: localhost\r\n");
    assert.deepEqual([path, answer.status], [path, 404]);
  }
});

test("A34: forwarded hosts and schemes are not believed: issuer, links and cookies stay as configured", async () => {
  const forged = {
    "x-forwarded-host": "evil.test",
    "x-forwarded-proto": "https",
    "x-forwarded-port": "8443",
    "x-forwarded-for": "203.0.113.9",
    "x-original-url": "/evil",
    "x-rewrite-url": "/evil",
    "x-http-method-override": "POST",
    forwarded: "for=203.0.113.9;host=evil.test;proto=https",
    "x-ssl-client-verify": "SUCCESS",
  };
  const plain = await stage.visit(stage.target());
  const page = await stage.visit(stage.target(), forged);
  assertForm(page);
  assert.ok(!page.body.includes("evil.test"));
  assert.equal(page.headers["strict-transport-security"], undefined);
  const cookieNames = (lines: readonly string[] = []) => lines.map((line) => line.replace(/=[^;]*/, ""));
  assert.deepEqual(cookieNames(page.headers["set-cookie"]), cookieNames(plain.headers["set-cookie"]));

  const client = await stage.addClient({ profile: "strict" });
  const target = stage.target({ response_type: "token" }, client);
  const back = new URL((await stage.visit(target, forged)).headers.location ?? "");
  assert.equal(back.searchParams.get("iss"), stage.inProcess.service.issuer);
  const { network } = stage.inProcess.log.at(-1)?.fields ?? {};
  assert.equal(network, "127.0.0.0/24");
});

test("A36: 1,000 pipelined requests of several people are answered in order, each for its own", async () => {
  const people = ["bob", "carol"].map((username) => ({
    username,
    password: `the long password of ${username}`,
  }));
  const tokens = [await stage.token()];
  for (const person of people) {
    await stage.inProcess.addAccount(person.username, person.password);
    const back = await stage.newBrowser().signIn(stage.target(), person);
    const code = new URL(back.headers.location ?? "").searchParams.get("code") ?? "";
    tokens.push(tokenIn(await stage.exchange(code)));
  }
  const subjects = await Promise.all(
    tokens.map(async (token) => JSON.parse((await stage.userinfo(`Bearer ${token}`)).body).sub),
  );
  assert.equal(new Set(subjects).size, 3);

  const requests: string[] = [];
  const expected: string[] = [];
  for (let index = 0; index < 1_000; index += 1) {
    const turn = index % 6;
    const isLast = index === 999;
    const authorization =
      turn < 3 ? `Authorization: Bearer ${tokens[turn]}\r\n` : "Authorization: Bearer lkat_x\r\n";
    const target = turn === 4 ? "/healthz" : turn === 5 ? "/nothing-here" : paths.userinfo;
    expected.push(turn < 3 ? `200 ${subjects[turn]}` : turn === 3 ? "401" : turn === 4 ? "200" : "404");
    const connection = isLast ? "Connection: close\r\n" : "";
    requests.push(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n${authorization}${connection}\r\n`);
  }
  const answers = await exchangeRaw(stage.url, requests.join(""));
  const told = answers.map(({ status, body }) => {
    const subject = status === 200 ? JSON.parse(body).sub : undefined;
    return subject === undefined ? String(status) : `${status} ${subject}`;
  });
  assert.deepEqual(told, expected);
});

test("A36: a broken request among pipelined ones ends the connection; nothing behind it is answered", async () => {
  const good = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const bad = "GET /healthz HTTP/1.1\r\nHost : localhost\r\n\r\n";
  const raw = await RawSocket.open(stage.url);
  await raw.write(good.repeat(20));
  await raw.answers(20);
  await raw.write(bad + good.repeat(20));
  const statuses = splitAnswers(await raw.closed).map(({ status }) => status);
  assert.deepEqual(statuses, [...Array<number>(20).fill(200), 400]);
});

test("D31: markup in every parameter is printed as text on every page that shows it", async () => {
  const { redirectUri } = stage.client;
  const encoded = encodeURIComponent(hostileText);
  for (const suffix of [
    "state",
    "login_hint",
    "ui_locales",
    "scope",
    "nonce",
    "error",
    "error_hint",
    "display",
  ])
    assertForm(await stage.visit(`${stage.target()}&${suffix}=${encoded}`));
  assertPage(await stage.visit(stage.target({ client_id: hostileText })));
  assertPage(await stage.visit(stage.target({ redirect_uri: hostileText })));
  assertPage(await stage.visit(stage.target({ redirect_uri: redirectUri + hostileText })));
  assertPage(await stage.visit(`${stage.target()}&${encoded}=1&client_id=x`));
  assertPage(await stage.visit(`/${hostileText}`.replaceAll(" ", "%20")), 404);

  const page = await stage.visit(`${stage.target({ state: hostileText })}&${encoded}=1`);
  const again = await stage.stranger.submit(page, { username: hostileText, password: hostileText });
  assert.equal(again.status, 400);
  assert.equal(findForm(again.body).fields.get("username"), hostileText);
  const signedIn = await stage.newBrowser().signIn(stage.target({ state: hostileText }), ada);
  assert.equal(new URL(signedIn.headers.location ?? "").searchParams.get("state"), hostileText);
});
