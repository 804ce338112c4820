import assert from "node:assert/strict";
import { after, before, beforeEach, it } from "node:test";
import { decodeJwt } from "jose";
import type { GroupName } from "../../src/identity/group.ts";
import type { ResourceUri } from "../../src/protocol/api/resource.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { exchangeGrantType, tokenTypes } from "../../src/protocol/token/token-exchange-request.ts";
import type { AccountId } from "../../src/values/ids.ts";
import type { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada } from "./journey.ts";
import { answerDevice, codesFor, poll } from "./support/device.ts";
import {
  adasBrowser,
  credentialsOf,
  endpoints,
  openid,
  post,
  refresh,
  tokensFor,
  tokensIn,
} from "./support/openid.ts";

const staff = "staff" as GroupName;
const resource = "https://api.example/orders";
const front = "https://api.example/front";
const both = { scope: "openid orders:read orders:write", resource };

let service: InProcessService;
let adaId: AccountId;
let client: TestClient;
let browser: FormClient;

before(async () => {
  service = await startInProcess();
  adaId = await service.addAccount(ada.username, ada.password);
  await service.ports.groups.create({ name: staff, createdAt: service.clock.now() }, 10);
  await service.addApi({
    resource,
    tokenFormat: "jwt",
    openTo: "third-party",
    scopes: [
      { name: "orders:read", sentence: "See your orders", translations: {} },
      { name: "orders:write", sentence: "Change orders", translations: {}, groups: [staff] },
    ],
    roles: { staff: "editor", board: "owner" },
  });
  await service.addApi({
    resource: front,
    openTo: "third-party",
    mayExchangeFor: [resource as ResourceUri],
    scopes: ["orders:read", "orders:write"].map((name) => ({ name, sentence: name, translations: {} })),
  });
  client = await service.addClient({ metadata: openid({ mayUseDeviceGrant: true }) });
  browser = await adasBrowser(service, client);
});
after(async () => {
  browser.close();
  await service[Symbol.asyncDispose]();
});
beforeEach(() => service.ports.groups.add(staff, adaId, 10));

it("a scope that is bound to a group is granted to its people alone, and the answer says what was granted", async () => {
  const within = await tokensFor(browser, client, both);
  assert.equal(within.scope, "openid orders:read orders:write");
  await service.ports.groups.removeMember(staff, adaId);
  const without = await tokensFor(browser, client, both);
  assert.equal(without.scope, "openid orders:read");
  assert.equal(decodeJwt(without.access_token).scope, "openid orders:read");
});

it("who leaves the group loses the scope at the next refresh, and has it again with the group", async () => {
  const first = await tokensFor(browser, client, both);
  await service.ports.groups.removeMember(staff, adaId);
  const second = tokensIn(await refresh(service.url, client, first.refresh_token));
  assert.equal(decodeJwt(second.access_token).scope, "openid orders:read");
  await service.ports.groups.add(staff, adaId, 10);
  const third = tokensIn(await refresh(service.url, client, second.refresh_token));
  assert.equal(decodeJwt(third.access_token).scope, "openid orders:read orders:write");
});

it("RFC 9068 §2.2.3.1: roles are what the groups of the person give at the API, and an empty list for who has none", async () => {
  assert.deepEqual(decodeJwt((await tokensFor(browser, client, both)).access_token).roles, ["editor"]);
  await service.ports.groups.removeMember(staff, adaId);
  assert.deepEqual(decodeJwt((await tokensFor(browser, client, both)).access_token).roles, []);
});

it("a device gets no more than its person, who may leave the group between the answer and the poll", async () => {
  const allowed = async () => {
    const codes = await codesFor(service.url, client, both);
    await answerDevice(browser, codes);
    return codes;
  };
  assert.equal(
    tokensIn(await poll(service.url, client, await allowed())).scope,
    "openid orders:read orders:write",
  );
  const codes = await allowed();
  await service.ports.groups.removeMember(staff, adaId);
  assert.equal(tokensIn(await poll(service.url, client, codes)).scope, "openid orders:read");
});

it("another API's scope of the same name opens nothing by an exchange, for a person who is in no group of it now", async () => {
  const metadata = { ...interfaceMetadata, isMachine: true, audience: front };
  const server = await service.addClient({ name: "Front", redirectUris: [], metadata });
  const { access_token } = await tokensFor(browser, client, { ...both, resource: front });
  const exchange = (scope?: string) =>
    post(service.url, endpoints.token, {
      ...credentialsOf(server),
      grant_type: exchangeGrantType,
      subject_token: access_token,
      subject_token_type: tokenTypes.accessToken,
      resource,
      ...(scope !== undefined && { scope }),
    });
  assert.equal(tokensIn(await exchange()).scope, "orders:read orders:write");
  await service.ports.groups.removeMember(staff, adaId);
  const { roles, scope } = decodeJwt(tokensIn(await exchange()).access_token);
  assert.deepEqual([scope, roles], ["orders:read", []]);
  assert.match((await exchange("orders:write")).body, /invalid_scope/);
});

it("a machine has what it is registered for, whatever groups the scope is bound to", async () => {
  const metadata = {
    ...interfaceMetadata,
    isMachine: true,
    resources: [resource],
    machineScope: ["orders:write"],
  };
  const machine = await service.addClient({ name: "Nightly", redirectUris: [], metadata });
  const fields = { ...credentialsOf(machine), grant_type: "client_credentials", resource };
  const { scope, roles } = decodeJwt(tokensIn(await post(service.url, endpoints.token, fields)).access_token);
  assert.deepEqual([scope, roles], ["orders:write", undefined]);
});
