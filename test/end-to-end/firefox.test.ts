import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { authorizationTarget } from "../support/authorization-url.ts";
import { type ClientServer, startClientServer } from "../support/client-server.ts";
import { Firefox, withoutFirefox } from "../support/firefox.ts";
import { type LiveService, type RegisteredClient, startService } from "../support/service.ts";

const ada = { username: "ada", password: "seven quiet rivers run north", name: "Ada" };
const enter = "\uE007";

let service: LiveService;
let server: ClientServer;
let client: RegisteredClient;

before(async () => {
  if (withoutFirefox !== false) return;
  [service, server] = await Promise.all([startService(), startClientServer("127.0.0.1")]);
  client = await service.createClient("Notes", [server.redirectUri]);
  await service.createUser(ada);
});
after(async () => {
  await server?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

const says = (text: string) => `document.body.innerText.includes(${JSON.stringify(text)})`;
const typedIn = (selector: string) => `document.querySelector("${selector}").value`;

for (const hasScripts of [true, false])
  test(`Firefox: a person mistypes, signs in, and signs out, scripts ${hasScripts ? "on" : "off"}`, {
    skip: withoutFirefox,
    timeout: 60_000,
  }, async () => {
    await using firefox = await Firefox.launch({ hasScripts });
    await firefox.goto(service.url + authorizationTarget(client, { state: "s" }));
    // The button that shows the password is a script's.
    assert.equal(await firefox.evaluate(`!document.querySelector("#show-password").hidden`), hasScripts);
    await firefox.type("#username", ada.username);
    await firefox.type("#password", "something else entirely");
    await firefox.press(enter);
    await firefox.waitFor(says("That username, e-mail address or password is incorrect."));
    assert.equal(await firefox.evaluate(typedIn("#username")), ada.username);
    assert.equal(await firefox.evaluate(typedIn("#password")), "");
    assert.equal(await firefox.evaluate("document.activeElement.id"), "password");
    await firefox.type("#password", ada.password);
    await firefox.click("#sign-in");
    await firefox.waitFor(`location.origin === ${JSON.stringify(server.origin)}`);
    const answer = new URLSearchParams(await firefox.evaluate<string>("location.search"));
    assert.match(answer.get("code") ?? "", /^lkac_/);
    assert.equal(answer.get("state"), "s");

    await firefox.goto(`${service.url}/account`);
    await firefox.waitFor(says("How you sign in"));
    await firefox.goto(`${service.url}/v1/Oauth/logout`);
    await firefox.click("#sign-out");
    await firefox.waitFor(says("You are signed out"));
  });
