import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { ada, Stage } from "../http/support/stage.ts";
import { addUpstream } from "../http/support/upstream-stage.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { TestProvider } from "../support/upstream-provider.ts";

let stage: Stage;
let provider: TestProvider;
let chromium: Browser;
let origin: string;

before(async () => {
  stage = await Stage.set();
  provider = await TestProvider.start(() => stage.inProcess.clock.now());
  chromium = await launchBrowser();
  origin = stage.inProcess.service.issuer;
  await addUpstream(stage, provider, { domains: ["acme.example"], displayName: "Acme Staff" });
});
after(async () => {
  await chromium.close();
  await provider[Symbol.asyncDispose]();
  await stage.inProcess[Symbol.asyncDispose]();
});

for (const javaScriptEnabled of [true, false])
  test(`a person connects a provider and then signs in with its button and by their domain, scripts ${javaScriptEnabled ? "on" : "off"}`, async () => {
    provider.person = {
      sub: `scripts ${javaScriptEnabled}`,
      email: "ada@acme.example",
      email_verified: true,
    };
    const username = javaScriptEnabled ? "grace" : "hedy";
    await stage.inProcess.addAccount(username, ada.password);
    const context = await chromium.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${origin}/account/upstreams`);
    await page.fill("#username", username);
    await page.click("#sign-in");
    await page.fill("#password", ada.password);
    await page.click("#sign-in");
    await page.waitForURL("**/account/upstreams");
    await page.click("button[value=link]");
    await page.getByText("Acme Staff is connected").waitFor();
    assert.equal(page.url(), `${origin}/account/upstreams`);
    await context.close();

    for (const enter of [
      (fresh: typeof page) => fresh.click("#upstream-acme"),
      async (fresh: typeof page) => {
        await fresh.fill("#username", "somebody@acme.example");
        await fresh.click("#sign-in");
      },
    ]) {
      const another = await chromium.newContext({ javaScriptEnabled });
      const fresh = await another.newPage();
      await fresh.goto(`${origin}/sign-in?to=account`);
      await enter(fresh);
      await fresh.waitForURL("**/account");
      assert.match((await fresh.textContent("main")) ?? "", new RegExp(username));
      await another.close();
    }
  });
