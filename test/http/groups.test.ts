import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { decodeJwt } from "jose";
import type { GroupName } from "../../src/identity/group.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import type { AccountId } from "../../src/values/ids.ts";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, authorizationOf, bob, codeAt, exchange, submitAs, whoseCode } from "./journey.ts";
import { assertRefused, endpoints, openid, refresh, tokensIn } from "./support/openid.ts";

const staff = "staff" as GroupName;
const board = "board" as GroupName;

let service: InProcessService;
let adaId: AccountId;
let bobId: AccountId;
let client: TestClient;
/** Ada, who is in the group, is signed in here. */
let browser: FormClient;

before(async () => {
  service = await startInProcess();
  adaId = await service.addAccount(ada.username, ada.password);
  bobId = await service.addAccount(bob.username, bob.password);
  for (const name of [staff, board])
    await service.ports.groups.create({ name, createdAt: service.clock.now() }, 10);
  client = await service.addClient({ metadata: { ...interfaceMetadata, onlyGroups: [staff, board] } });
});
after(() => service[Symbol.asyncDispose]());

beforeEach(async () => {
  service.clock.advance(24 * 3_600);
  await service.ports.groups.add(staff, adaId, 10);
  browser = new FormClient(service.url);
  codeAt(await browser.signIn(authorizationOf(client), ada), client);
});

function assertNotAdmitted(answer: HttpAnswer, name: string): void {
  assert.deepEqual([answer.status, answer.headers.location], [403, undefined]);
  assert.match(answer.body, /<h1>This account has no access to <bdi>Test client<\/bdi><\/h1>/);
  assert.ok(answer.body.includes(name));
}

describe("a client that is open to groups alone", () => {
  it("lets the people of any of them in", async () => {
    await service.ports.groups.add(board, bobId, 10);
    const bobs = new FormClient(service.url);
    assert.equal(
      await whoseCode(bobs, client, codeAt(await bobs.signIn(authorizationOf(client), bob), client)),
      bobId,
    );
    await service.ports.groups.removeMember(board, bobId);
  });

  it("shows everybody else a calm page, right after the password and later, and issues no code", async () => {
    const bobs = new FormClient(service.url);
    assertNotAdmitted(await bobs.signIn(authorizationOf(client), bob), bob.username);
    for (const more of [{}, { prompt: "consent" }, { prompt: "select_account" }])
      assertNotAdmitted(await bobs.get(authorizationOf(client, more)), bob.username);
    const line = service.log.findLast(({ message }) => message === "authorization-refused");
    assert.deepEqual(
      [line?.fields.reason, line?.fields.clientId, line?.fields.repair],
      ["account-not-admitted", client.id, `latchkey group add staff ${bobId}`],
    );
  });

  it("has a way on as somebody else, and a way back with access_denied", async () => {
    const bobs = new FormClient(service.url);
    const page = await bobs.signIn(authorizationOf(client, { state: "s" }), bob);
    const [, back = ""] = /<a href="(https:\/\/app\.example\/cb[^"]*)"/.exec(page.body) ?? [];
    const url = new URL(back.replaceAll("&amp;", "&"));
    assert.deepEqual(
      [url.searchParams.get("error"), url.searchParams.get("state"), url.searchParams.get("code")],
      ["access_denied", "s", null],
    );
    const [, another = ""] = /<a href="(\/sign-in[^"]*)"/.exec(page.body) ?? [];
    const form = await bobs.get(another.replaceAll("&amp;", "&"));
    assert.equal(form.status, 200);
    assert.equal(await whoseCode(bobs, client, codeAt(await submitAs(bobs, form, ada), client)), adaId);
  });

  it("exchanges no code of a person who was taken out meanwhile", async () => {
    const code = codeAt(await browser.get(authorizationOf(client)), client);
    await service.ports.groups.removeMember(staff, adaId);
    assertRefused(await exchange(browser, client, code), "invalid_grant");
    assertNotAdmitted(await browser.get(authorizationOf(client)), ada.username);
    await service.ports.groups.add(staff, adaId, 10);
    assert.equal((await exchange(browser, client, code)).status, 200, "a refused exchange spends nothing");
  });

  it("refreshes nothing of theirs either, until they are in again", async () => {
    const refreshing = await service.addClient({ metadata: openid({ onlyGroups: [staff] }) });
    const request = authorizationOf(refreshing, { response_type: "code", scope: "openid" });
    const { refresh_token } = tokensIn(
      await exchange(browser, refreshing, codeAt(await browser.get(request), refreshing)),
    );
    await service.ports.groups.removeMember(staff, adaId);
    assertRefused(await refresh(service.url, refreshing, refresh_token), "invalid_grant");
    await service.ports.groups.add(staff, adaId, 10);
    tokensIn(await refresh(service.url, refreshing, refresh_token));
  });
});

describe("the claim groups", () => {
  async function groupsTold(scope: string) {
    const asking = await service.addClient({ metadata: openid() });
    const request = authorizationOf(asking, { response_type: "code", scope });
    const { access_token, id_token } = tokensIn(
      await exchange(browser, asking, codeAt(await browser.get(request), asking)),
    );
    const answer = await browser.get(endpoints.userinfo, { authorization: `Bearer ${access_token}` });
    return [JSON.parse(answer.body).groups, decodeJwt(id_token).groups];
  }

  it("is opened by the scope groups, in the ID token and at userinfo, and is an empty list for a person in none", async () => {
    await service.ports.groups.add(board, adaId, 10);
    assert.deepEqual(await groupsTold("openid groups"), [
      [board, staff],
      [board, staff],
    ]);
    assert.deepEqual(await groupsTold("openid profile"), [undefined, undefined]);
    for (const name of [board, staff]) await service.ports.groups.removeMember(name, adaId);
    assert.deepEqual(await groupsTold("openid groups"), [[], []]);
  });

  it("is opened to no client that is not registered for OpenID Connect", async () => {
    const plain = await service.addClient({ metadata: { ...interfaceMetadata, mayRefresh: true } });
    const code = codeAt(await browser.get(authorizationOf(plain, { scope: "groups" })), plain);
    const { access_token } = JSON.parse((await exchange(browser, plain, code)).body);
    const answer = await browser.get(endpoints.userinfo, { authorization: `Bearer ${access_token}` });
    assert.deepEqual(Object.keys(JSON.parse(answer.body)), ["sub", "id"]);
  });
});
