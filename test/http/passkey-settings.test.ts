import assert from "node:assert/strict";
import { test } from "node:test";
import { TestAuthenticator } from "../support/authenticator.ts";
import { FormClient, findForm } from "../support/form-client.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";

const ada = { username: "ada", password: "correct horse battery staple" };

/** A browser that is signed in to the account page, and its page of passkeys. */
async function pageOfPasskeys({ url }: InProcessService) {
  const browser = new FormClient(url);
  await browser.submit(await browser.get("/sign-in?to=account"), ada);
  return { browser, page: await browser.get("/account/passkeys") };
}

test("WebAuthn §5.11: passkeys of a parent domain, and the origins that may use them", async () => {
  await using service = await startInProcess({
    LATCHKEY_BASE_URL: "https://login.example.com",
    LATCHKEY_PASSKEY_RP_ID: "example.com",
    LATCHKEY_PASSKEY_ORIGINS: "https://example.net, https://login.example.com",
  });
  await service.addAccount(ada.username, ada.password);
  const { browser, page } = await pageOfPasskeys(service);
  assert.match(page.body, /data-rp="example\.com"/);
  const { fields } = findForm(page.body);
  const [step, handle] = [fields.get("step") ?? "", fields.get("user_handle") ?? ""];
  const authenticator = new TestAuthenticator("https://login.example.com");
  const ofHost = authenticator.register(step, handle);
  assert.equal((await browser.submit(page, { passkey: ofHost })).status, 400);
  const twist = { rpId: "example.com" };
  assert.equal(
    (await browser.submit(page, { passkey: authenticator.register(step, handle, twist) })).status,
    200,
  );
  const stranger = new FormClient(service.url);
  const form = await stranger.get("/sign-in?to=account");
  assert.match(form.body, /data-rp="example\.com"/);
  const challenge = findForm(form.body).fields.get("step") ?? "";
  for (const origin of ["https://example.net", "https://example.com"]) {
    const passkey = authenticator.assert(challenge, { ...twist, origin });
    assert.equal((await stranger.submit(form, { passkey })).status, 400, origin);
  }
  assert.equal(
    (await stranger.submit(form, { passkey: authenticator.assert(challenge, twist) })).status,
    303,
  );
  const document = await stranger.get("/.well-known/webauthn");
  assert.deepEqual(JSON.parse(document.body), {
    origins: ["https://login.example.com", "https://example.net"],
  });
  for (const each of [browser, stranger]) each.close();
});

test("below a path of the host, passkeys belong to the host and the document stands at its root", async () => {
  await using service = await startInProcess({ LATCHKEY_BASE_URL: "https://example.com/id" });
  const browser = new FormClient(service.url);
  assert.match((await browser.get("/id/sign-in?to=account")).body, /data-rp="example\.com"/);
  assert.deepEqual(JSON.parse((await browser.get("/.well-known/webauthn")).body), {
    origins: ["https://example.com"],
  });
  const page = "https://example.com/id/account/passkeys";
  assert.deepEqual(JSON.parse((await browser.get("/.well-known/passkey-endpoints")).body), {
    enroll: page,
    manage: page,
  });
  assert.equal((await browser.get("/id/.well-known/webauthn")).status, 404);
  browser.close();
});

test("an IP address has no passkeys: no button, no page, no origins, and answers are refused", async () => {
  await using service = await startInProcess({ LATCHKEY_BASE_URL: "http://127.0.0.1:8080" });
  await service.addAccount(ada.username, ada.password);
  const { browser, page } = await pageOfPasskeys(service);
  assert.equal(page.status, 404);
  assert.deepEqual(JSON.parse((await browser.get("/.well-known/webauthn")).body), { origins: [] });
  assert.deepEqual(JSON.parse((await browser.get("/.well-known/passkey-endpoints")).body), {});
  const stranger = new FormClient(service.url);
  const own = await stranger.get("/sign-in?to=account");
  assert.doesNotMatch(own.body, /id="use-passkey"|webauthn"/);
  const challenge = findForm(own.body).fields.get("step") ?? "";
  const authenticator = new TestAuthenticator("http://127.0.0.1:8080");
  assert.equal((await stranger.submit(own, { passkey: authenticator.assert(challenge) })).status, 400);
  for (const each of [browser, stranger]) each.close();
});
