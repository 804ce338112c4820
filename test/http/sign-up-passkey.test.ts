import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { decodeJwt } from "jose";
import { linkPages } from "../../src/flows/link-pages.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import type { CredentialId } from "../../src/identity/passkey.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { sha256 } from "../../src/values/digest.ts";
import { strengthOf } from "../../src/values/strength.ts";
import { plus } from "../../src/values/time.ts";
import { TestAuthenticator, type Twist } from "../support/authenticator.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { letters, letterTo } from "../support/mailbox.ts";
import { authorizationOf, codeAt, exchange, problemIn, requestOf, summaryOf } from "./journey.ts";
import { entriesOf } from "./support/audit-entries.ts";
import { assertCleanLog } from "./support/ground-rules.ts";
import { openid, tokensIn } from "./support/openid.ts";
import { addPasskeyIn, passkeyFormTo } from "./support/passkey-proof.ts";
import { codesOn } from "./support/totp-app.ts";

const password = "nineteen paper boats drift past";

let service: InProcessService;
let notes: TestClient;
let browser: FormClient;
let address: string;
let count = 0;

before(async () => {
  service = await startInProcess({ LATCHKEY_SIGN_UP: "open" });
  notes = await service.addClient({ name: "Notes" });
});
after(async () => {
  assertCleanLog(service.log, [password]);
  await service[Symbol.asyncDispose]();
});
beforeEach(() => {
  count += 1;
  service.clock.advance(7_200);
  browser = new FormClient(service.url);
  address = `new${count}@example.org`;
});

const find = (name: string) => service.ports.accounts.findByName(name as AccountName);

function authenticator(): TestAuthenticator {
  return new TestAuthenticator(service.service.issuer);
}

/** A link that creates an account, by default in a sign-in to the client. */
async function linkOf(query = requestOf(notes, { state: "s1" })): Promise<string> {
  const secret = `secret-${count}-${service.clock.now()}`;
  const now = service.clock.now();
  const link = { digest: sha256(secret), kind: "sign-up", address, query } as const;
  await service.ports.links.create({ ...link, createdAt: now, expiresAt: plus(now, 86_400) }, {});
  return `${linkPages["sign-up"]}?link=${secret}`;
}

/** Posts the page's form as the browser does after it has made a passkey. */
function create(
  page: HttpAnswer,
  key: TestAuthenticator,
  { twist = {}, fields = {}, by = browser }: Creation = {},
): Promise<HttpAnswer> {
  const form = findForm(page.body).fields;
  const passkey = key.register(form.get("step") ?? "", form.get("user_handle") ?? "", twist);
  return by.submit(page, { passkey, new_password: "", ...fields });
}

interface Creation {
  readonly twist?: Twist;
  readonly fields?: Readonly<Record<string, string>>;
  readonly by?: FormClient;
}

/** Creates the account, looks at its codes and goes on. */
async function createAndGoOn(key: TestAuthenticator): Promise<{ codes: readonly string[]; end: HttpAnswer }> {
  const created = await create(await browser.get(await linkOf()), key);
  assert.equal(created.status, 303, summaryOf(created));
  const page = await browser.get(created.headers.location ?? "");
  const codes = codesOn(page);
  assert.equal(codes.length, 10, summaryOf(page));
  return { codes, end: await browser.submit(page, { saved: "yes" }) };
}

describe("an account without a password", () => {
  it("one field, and the passkey: the account has it and ten recovery codes, and the application hears phr", async () => {
    const client = await service.addClient({ name: "Claims", metadata: openid() });
    const page = await browser.get(
      await linkOf(requestOf(client, { response_type: "code", scope: "openid" })),
    );
    const visible = [...page.body.matchAll(/<input\b(?![^>]*type="hidden")[^>]*name="([^"]*)"/g)];
    assert.deepEqual(
      visible.map(([, name]) => name),
      ["username", "new_password"],
    );
    const key = authenticator();
    const created = await create(page, key);
    const shown = await browser.get(created.headers.location ?? "");
    assert.equal(codesOn(shown).length, 10);
    const reloaded = await browser.get(created.headers.location ?? "");
    assert.deepEqual(codesOn(reloaded), codesOn(shown), "a reload shows the same codes");
    const code = codeAt(await browser.submit(shown, { saved: "yes" }), client);
    const claims = decodeJwt(tokensIn(await exchange(browser, client, code)).id_token);
    assert.equal(claims.acr, "phr");
    assert.deepEqual(claims.amr, ["hwk", "user", "mfa"]);

    const account = await find(address);
    assert.ok(account);
    assert.equal(account.passwordHash, undefined);
    assert.equal(account.hasPasskey, true);
    const stored = await service.ports.passkeys.find(key.id as CredentialId);
    assert.deepEqual([stored?.accountId, stored?.userHandle], [account.id, key.userHandle]);
    const { items } = await service.ports.activity.list(account.id, { limit: 9 });
    assert.deepEqual(items.map(({ kind }) => kind).toSorted(), [
      "passkey-added",
      "recovery-codes-made",
      "signed-in",
    ]);
    const [entry] = await entriesOf(service.ports.auditTrail, "passkey-added");
    assert.deepEqual(entry?.target, { kind: "user", id: account.id });
    assert.deepEqual(await letters(service), [], "nobody is told of what they did a moment ago");
  });

  it("signs in with the passkey from then on, in any browser", async () => {
    const key = authenticator();
    codeAt((await createAndGoOn(key)).end, notes);
    const other = new FormClient(service.url);
    const page = await other.get(authorizationOf(notes));
    const passkey = key.assert(findForm(page.body).fields.get("step") ?? "");
    codeAt(await other.submit(page, { passkey }), notes);
    other.close();
  });

  it("the passkey meets the requirement of the application at once, and a password leads to the passkey", async () => {
    const vault = await service.addClient({
      name: "Vault",
      metadata: { ...interfaceMetadata, requiredStrength: "phr" },
    });
    const created = await create(await browser.get(await linkOf(requestOf(vault))), authenticator());
    const shown = await browser.get(created.headers.location ?? "");
    codeAt(await browser.submit(shown, { saved: "yes" }), vault);

    browser = new FormClient(service.url);
    address = `other-${address}`;
    const page = await browser.get(await linkOf(requestOf(vault)));
    const answer = await browser.submit(page, { new_password: password });
    assert.match(answer.body, /Only a passkey is strong enough here/, summaryOf(answer));
  });

  it("a lost passkey: a link to the address and a recovery code lead to a new one", async () => {
    const { codes } = await createAndGoOn(authenticator());
    const other = new FormClient(service.url);
    const asked = await other.get("/recover");
    await other.submit(asked, { username: address });
    const { link } = await letterTo(service, address, "recover");
    const recovered = await other.submit(await other.get(link), { new_password: password });
    assert.match(recovered.body, /Is all of this yours\?/);
    const asking = await other.get("/sign-in?to=account/passkeys");
    const form = findForm(asking.body.slice(asking.body.indexOf(`id="otp"`) - 900));
    form.fields.set("otp", codes[3] ?? "");
    const proved = await other.post(passkeyFormTo("/verify", asking).action, form.fields);
    assert.deepEqual([proved.status, proved.headers.location], [303, "/account/passkeys"], summaryOf(proved));
    await addPasskeyIn(other, authenticator());
    other.close();
  });

  it("D38: an answer that was made by hand is checked here, uses up nothing, and the browser is told to forget it", async () => {
    const link = await linkOf();
    for (const [twist, title] of [
      [{ isVerified: false }, "not verified"],
      [{ isPresent: false, isVerified: false }, "nobody there"],
      [{ origin: "https://evil.example" }, "another origin"],
      [{ rpId: "evil.example" }, "another relying party"],
      [{ crossOrigin: true }, "a frame"],
      [{ type: "webauthn.get" }, "no registration"],
    ] as const) {
      const key = authenticator();
      const answer = await create(await browser.get(link), key, { twist });
      assert.equal(answer.status, 400, title);
      assert.equal(problemIn(answer), "No passkey was added. You can try again.", title);
      assert.match(answer.body, new RegExp(`data-removed="${key.id}"`), title);
    }
    for (const passkey of ["{}", "[]", "x".repeat(40_000), '{"id":"AA","type":"public-key","response":{}}']) {
      const answer = await browser.submit(await browser.get(link), { passkey });
      assert.equal(answer.status, 400, passkey.slice(0, 40));
    }
    assert.equal(await find(address), undefined);
    const silent = await browser.get(link);
    const fields = findForm(silent.body).fields;
    const made = authenticator().register(fields.get("step") ?? "", fields.get("user_handle") ?? "", {
      isPresent: false,
      isVerified: false,
    });
    const byItself = JSON.stringify({ ...JSON.parse(made), isByItself: true });
    assert.equal((await browser.submit(silent, { passkey: byItself })).status, 400, "nobody says so here");
    assert.equal((await create(await browser.get(link), authenticator())).status, 303);
  });

  it("the challenge belongs to the form: another form's, another browser's, another handle and an old one are refused", async () => {
    const link = await linkOf();
    const page = await browser.get(link);
    service.clock.advance(0.001);
    const other = new FormClient(service.url);
    const elsewhere = await other.get(link);
    const { fields } = findForm(elsewhere.body);
    const [step = "", handle = ""] = [fields.get("step") ?? "", fields.get("user_handle") ?? ""];
    const foreign = await browser.submit(page, { passkey: authenticator().register(step, handle) });
    assert.equal(foreign.status, 400);
    const stolen = { step, user_handle: handle, passkey: authenticator().register(step, handle) };
    assert.equal((await browser.submit(page, stolen)).status, 403);
    const swapped = { user_handle: Buffer.alloc(32, 9).toString("base64url") };
    assert.equal((await create(page, authenticator(), { fields: swapped })).status, 403);
    service.clock.advance(300);
    const late = await create(page, authenticator());
    assert.equal(late.status, 403);
    assert.match(problemIn(late) ?? "", /out of date, so nothing was changed/);
    assert.equal(await find(address), undefined);
    assert.equal((await create(late, authenticator())).status, 303);
    other.close();
  });

  it("D55: a passkey of somebody else makes no account, and the link lives on", async () => {
    const key = authenticator();
    await createAndGoOn(key);
    browser = new FormClient(service.url);
    address = `second-${address}`;
    const link = await linkOf();
    assert.equal((await create(await browser.get(link), key)).status, 400);
    assert.equal(await find(address), undefined);
    assert.equal((await create(await browser.get(link), authenticator())).status, 303);
  });

  it("a name that is taken is refused with the passkey, too, and what was typed stays", async () => {
    await service.addAccount("ada", password);
    const link = await linkOf();
    const key = authenticator();
    const answer = await create(await browser.get(link), key, { fields: { username: "ada" } });
    assert.match(problemIn(answer) ?? "", /not available/);
    assert.equal(findForm(answer.body).fields.get("username"), "ada");
    assert.match(answer.body, new RegExp(`data-removed="${key.id}"`));
    const better = await create(answer, authenticator(), { fields: { username: `grace${count}` } });
    assert.equal(better.status, 303);
    assert.equal((await find(`grace${count}`))?.email, address);
  });

  it("D55: of forty at once with one link, by passkey and by password, one wins", async () => {
    const link = await linkOf();
    const browsers = Array.from({ length: 40 }, () => new FormClient(service.url));
    const pages = await Promise.all(browsers.map((one) => one.get(link)));
    const answers = await Promise.all(
      browsers.map((by, index) => {
        const page = pages[index] ?? assert.fail();
        return index % 2 === 0
          ? create(page, authenticator(), { by })
          : by.submit(page, { new_password: password });
      }),
    );
    assert.equal(answers.filter(({ status }) => status === 303).length, 1);
    const account = await find(address);
    assert.ok(account);
    const keys = await service.ports.passkeys.list(account.id);
    assert.equal(keys.length, account.passwordHash === undefined ? 1 : 0);
    for (const one of browsers) one.close();
  });

  it("without WebAuthn, as at an IP address, the form of the password stands alone", async () => {
    await using bare = await startInProcess({
      LATCHKEY_SIGN_UP: "open",
      LATCHKEY_BASE_URL: "http://127.0.0.1:8080",
    });
    const visitor = new FormClient(bare.url);
    const now = bare.clock.now();
    const link = {
      digest: sha256("word"),
      kind: "invite",
      address,
      createdAt: now,
      expiresAt: plus(now, 60),
    };
    await bare.ports.links.create(link as never, {});
    const page = await visitor.get(`${linkPages.invite}?link=word`);
    const withoutStyle = page.body.replace(/<style.*?<\/style>/gs, "");
    assert.equal(withoutStyle.includes("passkey"), false, "neither the words nor the scripts");
    const answer = await visitor.submit(page, { new_password: password, passkey: "{}" });
    assert.equal(answer.status, 403);
    assert.equal((await visitor.submit(page, { new_password: password })).status, 303);
    visitor.close();
  });
});

describe("the offer after the first password", () => {
  it("comes where the browser can keep a passkey, and the request goes on after it", async () => {
    const page = await browser.get(`${await linkOf()}&way=password&username=grace${count}`);
    assert.equal(findForm(page.body).fields.get("username"), `grace${count}`, "what was typed before");
    assert.equal(findForm(page.body).fields.get("user_handle"), null);
    const offered = await browser.submit(page, { new_password: password, passkey: "available" });
    assert.match(offered.body, /Sign in without a password next time\?/);
    assert.match(offered.body, /conditionalCreate/);
    codeAt(await browser.submit(offered, { decision: "not-now" }), notes);

    browser = new FormClient(service.url);
    address = `plain-${address}`;
    codeAt(await browser.submit(await browser.get(await linkOf()), { new_password: password }), notes);
  });

  it("a passkey that the browser made by itself is taken there, and its owner is told", async () => {
    const page = await browser.get(await linkOf());
    const offered = await browser.submit(page, { new_password: password, passkey: "available" });
    const { fields } = findForm(offered.body);
    const silent = { isPresent: false, isVerified: false };
    const key = authenticator();
    const made = key.register(fields.get("step") ?? "", fields.get("user_handle") ?? "", silent);
    const asked = await browser.submit(offered, { passkey: made });
    assert.match(asked.body, /No passkey was added/, "somebody who is asked must be there");
    const again = findForm(asked.body).fields;
    const byItself = key.register(again.get("step") ?? "", again.get("user_handle") ?? "", silent);
    const passkey = JSON.stringify({ ...JSON.parse(byItself), isByItself: true });
    codeAt(await browser.submit(asked, { passkey }), notes);
    await letterTo(service, address, "passkey-added");
    const account = await find(address);
    assert.ok(account);
    const [facts] = await service.ports.sessions.list(account.id);
    assert.equal(strengthOf(facts?.session.methods ?? []), "one", "the session proves what it proved before");

    const other = new FormClient(service.url);
    const signingIn = await other.get(authorizationOf(notes));
    const step = findForm(signingIn.body).fields.get("step") ?? "";
    const unverified = await other.submit(signingIn, { passkey: key.assert(step, { isVerified: false }) });
    assert.equal(unverified.status, 400, "a sign-in always asks for the person");
    service.clock.advance(0.001);
    const fresh = await other.get(authorizationOf(notes));
    codeAt(
      await other.submit(fresh, { passkey: key.assert(findForm(fresh.body).fields.get("step") ?? "") }),
      notes,
    );
    other.close();
  });

  it("D38: no page on which the person is asked takes one that the browser made by itself", async () => {
    const page = await browser.get(await linkOf("to=account"));
    await browser.submit(page, { new_password: password });
    const own = await browser.get("/account/passkeys");
    const { fields } = findForm(own.body);
    const made = authenticator().register(fields.get("step") ?? "", fields.get("user_handle") ?? "", {
      isPresent: false,
      isVerified: false,
    });
    const passkey = JSON.stringify({ ...JSON.parse(made), isByItself: true });
    const answer = await browser.submit(own, { passkey });
    assert.match(answer.body, /No passkey was added/);
  });
});
