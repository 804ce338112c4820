import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { PasswordHash } from "../../src/identity/password.ts";
import type { AccountId } from "../../src/values/ids.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  assertSignInForm,
  authorizationOf,
  bob,
  codeAt,
  errorAt,
  exchange,
  type Person,
  problemIn,
  submitAs,
  tokenErrorIn,
  tokenFor,
  userinfoStatus,
} from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

const idle = 600;
const lifetime = 3_600;

let service: InProcessService;
let client: TestClient;
let adaId: AccountId;
let bobsHash: PasswordHash;

before(async () => {
  service = await startInProcess({
    LATCHKEY_SESSION_IDLE_SECONDS: String(idle),
    LATCHKEY_SESSION_LIFETIME_SECONDS: String(lifetime),
    LATCHKEY_CODE_LIFETIME_SECONDS: "300",
  });
  adaId = await service.addAccount(ada.username, ada.password);
  const bobId = await service.addAccount(bob.username, bob.password);
  const hash = (await service.ports.accounts.find(bobId))?.passwordHash;
  assert.ok(hash !== undefined);
  bobsHash = hash;
  client = await service.addClient();
});
after(async () => {
  assertCleanLog(service.log, [ada.password, bob.password, client.secret]);
  await service[Symbol.asyncDispose]();
});

// Every test starts with all its attempts left.
beforeEach(() => service.clock.advance(10 * lifetime));

async function signedIn(person: Person = ada): Promise<FormClient> {
  const browser = new FormClient(service.url);
  codeAt(await browser.signIn(authorizationOf(client), person), client);
  return browser;
}

async function assertSignedOut(browser: FormClient): Promise<void> {
  assertSignInForm(await browser.get(authorizationOf(client)));
  assert.equal(
    errorAt(await browser.get(authorizationOf(client, { prompt: "none" })), client),
    "login_required",
  );
  assert.match((await browser.get("/")).body, /You are not signed in/);
}

describe("how long a session lasts", () => {
  it("V7.3.1: unused for the idle limit it ends, a second before it does not", async () => {
    const [early, late] = [await signedIn(), await signedIn()];
    service.clock.advance(idle - 1);
    codeAt(await early.get(authorizationOf(client)), client);
    service.clock.advance(1);
    await assertSignedOut(late);
  });

  it("V7.3.1: use keeps it alive beyond the idle limit", async () => {
    const browser = await signedIn();
    for (let time = 0; time < 4; time++) {
      service.clock.advance(idle - 100);
      codeAt(await browser.get(authorizationOf(client)), client);
    }
  });

  it("V7.3.2: the absolute limit ends it however much it is used", async () => {
    const browser = await signedIn();
    for (let passed = 0; passed + 300 < lifetime; passed += 300) {
      service.clock.advance(300);
      codeAt(await browser.get(authorizationOf(client)), client);
    }
    service.clock.advance(299);
    codeAt(await browser.get(authorizationOf(client)), client);
    service.clock.advance(1);
    await assertSignedOut(browser);
  });

  it("V7.3.2: the cookie says its own end, and the service does not rely on it", async () => {
    const browser = new FormClient(service.url);
    const answer = await submitAs(browser, await browser.get(authorizationOf(client)), ada);
    const line = (answer.headers["set-cookie"] ?? []).find((each) => each.startsWith("latchkey-session="));
    assert.match(line ?? "", new RegExp(`; Max-Age=${lifetime};`));
    service.clock.advance(lifetime);
    await assertSignedOut(browser);
  });

  it("V7.3.2: a code and a token end with their session's absolute limit", async () => {
    const browser = await signedIn();
    for (let passed = 0; passed < lifetime - 300; passed += 300) {
      service.clock.advance(300);
      await browser.get(authorizationOf(client));
    }
    service.clock.advance(200);
    const token = await tokenFor(browser, client, codeAt(await browser.get(authorizationOf(client)), client));
    const code = codeAt(await browser.get(authorizationOf(client)), client);
    service.clock.advance(100);
    assert.equal(tokenErrorIn(await exchange(browser, client, code)), "invalid_grant");
    assert.equal(await userinfoStatus(browser, token), 401);
  });

  it("V7.6.2: only a sign-in starts a session: visiting, prompt=none and wrong passwords do not", async () => {
    const count = async () => (await service.ports.sessions.list()).length;
    const countBefore = await count();
    const browser = new FormClient(service.url);
    const page = await browser.get(authorizationOf(client));
    await browser.get(authorizationOf(client, { prompt: "none" }));
    await browser.get("/");
    await submitAs(browser, page, { ...ada, password: "wrong" });
    assert.equal(await count(), countBefore);
    await submitAs(browser, page, ada);
    assert.equal(await count(), countBefore + 1);
  });
});

describe("what ends the sessions of an account", () => {
  const enders: Readonly<Record<string, () => Promise<unknown>>> = {
    "V7.4.2: disabling the account": () =>
      service.ports.accounts.setDisabled(adaId, true, service.clock.now()),
    "V7.4.3: setting another password": () =>
      service.ports.accounts.setPassword(adaId, bobsHash, service.clock.now()),
    "V7.4.5: ending all of its sessions": () => service.ports.sessions.endAll(adaId, service.clock.now()),
  };

  for (const [title, end] of Object.entries(enders))
    it(`${title} ends them everywhere at once, with the codes on their way and the tokens`, async () => {
      const account = await service.ports.accounts.find(adaId);
      const [here, there, other] = [await signedIn(), await signedIn(), await signedIn(bob)];
      const token = await tokenFor(here, client, codeAt(await here.get(authorizationOf(client)), client));
      const bobsToken = await tokenFor(
        other,
        client,
        codeAt(await other.get(authorizationOf(client)), client),
      );
      const code = codeAt(await there.get(authorizationOf(client)), client);
      await end();
      for (const browser of [here, there]) await assertSignedOut(browser);
      assert.equal(tokenErrorIn(await exchange(here, client, code)), "invalid_grant");
      assert.equal(await userinfoStatus(here, token), 401);
      assert.equal(await userinfoStatus(other, bobsToken), 200);
      codeAt(await other.get(authorizationOf(client)), client);

      assert.ok(account?.passwordHash !== undefined);
      await service.ports.accounts.setDisabled(adaId, false, service.clock.now());
      await service.ports.accounts.setPassword(adaId, account.passwordHash, service.clock.now());
      assert.equal(await userinfoStatus(here, token), 401, "enabling gives nothing back");
      assert.equal(tokenErrorIn(await exchange(here, client, code)), "invalid_grant");
      codeAt(await here.signIn(authorizationOf(client), ada), client);
    });

  it("V7.4.3: after a password change the old password is refused and the new one accepted", async () => {
    const hash = (await service.ports.accounts.find(adaId))?.passwordHash;
    assert.ok(hash !== undefined);
    await service.ports.accounts.setPassword(adaId, bobsHash, service.clock.now());
    const browser = new FormClient(service.url);
    const page = await browser.get(authorizationOf(client));
    assertSignInForm(await submitAs(browser, page, ada), 400);
    codeAt(await submitAs(browser, page, { ...ada, password: bob.password }), client);
    await service.ports.accounts.setPassword(adaId, hash, service.clock.now());
  });

  it("V7.4.2: an account that is removed is signed out everywhere", async () => {
    const carol: Person = { username: "carol", password: "nine tall towers face west" };
    const id = await service.addAccount(carol.username, carol.password);
    const browser = await signedIn(carol);
    const token = await tokenFor(browser, client, codeAt(await browser.get(authorizationOf(client)), client));
    await service.ports.accounts.remove(id);
    await assertSignedOut(browser);
    assert.equal(await userinfoStatus(browser, token), 401);
  });

  it("B40: a person who is disabled between the form and its answer is not signed in", async () => {
    const browser = new FormClient(service.url);
    const page = await browser.get(authorizationOf(client));
    await service.ports.accounts.setDisabled(adaId, true, service.clock.now());
    assertSignInForm(await submitAs(browser, page, ada), 400);
    await service.ports.accounts.setDisabled(adaId, false, service.clock.now());
    codeAt(await submitAs(browser, page, ada), client);
  });

  it("B40: a disabling or new password that comes while the hash is computed still wins", async () => {
    const { accounts } = service.ports;
    const hash = (await accounts.find(adaId))?.passwordHash;
    assert.ok(hash !== undefined);
    for (const change of [
      () => accounts.setDisabled(adaId, true, service.clock.now()),
      () => accounts.setPassword(adaId, bobsHash, service.clock.now()),
    ]) {
      const browser = new FormClient(service.url);
      const page = await browser.get(authorizationOf(client));
      const [answer] = await Promise.all([submitAs(browser, page, ada), change()]);
      // In either order, nobody is signed in once both are done.
      if (answer.status === 400)
        assert.equal(problemIn(answer), "That username, e-mail address or password is incorrect.");
      await assertSignedOut(browser);
      await accounts.setDisabled(adaId, false, service.clock.now());
      await accounts.setPassword(adaId, hash, service.clock.now());
    }
  });
});

describe("B40: the client is read anew wherever a session goes straight through", () => {
  it("B40: a disabled client gets no further code, and the ones on their way are refused", async () => {
    const app = await service.addClient();
    const browser = await signedIn();
    const token = await tokenFor(browser, app, codeAt(await browser.get(authorizationOf(app)), app));
    const code = codeAt(await browser.get(authorizationOf(app)), app);
    await service.ports.clients.update({ ...app.client, isDisabled: true });
    assert.equal((await browser.get(authorizationOf(app))).status, 400);
    assert.equal(tokenErrorIn(await exchange(browser, app, code)), "invalid_client");
    assert.equal(await userinfoStatus(browser, token), 401);
  });

  it("B40: a redirect URI that is no longer registered gets no further code", async () => {
    const app = await service.addClient();
    const browser = await signedIn();
    codeAt(await browser.get(authorizationOf(app)), app);
    await service.ports.clients.update({ ...app.client, redirectUris: ["https://app.example/new"] });
    assert.equal((await browser.get(authorizationOf(app))).status, 400);
  });
});
