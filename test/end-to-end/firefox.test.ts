import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { findingsOn } from "../support/axe.ts";
import { Firefox, withoutFirefox } from "../support/firefox.ts";
import { press } from "../support/tab.ts";
import { until } from "../support/until.ts";
import { walkInFirefox } from "./walks/in-firefox.ts";
import { sightOfFirefox } from "./walks/walk.ts";
import { password, type Stage, setStage } from "./walks/walker.ts";

const enter = "\uE007";

let stage: Stage;

before(async () => {
  if (withoutFirefox === false) stage = await setStage();
});
after(() => stage?.[Symbol.asyncDispose]());

const says = (text: string) => `document.body.innerText.includes(${JSON.stringify(text)})`;
const typedIn = (selector: string) => `document.querySelector("${selector}").value`;

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

    test("a page that is the answer to a form, and a fault that axe knows, would be found", async () => {
      await using server = await startFormServer();
      await using tab = await firefox.newTab();
      await tab.goto(server.url);
      await press(tab, "button");
      assert.match(
        String(await sightOfFirefox(tab, { hasScripts, known: new Set() }).move("reload")),
        /again$/,
      );
      if (hasScripts) assert.match(String(await findingsOn(tab)), /html-has-lang/);
    });

    walkInFirefox(
      ({ isWalkedEverywhere }) => isWalkedEverywhere === true,
      hasScripts,
      () => ({ stage, firefox }),
    );

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

    test("the autofill of the username field waits behind a password that is typed, and signs in where its passkey is picked", {
      skip: !hasScripts && "passkeys need scripts",
    }, async () => {
      await using _ = await firefox.plugInAuthenticator();
      await using tab = await firefox.newTab();
      const { service } = stage;
      const { issuer } = service.service;
      await service.addAccount("mileva", password);
      const path = () => tab.evaluate("location.pathname");
      const offers = (count: number | undefined) =>
        until(async () => (await firefox.offeredPasskeys()) === count || undefined, `not ${count} offered`);
      const typePassword = async () => {
        await tab.fill("#username", "mileva");
        await tab.fill("#password", password);
      };
      await tab.goto(`${issuer}/sign-in?to=account`);
      await tab.waitFor(`${typedIn("#passkey")} === "available"`);
      await typePassword();
      await press(tab, "#sign-in");
      await press(tab, "#add-passkey");
      await tab.goto(`${issuer}/v1/Oauth/logout`);
      await press(tab, "#sign-out");

      await tab.goto(`${issuer}/sign-in?to=account`);
      await offers(1);
      await typePassword();
      assert.deepEqual(
        [await tab.evaluate(typedIn("#username")), await tab.evaluate(typedIn("#password"))],
        ["mileva", password],
      );
      assert.equal(await firefox.offeredPasskeys(), 1, "typing does not end the offer");
      await press(tab, "#sign-in");
      assert.equal(await path(), "/account");
      assert.equal(await firefox.offeredPasskeys(), undefined, "the password has ended the request");
      await tab.goto(`${issuer}/v1/Oauth/logout`);
      await press(tab, "#sign-out");

      await tab.goto(`${issuer}/sign-in?to=account`);
      await offers(1);
      await tab.leaveBy(() => firefox.offeredPasskeys({ picks: true }));
      assert.equal(await path(), "/account");
    });
  });
