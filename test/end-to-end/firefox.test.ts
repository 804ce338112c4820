import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { Firefox, type FirefoxTab, withoutFirefox } from "../support/firefox.ts";
import { press } from "../support/tab.ts";
import { journeys, newWalker, type Stage, setStage } from "./journeys.ts";

const password = "seven quiet rivers run north";
const enter = "\uE007";

let stage: Stage;

before(async () => {
  if (withoutFirefox === false) stage = await setStage();
});
after(() => stage?.[Symbol.asyncDispose]());

const says = (text: string) => `document.body.innerText.includes(${JSON.stringify(text)})`;
const typedIn = (selector: string) => `document.querySelector("${selector}").value`;

/** Goes through the history and loads pages again, and says what was no page, or sent a form again. */
async function deadEnd(tab: FirefoxTab, how: "reload" | "back" | "forward"): Promise<string | undefined> {
  using watch = tab.watchPosts();
  if (how === "reload") await tab.reload();
  else await tab.traverse(how === "back" ? -1 : 1);
  const isPage = await tab.evaluate<boolean>(
    `/^https?:/.test(document.documentURI) && document.querySelector("main, h1")?.checkVisibility() === true`,
  );
  const found = [...(isPage ? [] : ["no page"]), ...watch.posts.map((address) => `sent to ${address} again`)];
  return found.length === 0 ? undefined : `${how}: ${found.join(", ")}`;
}

/** A site that does what no page here may do: it answers a form with a page. */
async function startFormServer(): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<title>Form</title><h1>Form</h1><form method="post"><button>Send</button></form>`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

for (const hasScripts of [true, false])
  describe(`Firefox, scripts ${hasScripts ? "on" : "off"}`, {
    skip: withoutFirefox,
    timeout: 120_000,
  }, () => {
    let firefox: Firefox;
    before(async () => {
      firefox = await Firefox.launch({ hasScripts });
    });
    after(() => firefox[Symbol.asyncDispose]());

    test("a person mistypes: the name stays, the field of the password is empty and has the focus", async () => {
      await using tab = await firefox.newTab();
      const { service } = stage;
      await service.addAccount(`grace-${hasScripts}`, password);
      await tab.goto(`${service.service.issuer}/sign-in?to=account`);
      // The button that shows the password is a script's.
      assert.equal(await tab.isVisible("#show-password"), hasScripts);
      await tab.type("#username", `grace-${hasScripts}`);
      await tab.type("#password", "something else entirely");
      await tab.leaveBy(() => tab.press(enter));
      assert.ok(await tab.evaluate(says("That username, e-mail address or password is incorrect.")));
      assert.equal(await tab.evaluate(typedIn("#username")), `grace-${hasScripts}`);
      assert.equal(await tab.evaluate(typedIn("#password")), "");
      assert.equal(await tab.evaluate("document.activeElement.id"), "password");
    });

    test("a page that is the answer to a form would be found", async () => {
      await using server = await startFormServer();
      await using tab = await firefox.newTab();
      await tab.goto(server.url);
      await press(tab, "button");
      assert.match((await deadEnd(tab, "reload")) ?? "", /^reload: .*again$/);
    });

    // Without scripts, what is left to differ between browsers are cookies, forms and the history.
    for (const journey of hasScripts ? journeys : journeys.slice(0, 3))
      test(`D66: Back, Forward and reload find a page each time: ${journey.name}`, async () => {
        await using tab = await firefox.newTab();
        const walker = await newWalker(stage, tab, { journey, hasScripts });
        await tab.goto(await journey.start(walker));
        for (const [index, step] of journey.steps.entries()) {
          await step(walker);
          for (const how of ["reload", "back", "forward"] as const)
            assert.equal(await deadEnd(tab, how), undefined, `after step ${index + 1}`);
        }
      });

    test("a passkey is created after the password, signs in alone, and proves who is there before a change", {
      skip: !hasScripts && "passkeys need scripts",
    }, async () => {
      await using _ = await firefox.plugInAuthenticator();
      await using tab = await firefox.newTab();
      const { service } = stage;
      const { issuer } = service.service;
      await service.addAccount("hedy", password);
      const path = () => tab.evaluate("location.pathname");
      await tab.goto(`${issuer}/sign-in?to=account`);
      await tab.waitFor(`${typedIn("#passkey")} === "available"`);
      await tab.fill("#username", "hedy");
      await tab.fill("#password", password);
      await press(tab, "#sign-in");
      await press(tab, "#add-passkey");
      assert.equal(await path(), "/account");
      await tab.goto(`${issuer}/v1/Oauth/logout`);
      await press(tab, "#sign-out");

      await tab.goto(`${issuer}/sign-in?to=account`);
      await press(tab, "#use-passkey");
      assert.equal(await path(), "/account");
      // Later than the proof that a change needs.
      service.clock.advance(600);
      await tab.goto(`${issuer}/account/passkeys`);
      assert.equal(await path(), "/sign-in");
      await press(tab, "#use-passkey");
      assert.equal(await path(), "/account/passkeys");
    });
  });
