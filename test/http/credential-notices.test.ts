import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openBody } from "../../src/flows/mail/create-message.ts";
import { TestAuthenticator } from "../support/authenticator.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, authorizationOf } from "./journey.ts";
import { addPasskeyIn, proveForCredentials } from "./support/passkey-proof.ts";

const email = "ada@example.org";

let service: InProcessService;
let client: TestClient;

before(async () => {
  service = await startInProcess();
  client = await service.addClient();
  await service.addAccount(ada.username, ada.password, { email });
});
after(() => service[Symbol.asyncDispose]());

/** The texts of all messages of a kind to Ada, oldest first. */
async function texts(kind: string): Promise<string[]> {
  const { items } = await service.ports.outbox.list({ limit: 99 });
  return items
    .filter((message) => message.kind === kind && message.to === email)
    .map((message) => openBody(service.ports, message)?.text ?? "")
    .toReversed();
}

/** Ada's browser, signed in a moment ago. */
async function freshBrowser(): Promise<FormClient> {
  const browser = new FormClient(service.url);
  assert.equal((await browser.signIn(authorizationOf(client), ada)).status, 303);
  return browser;
}

test("a passkey that is added or removed is told by mail, without the word for every passkey where it has no name", async () => {
  const browser = await freshBrowser();
  const authenticator = new TestAuthenticator(service.service.issuer);
  await addPasskeyIn(browser, authenticator);
  const [told, ...more] = await texts("passkey-added");
  assert.ok(told !== undefined && more.length === 0);
  assert.doesNotMatch(told, /^Passkey:/m);
  await proveForCredentials(browser, authenticator);
  const page = await browser.get("/account/passkeys");
  const form = /<form(?:(?!<form).)*?value="remove".*?<\/form>/s.exec(page.body)?.[0];
  assert.ok(form !== undefined);
  const removed = await browser.submit({ ...page, body: form }, { change: "remove" });
  assert.equal(removed.status, 200, removed.body);
  assert.equal((await texts("passkey-removed")).length, 1);
});
