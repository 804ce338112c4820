import assert from "node:assert/strict";
import { test } from "node:test";
import { submitAs } from "../http/journey.ts";
import { FormClient } from "../support/form-client.ts";
import { startService } from "../support/service.ts";
import { type Device, signIn } from "./devices.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };

/** Opens the link that a device shows, signs in on the way, and answers. */
async function answerAt(base: string, link: string, decision: "allow" | "deny"): Promise<void> {
  const browser = new FormClient(base);
  try {
    const { pathname, search } = new URL(link);
    const form = await browser.get((await browser.get(`${pathname}${search}`)).headers.location ?? "");
    const page = await browser.get((await submitAs(browser, form, ada)).headers.location ?? "");
    const question = await browser.submit(page, {});
    const answered = await browser.submit(question, { decision });
    assert.equal(answered.status, 200, answered.body);
  } finally {
    browser.close();
  }
}

async function startStage() {
  const service = await startService();
  const options = ["--public", "--openid", "--device"];
  const { clientId } = await service.createClient("Television", [], options);
  await service.createUser(ada);
  const device: Device = { base: service.url, clientId };
  return { service, device };
}

test("openid-client signs a person in on a device: it shows where to go, polls, and has the ID token", async () => {
  const { service, device } = await startStage();
  await using _ = service;
  const claims = await signIn(device, (words, link) => {
    assert.match(words, /^Open http:\/\/localhost:\d+\/device and enter [A-Z]{4}-[A-Z]{4}$/);
    void answerAt(device.base, link, "allow");
  });
  assert.equal(claims?.aud, device.clientId);
  assert.equal(claims?.name ?? claims?.preferred_username, "ada");
});

test("openid-client hears of a no as access_denied", async () => {
  const { service, device } = await startStage();
  await using _ = service;
  const refused = signIn(device, (_words, link) => void answerAt(device.base, link, "deny"));
  await assert.rejects(refused, (error: Error & { error?: string }) => error.error === "access_denied");
});
