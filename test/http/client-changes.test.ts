import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { systemRandom } from "../../src/adapters/system/random.ts";
import { changeClient, setClientDisabled } from "../../src/flows/operator/client.ts";
import { everyRight } from "../../src/flows/operator/rights.ts";
import type { FormClient, HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, codeAt, exchange, tokenErrorIn } from "./journey.ts";
import {
  adasBrowser,
  assertRefused,
  credentialsOf,
  endpoints,
  openid,
  openidRequest,
  post,
  refresh,
  tokensFor,
  tokensIn,
  userinfoStatus,
} from "./support/openid.ts";

const other = "https://app.example/other";

let service: InProcessService;
let client: TestClient;
let browser: FormClient;

before(async () => {
  service = await startInProcess();
  await service.addAccount(ada.username, ada.password);
});
after(() => service[Symbol.asyncDispose]());

beforeEach(async () => {
  client = await service.addClient({ metadata: openid() });
  browser = await adasBrowser(service, client);
});

/** What an operator's command works on. */
const registry = () => ({ ...service.ports, clock: service.clock, random: systemRandom });

async function disableAndEnable(): Promise<void> {
  for (const isDisabled of [true, false])
    assert.ok((await setClientDisabled(registry(), client.client.id, isDisabled, { by: everyRight })).ok);
}

async function removeAndAddRedirectUri(): Promise<void> {
  const [redirectUri = ""] = client.client.redirectUris;
  for (const changes of [
    { addRedirectUris: [other] },
    { removeRedirectUris: [redirectUri] },
    { addRedirectUris: [redirectUri], removeRedirectUris: [other] },
  ])
    assert.ok((await changeClient(registry(), client.client.id, changes, { by: everyRight })).ok);
}

async function newCode(): Promise<string> {
  return codeAt(await browser.get(openidRequest(client)), client);
}

async function push(): Promise<string> {
  const fields = { response_type: "code", scope: "openid", redirect_uri: client.redirectUri };
  const { status, body } = await post(service.url, endpoints.pushedRequest, {
    ...credentialsOf(client),
    ...fields,
  });
  assert.equal(status, 201, body);
  return JSON.parse(body).request_uri;
}

function bring(requestUri: string): Promise<HttpAnswer> {
  const query = new URLSearchParams({ client_id: client.id, request_uri: requestUri });
  return browser.get(`${endpoints.authorization}?${query}`);
}

const changes = {
  "disabled and enabled again": disableAndEnable,
  "loses a redirect URI, also where it is added again": removeAndAddRedirectUri,
};

for (const [what, change] of Object.entries(changes))
  describe(`a client is ${what}`, () => {
    it("a code that was under way is dead, and one that is issued afterwards works", async () => {
      const code = await newCode();
      await change();
      assertRefused(await exchange(browser, client, code), "invalid_grant");
      assert.equal(tokenErrorIn(await exchange(browser, client, code)), "invalid_grant");
      service.clock.advance(1);
      tokensIn(await exchange(browser, client, await newCode()));
    });

    it("so is a request that was pushed", async () => {
      const uri = await push();
      await change();
      const { status, headers } = await bring(uri);
      assert.deepEqual([status, headers.location], [400, undefined]);
      service.clock.advance(1);
      codeAt(await bring(await push()), client);
    });
  });

describe("what else ends while a code is under way kills it, also where it begins again", () => {
  it("the client is disabled and enabled: earlier tokens and refresh tokens are dead as well", async () => {
    const tokens = await tokensFor(browser, client);
    await disableAndEnable();
    assert.equal(await userinfoStatus(service.url, tokens.access_token), 401);
    assertRefused(await refresh(service.url, client, tokens.refresh_token), "invalid_grant");
  });

  it("the account is disabled and enabled", async () => {
    const code = await newCode();
    const [session] = await service.ports.sessions.list();
    assert.ok(session !== undefined);
    for (const isDisabled of [true, false])
      await service.ports.accounts.setDisabled(session.account.id, isDisabled, service.clock.now());
    assertRefused(await exchange(browser, client, code), "invalid_grant");
  });

  it("the session ends, and the person signs in again", async () => {
    const code = await newCode();
    for (const { session } of await service.ports.sessions.list())
      await service.ports.sessions.end(session.id);
    const again = await adasBrowser(service, client);
    assertRefused(await exchange(browser, client, code), "invalid_grant");
    again.close();
  });

  it("a third party's consent is withdrawn, and the person allows it again", async () => {
    const photos = await service.addClient({ metadata: openid({ isThirdParty: true }) });
    const page = await browser.get(openidRequest(photos));
    const code = codeAt(await browser.submit(page, {}), photos);
    const [session] = await service.ports.sessions.list();
    assert.ok(session !== undefined);
    await service.ports.consents.withdraw(session.account.id, photos.client.id, service.clock.now());
    service.clock.advance(1);
    codeAt(await browser.submit(await browser.get(openidRequest(photos)), {}), photos);
    assertRefused(await exchange(browser, photos, code), "invalid_grant");
  });

  it("a name, a URI or metadata that are added kill nothing", async () => {
    const code = await newCode();
    const added = { name: "Another name", addRedirectUris: [other], metadata: { mayRefresh: true } };
    assert.ok((await changeClient(registry(), client.client.id, added, { by: everyRight })).ok);
    tokensIn(await exchange(browser, client, code));
  });
});
