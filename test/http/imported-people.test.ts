import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createAuditor } from "../../src/flows/audit.ts";
import { changeAccount } from "../../src/flows/operator/account.ts";
import { everyRight } from "../../src/flows/operator/rights.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import type { PasswordHash } from "../../src/identity/password.ts";
import { accountIdOf } from "../../src/values/ids.ts";
import { openImports } from "../flows/operator/import/imported.ts";
import { bcrypt, foreignPassword } from "../support/foreign-files.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { respeltHashes, toolPassword, weakHashes } from "../support/vectors.ts";
import { ada, authorizationOf, codeAt, problemIn, submitAs } from "./journey.ts";
import { endpoints, openid, tokensFor } from "./support/openid.ts";

let shared: InProcessService;
let asking: TestClient;
let named = 0;
before(async () => {
  shared = await startInProcess();
  asking = await shared.addClient();
});
after(() => shared[Symbol.asyncDispose]());

describe("people that an import brought", () => {
  let service: InProcessService;
  let client: TestClient;

  before(async () => {
    service = await startInProcess();
    client = await service.addClient();
    const now = service.clock.now();
    await service.ports.accounts.create({
      id: accountIdOf("0".repeat(20)),
      username: ada.username as AccountName,
      passwordHash: bcrypt as PasswordHash,
      epoch: 0,
      isDisabled: false,
      isAdmin: false,
      createdAt: now,
      updatedAt: now,
    });
  });
  after(() => service[Symbol.asyncDispose]());

  const storedHash = async () =>
    (await service.ports.accounts.findByName(ada.username as AccountName))?.passwordHash;

  it("have an unverified address that says so, until the operator vouches for it", async () => {
    const email = "grace@example.org";
    const [now, id] = [service.clock.now(), accountIdOf("1".repeat(20))];
    const names = { username: "grace" as AccountName, email: email as AccountName, isEmailUnverified: true };
    const dates = { createdAt: now, updatedAt: now };
    const state = { epoch: 0, isDisabled: false, isAdmin: false, passwordHash: bcrypt as PasswordHash };
    await service.ports.accounts.create({ id, ...names, ...dates, ...state });
    const asking = await service.addClient({ metadata: openid() });
    const browser = new FormClient(service.url);
    const request = { response_type: "code", scope: "openid email" };
    codeAt(
      await browser.signIn(authorizationOf(asking, request), { username: email, password: foreignPassword }),
      asking,
    );
    const told = async () => {
      const { access_token } = await tokensFor(browser, asking, request);
      const answer = await browser.get(endpoints.userinfo, { authorization: `Bearer ${access_token}` });
      const { email: address, email_verified } = JSON.parse(answer.body);
      return [address, email_verified];
    };
    assert.deepEqual(await told(), [email, false]);
    const { accounts } = service.ports;
    const audit = createAuditor({ clock: service.clock, actor: { kind: "system" } });
    await changeAccount(
      { accounts, clock: service.clock, audit },
      "grace",
      { name: "Grace" },
      { by: everyRight },
    );
    assert.deepEqual(await told(), [email, false]);
    await changeAccount({ accounts, clock: service.clock, audit }, "grace", { email }, { by: everyRight });
    assert.deepEqual(await told(), [email, true]);
  });

  it("sign in with the password of before, whose hash is Argon2id from then on", async () => {
    const browser = new FormClient(service.url);
    const page = await browser.get(authorizationOf(client));
    const refused = await submitAs(browser, page, { username: ada.username, password: "another password" });
    assert.match(problemIn(refused) ?? "", /password is incorrect/);
    assert.equal(await storedHash(), bcrypt);
    codeAt(await submitAs(browser, refused, { username: ada.username, password: foreignPassword }), client);
    const renewed = await storedHash();
    assert.match(renewed ?? "", /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const again = new FormClient(service.url);
    const fresh = await again.get(authorizationOf(client));
    codeAt(await submitAs(again, fresh, { username: ada.username, password: foreignPassword }), client);
    assert.equal(await storedHash(), renewed);
  });
});

it("E19: a failed sign-in costs the hash of somebody with an import, also where the account has no password", async () => {
  await using service = await startInProcess();
  const now = service.clock.now();
  const state = { epoch: 0, isDisabled: false, isAdmin: false, createdAt: now, updatedAt: now };
  const nobodys = { id: accountIdOf("1".repeat(20)), username: "passkeys-alone" as AccountName };
  // The only hash there is cannot be computed, and the log says so: it tells which hash an attempt has cost.
  const passwordHash = "$bcrypt$beyond every bound" as PasswordHash;
  const imported = { id: accountIdOf("2".repeat(20)), username: "imported" as AccountName, passwordHash };
  for (const account of [nobodys, imported]) await service.ports.accounts.create({ ...account, ...state });
  const client = await service.addClient();
  const browser = new FormClient(service.url);
  for (const username of ["nobody-at-all", "imported", "passkeys-alone"]) {
    const page = await browser.get(authorizationOf(client));
    const answer = await submitAs(browser, page, { username, password: "another password" });
    assert.match(problemIn(answer) ?? "", /password is incorrect/);
  }
  const reasons = service.log.filter(({ message }) => message === "sign-in-refused");
  assert.deepEqual(
    reasons.map(({ fields }) => fields.reason),
    ["unacceptable-hash", "unacceptable-hash", "unacceptable-hash"],
  );
});

for (const [source, hash, password = toolPassword] of [...weakHashes, ...respeltHashes])
  it(`${source}: its person comes by an import, signs in, and the hash is Argon2id alone from then on`, async () => {
    await using imports = await openImports();
    const { counts } = await imports.importText(
      "latchkey",
      JSON.stringify({ username: "ada", password_hash: hash }),
    );
    assert.deepEqual([counts.created, counts.partly], [1, 0]);
    const { passwordHash } = await imports.find("ada");
    const now = shared.clock.now();
    named += 1;
    const username = `ada${named}` as AccountName;
    const account = { ...(await imports.find("ada")), username, createdAt: now, updatedAt: now };
    await shared.ports.accounts.create(account);
    // The network of the tests fails too often for its throttle.
    shared.clock.advance(3_600);
    const browser = new FormClient(shared.url);
    const page = await browser.get(authorizationOf(asking));
    const refused = await submitAs(browser, page, { username, password: `${password}!` });
    assert.match(problemIn(refused) ?? "", /password is incorrect/);
    codeAt(await submitAs(browser, refused, { username, password }), asking);
    const renewed = (await shared.ports.accounts.findByName(username))?.passwordHash;
    assert.notEqual(renewed, passwordHash);
    assert.match(renewed ?? "", /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    browser.close();
  });
