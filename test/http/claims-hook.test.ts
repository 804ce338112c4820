import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { decodeJwt } from "jose";
import { Webhook } from "standardwebhooks";
import type { GroupName } from "../../src/identity/group.ts";
import { type ClaimsReceiver, claims, startClaimsReceiver } from "../support/claims-receiver.ts";
import type { FormClient } from "../support/form-client.ts";
import { FakeClock, type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { until } from "../support/until.ts";
import { ada, codeAt, exchange } from "./journey.ts";
import { entriesOf } from "./support/audit-entries.ts";
import {
  adasBrowser,
  assertRefused,
  endpoints,
  openid,
  openidRequest,
  refresh,
  type Tokens,
  tokensFor,
  tokensIn,
} from "./support/openid.ts";

const secret = `whsec_${randomBytes(32).toString("base64")}`;
const resource = "https://api.example/orders";

let receiver: ClaimsReceiver;
before(async () => {
  receiver = await startClaimsReceiver();
});
after(() => receiver[Symbol.asyncDispose]());
afterEach(() => {
  receiver.answer = claims({});
  receiver.asked.length = 0;
});

/** The official library compares the time of a message with the system's. */
function nowClock(): FakeClock {
  const clock = new FakeClock();
  clock.advance(Math.round((Date.now() - clock.now()) / 1000));
  return clock;
}

/** A service whose hook is the receiver, and Ada in her browser with a client that is registered for the hook. */
async function openStage(settings: Readonly<Record<string, string>> = {}) {
  const clock = nowClock();
  const hook = { LATCHKEY_CLAIMS_HOOK_URL: receiver.url, LATCHKEY_CLAIMS_HOOK_SECRET: secret };
  const service = await startInProcess({ ...hook, ...settings }, { clock });
  const adaId = await service.addAccount(ada.username, ada.password);
  await service.addApi({ resource, tokenFormat: "jwt" });
  const client = await service.addClient({ metadata: openid({ asksClaimsHook: true }) });
  const browser = await adasBrowser(service, client);
  const dispose = async () => {
    browser.close();
    await service[Symbol.asyncDispose]();
  };
  return { service, clock, adaId, client, browser, [Symbol.asyncDispose]: dispose };
}

async function userinfo(
  browser: FormClient,
  { access_token: token }: Tokens,
): Promise<Record<string, unknown>> {
  return JSON.parse((await browser.get(endpoints.userinfo, { authorization: `Bearer ${token}` })).body);
}

/** The claim `level` that userinfo of this service has. */
async function levelAt({ url }: InProcessService, { access_token: token }: Tokens): Promise<unknown> {
  const answer = await fetch(new URL(endpoints.userinfo, url), {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { level?: unknown }).level;
}

async function codeFor(browser: FormClient, client: TestClient): Promise<string> {
  return codeAt(await browser.get(openidRequest(client)), client);
}

function eventsOf({ log }: InProcessService): readonly Readonly<Record<string, unknown>>[] {
  return log.filter(({ message }) => message === "claims-hook-failed").map(({ fields }) => fields);
}

describe("what the claims hook says", () => {
  let stage: Awaited<ReturnType<typeof openStage>>;
  before(async () => {
    stage = await openStage();
    await stage.service.ports.groups.create({ name: "staff" as GroupName, createdAt: stage.clock.now() }, 10);
    await stage.service.ports.groups.add("staff" as GroupName, stage.adaId, 10);
  });
  after(() => stage[Symbol.asyncDispose]());

  it("is asked once at the exchange and once at a refresh, signed, with what an operator needs to decide", async () => {
    const { browser, client, service } = stage;
    const tokens = await tokensFor(browser, client, { scope: "openid profile" });
    await userinfo(browser, tokens);
    tokensIn(await refresh(service.url, client, tokens.refresh_token));
    assert.equal(receiver.asked.length, 2);
    const official = new Webhook(secret);
    const ids = new Set(receiver.asked.map(({ headers }) => headers["webhook-id"]));
    assert.equal(ids.size, 2, "each question has an id of its own");
    const [first, second] = receiver.asked.map(({ headers, body }) =>
      official.verify(body, headers as Record<string, string>),
    );
    const { sub } = decodeJwt(tokens.id_token);
    const question = {
      client_id: client.id,
      sub,
      user_id: stage.adaId,
      username: ada.username,
      scope: "openid profile",
      groups: ["staff"],
      reason: "token",
    };
    assert.deepEqual([first, second], [question, { ...question, reason: "refresh" }]);
  });

  it("says nothing to an API about groups and roles, which the service itself says", async () => {
    const { browser, client } = stage;
    receiver.answer = claims({ level: 3, roles: ["owner"], Groups: ["board"] });
    const { access_token, id_token } = await tokensFor(browser, client, {
      scope: "openid orders:read",
      resource,
    });
    const { level, roles, Groups } = decodeJwt(access_token);
    assert.deepEqual([level, roles, Groups], [3, undefined, undefined]);
    assert.deepEqual(decodeJwt(id_token).roles, ["owner"]);
  });

  it("stands in the ID token, the JWT access token and userinfo, and a refresh hears the new answer", async () => {
    const { browser, client, service } = stage;
    const nested = { "https://hasura.io/jwt/claims": { "x-hasura-role": "editor" }, level: 3 };
    receiver.answer = claims(nested);
    const first = await tokensFor(browser, client, { scope: "openid orders:read", resource });
    receiver.answer = claims({ level: 4 });
    const second = tokensIn(await refresh(service.url, client, first.refresh_token));
    for (const jwt of [first.id_token, first.access_token]) {
      const { level, "https://hasura.io/jwt/claims": roles } = decodeJwt(jwt);
      assert.deepEqual([level, roles], [3, { "x-hasura-role": "editor" }]);
    }
    assert.deepEqual([decodeJwt(second.id_token).level, decodeJwt(second.access_token).level], [4, 4]);
    assert.deepEqual(
      [(await userinfo(browser, first)).level, (await userinfo(browser, second)).level],
      [3, 4],
    );
  });

  it("counts before a rule of the same name, and leaves the others", async () => {
    const { browser, service } = stage;
    const client = await service.addClient({
      metadata: openid({
        asksClaimsHook: true,
        claimRules: [
          { name: "role", value: "Viewer" },
          { name: "team", value: "red" },
        ],
      }),
    });
    receiver.answer = claims({ role: "Editor" });
    const tokens = await tokensFor(browser, client);
    for (const { role, team } of [decodeJwt(tokens.id_token), await userinfo(browser, tokens)])
      assert.deepEqual([role, team], ["Editor", "red"]);
  });

  it("is not asked about clients that are not registered for it, nor for a code that was redeemed already", async () => {
    const { browser, service, client } = stage;
    const other = await service.addClient({ metadata: openid() });
    await tokensFor(browser, other);
    assert.equal(receiver.asked.length, 0);
    const code = await codeFor(browser, client);
    tokensIn(await exchange(browser, client, code));
    assertRefused(await exchange(browser, client, code), "invalid_grant");
    assert.equal(receiver.asked.length, 1);
  });

  it("names the person of a pairwise client as the client knows her, and for the operator too", async () => {
    const { browser, service, adaId } = stage;
    const client = await service.addClient({ metadata: openid({ asksClaimsHook: true, isPairwise: true }) });
    const tokens = await tokensFor(browser, client);
    const { sub, user_id } = JSON.parse(receiver.asked[0]?.body ?? "{}");
    assert.equal(sub, decodeJwt(tokens.id_token).sub);
    assert.deepEqual([user_id, sub === adaId], [adaId, false]);
  });

  it("is no longer told at userinfo once the client is not registered for it any more", async () => {
    const { browser, service } = stage;
    const client = await service.addClient({ metadata: openid({ asksClaimsHook: true }) });
    receiver.answer = claims({ level: 3 });
    const tokens = await tokensFor(browser, client);
    assert.equal((await userinfo(browser, tokens)).level, 3);
    const stored = await service.ports.clients.findStored(client.client.id);
    assert.ok(stored);
    await service.ports.clients.update({
      ...stored,
      metadata: { ...stored.metadata, asksClaimsHook: false },
    });
    await until(async () => !("level" in (await userinfo(browser, tokens))));
  });
});

/** Every way in which the operator's code can fail, and the reason that is told. */
const faults: Readonly<Record<string, readonly [reason: string, answer: ClaimsReceiver["answer"]]>> = {
  "never answers": ["timed-out", () => {}],
  "sends its answer drop by drop": [
    "timed-out",
    (response) => {
      response.write("{");
      const timer = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(timer));
    },
  ],
  "answers more than 4,096 bytes": ["too-large", claims({ long: "x".repeat(4096) })],
  "fails with 500": [
    "status-not-200",
    (response) => {
      response.statusCode = 500;
      response.end(JSON.stringify({ claims: { level: 3 } }));
    },
  ],
  "redirects to an address that would answer": [
    "status-not-200",
    (response) => {
      if (receiver.asked.length > 1) response.end(JSON.stringify({ claims: { level: 3 } }));
      else response.writeHead(307, { location: receiver.url }).end();
    },
  ],
  "answers no JSON": ["answer-unreadable", (response) => response.end("<html>")],
  "answers no UTF-8": [
    "answer-unreadable",
    (response) => response.end(Buffer.from('{"claims":{"name_tag":"\xff"}}', "latin1")),
  ],
  "answers claims that are a list": ["answer-unreadable", claims(["level"])],
  "answers without claims": ["answer-unreadable", (response) => response.end('{"level":3}')],
  "says who somebody is": ["claim-not-allowed", claims({ level: 3, sub: "root" })],
  "vouches for an address": ["claim-not-allowed", claims({ email_verified: true })],
  "says it in other letters, which Go takes for the same": [
    "claim-not-allowed",
    claims({ Email_Verified: true }),
  ],
  "gives a name that is none": [
    "claim-not-allowed",
    (response) => response.end('{"claims":{"__proto__":1}}'),
  ],
  "answers lists in lists in lists": ["claim-too-deep", claims({ deep: [[[[[[1]]]]]] })],
  "cuts the connection": ["unreachable", (response) => response.destroy()],
};

describe("a claims hook that fails, closed", () => {
  let stage: Awaited<ReturnType<typeof openStage>>;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage[Symbol.asyncDispose]());

  for (const [fault, [reason, answer]] of Object.entries(faults))
    it(`${fault}: 503 with Retry-After within a second, and neither code nor refresh token is spent`, async () => {
      const { browser, client, service, clock } = stage;
      clock.advance(60);
      const before = eventsOf(service).length;
      const { refresh_token } = await tokensFor(browser, client);
      const code = await codeFor(browser, client);
      receiver.answer = answer;
      receiver.asked.length = 0;
      const beganAt = performance.now();
      const refused = await exchange(browser, client, code);
      assert.ok(performance.now() - beganAt < 1_000);
      assert.equal(receiver.asked.length, 1, "asked once, and no redirect was followed");
      assertRefused(refused, "temporarily_unavailable", 503);
      assert.equal(refused.headers["retry-after"], "2");
      receiver.asked.length = 0;
      assertRefused(await refresh(service.url, client, refresh_token), "temporarily_unavailable", 503);
      receiver.answer = claims({ level: 5 });
      assert.equal(decodeJwt(tokensIn(await exchange(browser, client, code)).id_token).level, 5);
      const refreshed = tokensIn(await refresh(service.url, client, refresh_token));
      assert.equal(decodeJwt(refreshed.id_token).level, 5);
      const told = eventsOf(service).slice(before);
      assert.deepEqual(
        told.map((fields) => [fields.reason, fields.isRefused]),
        [[reason, true]],
        "told once for both",
      );
    });

  it("a name of the service's own is told, and one of the hook's is not", async () => {
    const { browser, client, service, clock } = stage;
    for (const [name, told] of [
      ["sub", "sub"],
      ["a name of Ada's", undefined],
    ]) {
      clock.advance(60);
      receiver.answer = claims({ [name ?? ""]: 1 });
      assert.equal((await exchange(browser, client, await codeFor(browser, client))).status, 503);
      assert.equal(eventsOf(service).at(-1)?.claim, told);
    }
  });

  it("is audited once a minute for each reason, however many sign-ins it stops", async () => {
    const { browser, client, service, clock } = stage;
    clock.advance(60);
    const { auditTrail } = service.ports;
    const before = eventsOf(service).length;
    receiver.answer = (response) => response.destroy();
    const code = await codeFor(browser, client);
    for (let tries = 0; tries < 5; tries += 1) await exchange(browser, client, code);
    clock.advance(60);
    await exchange(browser, client, await codeFor(browser, client));
    const entries = await entriesOf(auditTrail, "claims-hook-failed", before + 2);
    assert.equal(entries.length, before + 2);
    const { actor, target, details } = entries[0] ?? {};
    assert.deepEqual([actor, target], [{ kind: "system" }, { kind: "client", id: client.id }]);
    assert.deepEqual(details, { reason: "unreachable", refused: true });
  });

  it("has at most 32 questions under way: further ones fail at once, and the bound is free again afterwards", async () => {
    const { browser, client, clock, service } = stage;
    clock.advance(60);
    const codes: string[] = [];
    for (let count = 0; count < 40; count += 1) codes.push(await codeFor(browser, client));
    receiver.asked.length = 0;
    receiver.answer = () => {};
    const answers = await Promise.all(codes.map((code) => exchange(browser, client, code)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([503]));
    assert.equal(receiver.asked.length, 32);
    assert.deepEqual(
      eventsOf(service)
        .slice(-2)
        .map(({ reason }) => reason)
        .sort(),
      ["timed-out", "too-many-requests"],
    );
    receiver.answer = claims({});
    for (const code of codes.slice(0, 3)) tokensIn(await exchange(browser, client, code));
  });
});

describe("a claims hook that fails, open", () => {
  it("gives tokens without its claims, and event, audit trail and metrics say so", async () => {
    await using stage = await openStage({
      LATCHKEY_CLAIMS_HOOK_FAIL: "open",
      LATCHKEY_METRICS_PORT: "0",
    });
    const { browser, client, service } = stage;
    receiver.answer = claims({ level: 3 });
    assert.equal(decodeJwt((await tokensFor(browser, client)).id_token).level, 3);
    receiver.answer = claims({ level: 3, aud: "everybody" });
    const tokens = await tokensFor(browser, client);
    for (const said of [decodeJwt(tokens.id_token), await userinfo(browser, tokens)])
      assert.equal(said.level, undefined);
    assert.notEqual(decodeJwt(tokens.id_token).aud, "everybody");
    assert.deepEqual(
      eventsOf(service).map(({ reason, isRefused, claim }) => [reason, isRefused, claim]),
      [["claim-not-allowed", false, "aud"]],
    );
    assert.equal((await entriesOf(service.ports.auditTrail, "claims-hook-failed")).length, 1);
    const { url } = Object(service.log.find(({ message }) => message === "metrics-listening")?.fields) as {
      url: string;
    };
    const metrics = await (await fetch(url)).text();
    assert.match(metrics, /^latchkey_claims_hook_questions_total\{outcome="ok"\} 1$/m);
    assert.match(metrics, /^latchkey_claims_hook_questions_total\{outcome="claim-not-allowed"\} 1$/m);
    assert.match(metrics, /^latchkey_claims_hook_duration_seconds_count 2$/m);
  });
});

describe("where the answer is kept", () => {
  it("userinfo of another process over the same database repeats it without asking, also after a restart", async () => {
    const folder = await mkdtemp(join(tmpdir(), "latchkey-claims-"));
    const shared = { LATCHKEY_DATA_DIR: folder };
    let tokens: Tokens;
    {
      await using stage = await openStage(shared);
      receiver.answer = claims({ level: 7 });
      tokens = await tokensFor(stage.browser, stage.client);
      receiver.answer = claims({ level: 8 });
      await using other = await startInProcess(shared, { clock: stage.clock });
      assert.equal(await levelAt(other, tokens), 7);
    }
    await using again = await startInProcess(shared, { clock: nowClock() });
    assert.equal(await levelAt(again, tokens), 7);
    assert.equal(receiver.asked.length, 1);
    await rm(folder, { recursive: true });
  });

  it("an installation without a hook refuses a client that is registered for one, instead of telling it less in silence", async () => {
    await using service = await startInProcess();
    await service.addAccount(ada.username, ada.password);
    const client = await service.addClient({ metadata: openid({ asksClaimsHook: true }) });
    const browser = await adasBrowser(service, client);
    assertRefused(
      await exchange(browser, client, await codeFor(browser, client)),
      "temporarily_unavailable",
      503,
    );
    assert.deepEqual(
      eventsOf(service).map(({ reason }) => reason),
      ["not-configured"],
    );
    browser.close();
  });
});
