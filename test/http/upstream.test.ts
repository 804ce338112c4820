import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { TestProvider } from "../support/upstream-provider.ts";
import { Stage } from "./support/stage.ts";
import { addUpstream, signInAt } from "./support/upstream-stage.ts";

const stage = await Stage.set();
const provider = await TestProvider.start(() => stage.inProcess.clock.now());
after(async () => {
  await provider[Symbol.asyncDispose]();
  await stage.inProcess[Symbol.asyncDispose]();
});
const { ports } = stage.inProcess;
const acme = await addUpstream(stage, provider);
const ada = (await ports.accounts.list()).find(({ username }) => username === "ada");
assert.ok(ada);
await ports.upstreamIdentities.link({
  upstream: acme.name,
  subject: "subject-1",
  accountId: ada.id,
  linkedAt: stage.inProcess.clock.now(),
  lastUsedAt: stage.inProcess.clock.now(),
});
afterEach(() => {
  provider.twist = {};
});

test("a linked person signs in with the provider's button and gets to the application", async () => {
  const browser = stage.newBrowser();
  const answer = await signInAt(browser, stage.target({ state: "of the client" }));
  assert.equal(answer.status, 302, answer.body);
  const back = new URL(answer.headers.location ?? "");
  assert.equal(back.origin + back.pathname, stage.client.redirectUri);
  assert.equal(back.searchParams.get("state"), "of the client");
  assert.equal((await stage.exchange(back.searchParams.get("code") ?? "")).status, 200);
});
