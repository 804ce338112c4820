import assert from "node:assert/strict";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { type LiveService, type RegisteredClient, startService } from "../support/service.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
const tokenPath = "/v1/Oauth/token";
const userinfoPath = "/v1/Oauth/userinfo";

let service: LiveService;
let client: RegisteredClient;

before(async () => {
  service = await startService({ LATCHKEY_LOG_LEVEL: "debug" });
  client = await service.createClient("Notes", ["http://localhost:1/callback"]);
  await service.createUser(ada);
});
after(() => service[Symbol.asyncDispose]());

async function newCode(browser: FormClient): Promise<string> {
  return codeIn((await browser.signIn(authorizationTarget(client), ada)).headers.location);
}

function exchangeForm(code: string): URLSearchParams {
  return new URLSearchParams({ client_id: client.clientId, client_secret: client.clientSecret, code });
}

async function exchange(code: string): Promise<{ status: number; answer: Record<string, unknown> }> {
  const response = await fetch(service.url + tokenPath, { method: "POST", body: exchangeForm(code) });
  return { status: response.status, answer: membersOf(await response.json()) };
}

async function userinfoStatus(token: unknown): Promise<number> {
  const response = await fetch(service.url + userinfoPath, { headers: { authorization: `Bearer ${token}` } });
  await response.body?.cancel();
  return response.status;
}

function membersOf(json: unknown): Record<string, unknown> {
  assert.ok(typeof json === "object" && json !== null);
  return { ...json };
}

/** Sends the head of an exchange and resolves once the server asked for the body: from then on it is under way. */
function beginExchange(body: string): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": Buffer.byteLength(body),
      expect: "100-continue",
    };
    const outgoing = request(service.url + tokenPath, { method: "POST", headers, agent: false });
    outgoing.on("continue", () => resolve(outgoing)).on("error", reject);
    outgoing.flushHeaders();
  });
}

function finishExchange(outgoing: ClientRequest, body: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    outgoing.on("response", (incoming: IncomingMessage) => {
      text(incoming).then((content) => resolve({ status: incoming.statusCode ?? 0, body: content }), reject);
    });
    outgoing.on("error", reject).end(body);
  });
}

/** Resolves when nobody accepts connections there any more. */
async function refusing(url: string): Promise<void> {
  const isAnswered = () =>
    fetch(url).then(
      (answer) => answer.text().then(() => true),
      () => false,
    );
  while (await isAnswered()) await pause(20);
}

test("G25: SIGTERM lets exchanges that are under way finish, takes no new ones and ends with exit code 0", async () => {
  const browser = new FormClient(service.url);
  const bodies: string[] = [];
  for (let count = 0; count < 8; count++) bodies.push(exchangeForm(await newCode(browser)).toString());
  browser.close();
  const underWay = await Promise.all(bodies.map(beginExchange));

  const stopped = service.stop();
  await service.logged("stopping");
  // Connections that came before it stopped accepting are answered; soon after, none is accepted any more.
  await refusing(`${service.url}/livez`);
  const answers = await Promise.all(
    underWay.map((outgoing, index) => finishExchange(outgoing, bodies[index] ?? "")),
  );

  for (const { status, body } of answers) {
    assert.equal(status, 200, body);
    assert.equal(membersOf(JSON.parse(body)).status, "success");
  }
  assert.equal(await stopped, 0);
  await service.start();
});

test("G7: after kill -9 an answered token still works, its code stays spent, and a code in flight still works", async () => {
  const browser = new FormClient(service.url);
  const spent = await newCode(browser);
  const unspent = await newCode(browser);
  const { status, answer } = await exchange(spent);
  assert.equal(status, 200);

  await service.kill9();
  await service.start();

  assert.equal(await userinfoStatus(answer.access_token), 200);
  assert.equal((await exchange(unspent)).status, 200);
  const replay = await exchange(spent);
  assert.equal(replay.status, 400);
  assert.equal(replay.answer.error, "invalid_grant");
  assert.equal(await userinfoStatus(answer.access_token), 401, "a replay by its owner revokes the token");
  browser.close();
});

test("a session outlives a restart: no password is asked for again", async () => {
  const browser = new FormClient(service.url);
  await newCode(browser);
  await service.stop();
  await service.start();
  const answer = await browser.get(authorizationTarget(client));
  assert.equal(answer.status, 302);
  assert.notEqual(codeIn(answer.headers.location), "");
  browser.close();
});

test("the log names what happened and never a password, secret, code or token", async () => {
  const browser = new FormClient(service.url);
  const code = await newCode(browser);
  const { answer } = await exchange(code);
  await browser.signIn(authorizationTarget(client, { prompt: "login" }), {
    ...ada,
    password: "wrong-password-7391",
  });
  browser.close();
  await service.stop();

  const log = service.logLines.join("\n");
  for (const secret of [
    ada.password,
    "wrong-password-7391",
    client.clientSecret,
    code,
    String(answer.access_token),
  ])
    assert.ok(!log.includes(secret), `the log contains ${secret}`);
  for (const event of ["signed-in", "code-issued", "token-issued", "sign-in-refused"])
    assert.ok(log.includes(event), `the log lacks ${event}`);
  await service.start();
});
