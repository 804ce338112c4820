import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { administrationResource } from "../../src/protocol/api/administration.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import type { Issuer } from "../../src/values/issuer.ts";
import type { FormClient, HttpAnswer } from "../support/form-client.ts";
import type { TestClient } from "../support/in-process.ts";
import { authorizationOf, codeAt, exchange } from "./journey.ts";
import { apiBase } from "./support/admin-api.ts";
import { ConsoleStage } from "./support/console-stage.ts";
import { refresh, tokensIn } from "./support/openid.ts";
import { setUpTotp, type TotpApp } from "./support/totp-app.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" } as const;

/** An administrator with an authenticator app, and an application of the operator's own that acts for her at the admin API. */
let stage: ConsoleStage;
let dashboard: TestClient;
let app: TotpApp;
let browser: FormClient;

before(async () => {
  stage = await ConsoleStage.set({ LATCHKEY_CONSOLE_REQUIRE: "two" });
  const { service } = stage;
  await service.addAccount(ada.username, ada.password);
  const first = stage.newBrowser();
  await first.signIn("/sign-in?to=account", ada);
  ({ app } = await setUpTotp(first, service.clock));
  await stage.change(ada.username, { isAdmin: true });
  const resources = [administrationResource(service.service.issuer as Issuer)];
  dashboard = await service.addClient({
    name: "Dashboard",
    metadata: { ...interfaceMetadata, mayRefresh: true, resources },
  });
  browser = stage.newBrowser();
});
after(() => stage[Symbol.asyncDispose]());

const target = (more: Readonly<Record<string, string>> = {}) =>
  authorizationOf(dashboard, {
    response_type: "code",
    resource: administrationResource(stage.service.service.issuer as Issuer),
    scope: "status:read",
    ...more,
  });

async function tokensAt(answer: HttpAnswer) {
  return tokensIn(await exchange(browser, dashboard, codeAt(answer, dashboard)));
}

/** The status of a request with this token, and the kind of its problem. */
async function asked(token: string): Promise<readonly unknown[]> {
  const authorization = `Bearer ${token}`;
  const answer = await browser.send({
    method: "GET",
    target: `${apiBase}/status`,
    headers: { authorization, cookie: "" },
  });
  if (answer.status === 200) return [200];
  const { type } = JSON.parse(answer.body);
  const challenge = answer.headers["www-authenticate"] ?? "";
  const attribute = (name: string) => new RegExp(`^Bearer .*\\b${name}="([^"]*)"`).exec(challenge)?.[1];
  return [answer.status, type.split("#")[1], attribute("error"), attribute("acr_values")];
}

it("I14, RFC 9470 §3: a person's token opens the API only if the sign-in behind it was strong enough; a trusted browser does not count as a factor", async () => {
  const page = await browser.signIn(target(), ada);
  const strong = await tokensAt(await browser.submit(page, { otp: app.code(), trust: "yes" }));
  assert.deepEqual(await asked(strong.access_token), [200]);

  browser.cookies.delete("latchkey-session");
  const weak = await tokensAt(await browser.signIn(target(), ada));
  const tooWeak = [401, "token-refused", "insufficient_user_authentication", "urn:latchkey:acr:two"];
  assert.deepEqual(await asked(weak.access_token), tooWeak);
  const next = tokensIn(await refresh(stage.service.url, dashboard, weak.refresh_token));
  assert.deepEqual(await asked(next.access_token), tooWeak, "a refresh proves nothing more");

  stage.service.clock.advance(30);
  const acr_values = String((await asked(weak.access_token)).at(-1));
  const stepUp = await browser.get(target({ acr_values }));
  const proved = await tokensAt(await browser.submit(stepUp, { otp: app.code() }));
  assert.deepEqual(await asked(proved.access_token), [200]);
  assert.deepEqual(await asked(next.access_token), tooWeak, "an older token is as weak as before");
});

it("I14: the right of a person's token ends with the admin right", async () => {
  const page = await browser.get(target());
  const { access_token } = await tokensAt(page);
  assert.deepEqual(await asked(access_token), [200]);
  await stage.change(ada.username, { isAdmin: false });
  assert.deepEqual(await asked(access_token), [401, "token-refused", "invalid_token", undefined]);
  await stage.change(ada.username, { isAdmin: true });
  assert.deepEqual(
    await asked(access_token),
    [401, "token-refused", "invalid_token", undefined],
    "given anew, it is another right",
  );
});
