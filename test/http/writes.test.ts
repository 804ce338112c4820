import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import type { TestClient } from "../support/in-process.ts";
import { type OpenService, startOpenService } from "./support/open-service.ts";
import { ada, paths, queryOf, tokenIn } from "./support/stage.ts";

let service: OpenService;
let client: TestClient;
let browser: FormClient;

before(async () => {
  service = await startOpenService();
  client = await service.addClient({ secret: "plantedSecretOfTheClient" });
  await service.addAccount(ada.username, ada.password);
  browser = new FormClient(service.url);
  assert.equal((await browser.signIn(targetWith(), ada)).status, 303);
});
after(async () => {
  browser.close();
  await service[Symbol.asyncDispose]();
});

function targetWith(more: Readonly<Record<string, string>> = {}): string {
  return `${paths.authorization}?${queryOf({ client_id: client.id, redirect_uri: client.redirectUri, ...more })}`;
}

function codeIn({ headers }: HttpAnswer): string {
  const code = new URL(headers.location ?? "").searchParams.get("code");
  assert.ok(code !== null, `no code in ${headers.location}`);
  return code;
}

function exchange(from: FormClient, code: string, secret = client.secret): Promise<HttpAnswer> {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const body = queryOf({ client_id: client.id, client_secret: secret, code }).toString();
  return from.send({ method: "POST", target: paths.token, headers: form, body });
}

/** What `run` cost, in commits of the store that answered. */
async function commitsOf(run: () => Promise<void>): Promise<{ durable: number; relaxed: number }> {
  const start = service.commitCounts();
  await run();
  const end = service.commitCounts();
  return { durable: end.durable - start.durable, relaxed: end.relaxed - start.relaxed };
}

async function asStranger(run: (stranger: FormClient) => Promise<void>): Promise<void> {
  const stranger = new FormClient(service.url);
  try {
    await run(stranger);
  } finally {
    stranger.close();
  }
}

test("nothing is stored before proof: a GET of the authorization URL writes nothing, whoever asks and whatever is wrong with it", async () => {
  const queries = [
    {},
    { state: "a" },
    { prompt: "none" },
    { prompt: "login" },
    { prompt: "select_account" },
    { max_age: "0" },
    { response_type: "token" },
    { client_id: "unknown" },
    { redirect_uri: "https://evil.test/" },
    { client_secret: "not the secret" },
    { request_uri: "https://evil.test/" },
  ];
  const cost = await commitsOf(() =>
    asStranger(async (stranger) => {
      for (const query of queries)
        for (const visitor of [stranger, browser])
          for (const method of ["GET", "HEAD"]) await visitor.send({ method, target: targetWith(query) });
    }),
  );
  assert.deepEqual(cost, { durable: 0, relaxed: 0 });
});

test("nothing is stored before proof: neither the form, nor a posted request, nor a form without its step token writes anything", async () => {
  const cost = await commitsOf(() =>
    asStranger(async (stranger) => {
      await stranger.get(`/sign-in${targetWith().slice(paths.authorization.length)}`);
      await stranger.post(paths.authorization, { client_id: client.id, redirect_uri: client.redirectUri });
      const page = await stranger.get(targetWith());
      for (const step of ["", "forged"])
        assert.equal((await stranger.submit(page, { ...ada, step })).status, 403);
      assert.equal((await stranger.submit(page, { ...ada, password: "" })).status, 400);
      await stranger.get(paths.logout);
      await stranger.get("/");
      await stranger.get("/healthz");
    }),
  );
  assert.deepEqual(cost, { durable: 0, relaxed: 0 });
});

test("durable writes: a sign-in with a live session costs one durable write in all, the redemption of its code", async () => {
  const cost = await commitsOf(async () => {
    const code = codeIn(await browser.get(targetWith()));
    const token = tokenIn(await exchange(browser, code));
    const { status } = await browser.get(paths.userinfo, { authorization: `Bearer ${token}` });
    assert.equal(status, 200);
  });
  assert.deepEqual(cost, { durable: 1, relaxed: 0 });
});

test("durable writes: a sign-in with a password costs two durable writes, and one that need not reach the disk", async () => {
  const cost = await commitsOf(() =>
    asStranger(async (stranger) => {
      const code = codeIn(await stranger.signIn(targetWith(), ada));
      tokenIn(await exchange(stranger, code));
    }),
  );
  assert.deepEqual(cost, { durable: 2, relaxed: 1 });
});

test("durable writes: a refused exchange writes nothing durable; only a replay by the owner does, to revoke the token", async () => {
  const code = codeIn(await browser.get(targetWith()));
  const refused = await commitsOf(async () => {
    assert.equal((await exchange(browser, "lkac_x")).status, 400);
    assert.equal((await exchange(browser, code, "wrong")).status, 400);
  });
  assert.deepEqual(refused, { durable: 0, relaxed: 1 });
  tokenIn(await exchange(browser, code));
  const replays = await commitsOf(async () => {
    for (let count = 0; count < 5; count += 1) assert.equal((await exchange(browser, code)).status, 400);
  });
  assert.equal(replays.relaxed, 0);
  // Each replay loses one claim on the code; the first also revokes. None writes more.
  assert.ok(replays.durable <= 6, `${replays.durable} durable commits`);
});

test("durable writes: the exposure of a secret is recorded once: repeating the URL writes nothing more", async () => {
  const exposing = await service.addClient({ secret: "secretThatStandsInAnUrl" });
  const query = { client_id: exposing.id, client_secret: exposing.secret };
  const first = await commitsOf(async () => {
    await browser.get(targetWith(query));
  });
  assert.deepEqual(first, { durable: 1, relaxed: 0 });
  const repeated = await commitsOf(async () => {
    for (let count = 0; count < 5; count += 1) await browser.get(targetWith(query));
  });
  assert.equal(repeated.durable, 0);
});
