import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { decodeJwt } from "jose";
import type { GroupName } from "../../src/identity/group.ts";
import type { ClaimRule } from "../../src/protocol/client/claim-rule.ts";
import type { AccountId } from "../../src/values/ids.ts";
import type { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada } from "./journey.ts";
import {
  adasBrowser,
  endpoints,
  openid,
  refresh,
  type Tokens,
  tokensFor,
  tokensIn,
} from "./support/openid.ts";

const staff = "staff" as GroupName;
const resource = "https://api.example/orders";
const rules: readonly ClaimRule[] = [
  {
    name: "role",
    from: "groups",
    map: { staff: "Editor" },
    single: true,
    in: ["id_token", "userinfo", "access_token"],
  },
  { name: "department", from: "claim:department" },
  { name: "groups", from: "groups", map: { staff: "everybody" } },
  { name: "is_staff", value: true, group: "staff", in: ["access_token"] },
];

let service: InProcessService;
let adaId: AccountId;
let client: TestClient;
let browser: FormClient;

before(async () => {
  service = await startInProcess();
  adaId = await service.addAccount(ada.username, ada.password);
  await service.ports.groups.create({ name: staff, createdAt: service.clock.now() }, 10);
  await service.ports.groups.add(staff, adaId, 10);
  const account = await service.ports.accounts.find(adaId);
  assert.ok(account);
  const changed = { ...account, claims: { department: "Engines" } };
  assert.ok((await service.ports.accounts.update(changed, service.clock.now(), { audit: [] })).ok);
  await service.addApi({ resource, tokenFormat: "jwt" });
  client = await service.addClient({ metadata: openid({ claimRules: rules }) });
  browser = await adasBrowser(service, client);
});
after(async () => {
  browser.close();
  await service[Symbol.asyncDispose]();
});

async function userinfo({ access_token: token }: Tokens): Promise<Record<string, unknown>> {
  return JSON.parse((await browser.get(endpoints.userinfo, { authorization: `Bearer ${token}` })).body);
}

it("the rules of a client add claims to ID token and userinfo, and replace those of scopes that have their name", async () => {
  const tokens = await tokensFor(browser, client, { scope: "openid groups" });
  for (const { role, department, groups, is_staff } of [decodeJwt(tokens.id_token), await userinfo(tokens)])
    assert.deepEqual([role, department, groups, is_staff], ["Editor", "Engines", ["everybody"], undefined]);
});

it("they reach a JWT access token only if they name it, at the exchange and at a refresh", async () => {
  const first = await tokensFor(browser, client, { scope: "openid orders:read", resource });
  const second = tokensIn(await refresh(service.url, client, first.refresh_token));
  for (const { access_token } of [first, second]) {
    const { role, department, is_staff } = decodeJwt(access_token);
    assert.deepEqual([role, department, is_staff], ["Editor", undefined, true]);
  }
});

it("they count from the next token on: out of the group, nothing of it is said", async () => {
  const { refresh_token } = await tokensFor(browser, client, { scope: "openid groups" });
  await service.ports.groups.removeMember(staff, adaId);
  const tokens = tokensIn(await refresh(service.url, client, refresh_token));
  const { role, groups, department } = decodeJwt(tokens.id_token);
  assert.deepEqual([role, groups, department], [undefined, [], "Engines"]);
  await service.ports.groups.add(staff, adaId, 10);
});

it("an attribute is told to no client without a rule, whatever its scope is", async () => {
  const other = await service.addClient({ metadata: openid() });
  const tokens = await tokensFor(browser, other, { scope: "openid profile email phone address groups" });
  for (const claims of [decodeJwt(tokens.id_token), await userinfo(tokens)])
    assert.equal(claims.department, undefined);
});

it("groups without a map that are too long for an ID token are left to userinfo, as those of the scope are", async () => {
  const names = Array.from(
    { length: 40 },
    (_, number) => `${"a-long-name-of-a-group-".repeat(2)}${number}` as GroupName,
  );
  for (const name of names) {
    await service.ports.groups.create({ name, createdAt: service.clock.now() }, 100);
    await service.ports.groups.add(name, adaId, 100);
  }
  const asking = await service.addClient({
    metadata: openid({
      claimRules: [
        { name: "teams", from: "groups" },
        { name: "role", value: "Viewer" },
      ],
    }),
  });
  const tokens = await tokensFor(browser, asking, { scope: "openid" });
  const { teams, role } = decodeJwt(tokens.id_token);
  assert.deepEqual([teams, role], [undefined, "Viewer"]);
  assert.equal(((await userinfo(tokens)).teams as readonly string[]).length, 41);
});
