import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { Account } from "../../src/identity/account.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, authorizationOf, codeAt, errorAt, exchange, tokenErrorIn } from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";
import { credentialsOf, endpoints, openid, post, tokensIn } from "./support/openid.ts";
import { challengeOf } from "./support/pkce.ts";

const pkce = challengeOf("v".repeat(43));

let service: InProcessService;
let browser: FormClient;
/** Somebody else's application, new for every test: nobody allowed it anything yet. */
let photos: TestClient;

before(async () => {
  service = await startInProcess();
  await service.addAccount(ada.username, ada.password, { name: "Ada Lovelace", email: "ada@people.example" });
  browser = new FormClient(service.url);
  const notes = await service.addClient();
  codeAt(await browser.signIn(authorizationOf(notes), ada), notes);
});
after(async () => {
  browser.close();
  assertCleanLog(service.log, [ada.password]);
  await service[Symbol.asyncDispose]();
});

beforeEach(async () => {
  photos = await service.addClient({ name: "Photos", metadata: openid({ isThirdParty: true }) });
});

function abilitiesIn({ body }: HttpAnswer): readonly string[] {
  return [...body.matchAll(/<li>([^<]*)(?:<br>.*?)?<\/li>/g)].map(([, ability = ""]) => ability);
}

async function accountOf(username: string): Promise<Account> {
  const account = await service.ports.accounts.findByName(username as AccountName);
  assert.ok(account !== undefined);
  return account;
}

async function userinfo(token: string): Promise<Record<string, unknown>> {
  const { body } = await browser.get(endpoints.userinfo, { authorization: `Bearer ${token}`, cookie: "" });
  return JSON.parse(body);
}

describe("somebody else's application learns no more than the person allowed", () => {
  const openidOnly = { response_type: "code", scope: "openid" };

  it("OpenID Connect Core §5.5: claims that are asked for by name are asked about as those of a scope", async () => {
    const claims = JSON.stringify({ userinfo: { email: null }, id_token: { name: null } });
    const page = await browser.get(authorizationOf(photos, { ...openidOnly, claims }));
    assert.deepEqual(abilitiesIn(page), [
      "Know who you are",
      "See your name and username",
      "See your e-mail address",
    ]);
    const tokens = tokensIn(await exchange(browser, photos, codeAt(await browser.submit(page, {}), photos)));
    assert.equal((await userinfo(tokens.access_token)).email, "ada@people.example");
  });

  it("OpenID Connect Core §5.5: what was allowed without them does not open them", async () => {
    codeAt(await browser.submit(await browser.get(authorizationOf(photos, openidOnly)), {}), photos);
    const claims = JSON.stringify({ userinfo: { email: null } });
    const silently = { ...openidOnly, claims, prompt: "none" };
    assert.equal(errorAt(await browser.get(authorizationOf(photos, silently)), photos), "consent_required");
    const page = await browser.get(authorizationOf(photos, { ...openidOnly, claims }));
    assert.deepEqual(abilitiesIn(page), ["See your e-mail address"]);
    codeAt(await browser.submit(page, {}), photos);
    codeAt(await browser.get(authorizationOf(photos, silently)), photos);
  });

  it("RFC 7662 §5: introspection tells the username only with the scope profile", async () => {
    for (const [scope, username] of [
      ["openid", undefined],
      ["openid profile", ada.username],
    ] as const) {
      const page = await browser.get(authorizationOf(photos, { response_type: "code", scope }));
      const code = codeAt(await browser.submit(page, {}), photos);
      const tokens = tokensIn(await exchange(browser, photos, code));
      for (const token of [tokens.access_token, tokens.refresh_token]) {
        const fields = { ...credentialsOf(photos), token };
        const answer = JSON.parse((await post(service.url, endpoints.introspection, fields)).body);
        assert.deepEqual([answer.active, answer.username], [true, username]);
      }
    }
  });

  it("RFC 6749 §4.1.2: a replayed code revokes its tokens also where more was allowed since", async () => {
    const page = await browser.get(authorizationOf(photos, openidOnly));
    const code = codeAt(await browser.submit(page, {}), photos);
    const tokens = tokensIn(await exchange(browser, photos, code));
    service.clock.advance(1);
    const more = await browser.get(authorizationOf(photos, { ...openidOnly, scope: "openid email" }));
    codeAt(await browser.submit(more, {}), photos);
    assert.equal((await userinfo(tokens.access_token)).error, undefined);
    assert.equal(tokenErrorIn(await exchange(browser, photos, code)), "invalid_grant");
    assert.equal((await userinfo(tokens.access_token)).error, "invalid_token");
  });

  it("RFC 6749 §4.1.3: a client that cannot prove that the code is its own does not hear whether its consent stands", async () => {
    const page = await browser.get(authorizationOf(photos, { ...openidOnly, ...pkce }));
    const code = codeAt(await browser.submit(page, {}), photos);
    const [consent] = await service.ports.consents.list((await accountOf(ada.username)).id);
    assert.ok(consent !== undefined);
    const missing = await exchange(browser, photos, code);
    await service.ports.consents.withdraw(consent.accountId, photos.client.id, service.clock.now());
    const afterwards = await exchange(browser, photos, code);
    assert.deepEqual([afterwards.status, afterwards.body], [missing.status, missing.body]);
  });

  it("a consent form that was shown before the person withdrew allows nothing and is shown again", async () => {
    const [first, second] = [
      await browser.get(authorizationOf(photos, openidOnly)),
      await browser.get(authorizationOf(photos, openidOnly)),
    ];
    codeAt(await browser.submit(first, {}), photos);
    service.clock.advance(1);
    codeAt(await browser.submit(second, {}), photos);
    const { id } = await accountOf(ada.username);
    await service.ports.consents.withdraw(id, photos.client.id, service.clock.now());
    service.clock.advance(1);
    for (const old of [first, second]) {
      const again = await browser.submit(old, {});
      assert.equal(again.status, 403);
      assert.equal(await service.ports.consents.find(id, photos.client.id), undefined);
      assert.match(again.body, /id="allow"/);
    }
    const shownSince = await browser.submit(second, {});
    codeAt(await browser.submit(shownSince, {}), photos);
  });
});
