/** The ways to an application, and those that end before it. */
import assert from "node:assert/strict";
import type { GroupName } from "../../../src/identity/group.ts";
import { interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { codesFor } from "../../http/support/device.ts";
import type { TotpApp } from "../../http/support/totp-app.ts";
import { FormClient } from "../../support/form-client.ts";
import { press } from "../../support/tab.ts";
import {
  accountOf,
  addPerson,
  ask,
  confirmApp,
  enterCode,
  fillAnd,
  follow,
  type Journey,
  open,
  pageAt,
  password,
  requestOf,
  type Step,
  signInWith,
  submit,
  toApplication,
  untilAtApplication,
  type Walker,
} from "./walker.ts";

const enterCodeOfApp =
  (code: (app: TotpApp) => string): Step =>
  (walker) => {
    assert.ok(walker.app);
    return enterCode(walker, code(walker.app));
  };

/** Uses up the tries of the person's name, in another browser. */
async function mistypeOften({ stage, username }: Walker): Promise<void> {
  const browser = new FormClient(stage.service.url);
  for (let round = 0; round < 5; round += 1)
    await browser.signIn("/sign-in?to=account", { username, password: "not the password at all" });
  browser.close();
}

/** Types the code of a new device. */
async function typeDeviceCode(walker: Walker): Promise<void> {
  const { service } = walker.stage;
  const metadata = { ...interfaceMetadata, mayUseDeviceGrant: true };
  const client = await service.addClient({ name: "Television", metadata });
  const { user_code } = await codesFor(service.url, client);
  await fillAnd({ "#user_code": user_code }, submit)(walker);
}

export const signInJourneys: readonly Journey[] = [
  {
    name: "a wrong password, then the right one",
    isWalkedEverywhere: true,
    start: requestOf({}),
    steps: [signInWith("not the password"), toApplication(signInWith(password))],
  },
  {
    name: "too many wrong passwords, and the right one later",
    start: requestOf({}),
    steps: [
      async (walker) => {
        await mistypeOften(walker);
        await signInWith("not the password")(walker);
        walker.stage.service.clock.advance(3_600);
      },
      toApplication(signInWith(password)),
    ],
  },
  {
    name: "a second application, after the first one",
    start: requestOf({}),
    steps: [toApplication(signInWith(password)), toApplication(ask({}))],
  },
  {
    name: "a second factor, wrong and right, for a request that wants a fresh sign-in",
    isWalkedEverywhere: true,
    hasApp: true,
    start: requestOf({ requiredStrength: "two" }, { prompt: "login" }),
    steps: [
      signInWith(password),
      enterCodeOfApp(() => "000000"),
      toApplication(enterCodeOfApp((app) => app.code())),
    ],
  },
  {
    name: "an authenticator app that an application requires, and later a recovery code instead",
    isWalkedEverywhere: true,
    start: requestOf({ requiredStrength: "two" }),
    steps: [
      signInWith(password),
      async (walker) => {
        await confirmApp(walker);
        const [code = ""] = (await walker.tab.textOf("#codes")).split("\n");
        walker.notes.set("recovery code", code);
      },
      toApplication(follow("#continue")),
      open("/v1/Oauth/logout"),
      follow("#sign-out"),
      ask({ requiredStrength: "two" }),
      signInWith(password),
      toApplication(async ({ tab, notes, hasScripts }) => {
        if (hasScripts) await tab.click("#use-recovery-code");
        await tab.fill("#otp", notes.get("recovery code") ?? "");
        await press(tab, "#verify");
      }),
    ],
  },
  {
    name: "a fresh proof that an application wants, wrong and right",
    start: requestOf({}),
    steps: [
      toApplication(signInWith(password)),
      ask({}, { prompt: "login" }),
      fillAnd({ "#password": "not the password" }, "#sign-in"),
      toApplication(fillAnd({ "#password": password }, "#sign-in")),
    ],
  },
  {
    name: "an account that is chosen again because an application asks for it",
    start: requestOf({}),
    steps: [
      toApplication(signInWith(password)),
      ask({}, { prompt: "select_account" }),
      toApplication(follow("main button")),
    ],
  },
  {
    name: "a third party's application, which is allowed",
    start: requestOf({ isThirdParty: true }),
    steps: [signInWith(password), toApplication(follow("#allow"))],
  },
  {
    name: "a third party's application, which is denied",
    start: requestOf({ isThirdParty: true }),
    steps: [signInWith(password), toApplication(follow("#deny"))],
  },
  {
    name: "an application for a group: not this account, but another one",
    start: requestOf({ onlyGroups: ["staff"] }),
    steps: [
      signInWith(password),
      follow("a[href*='/sign-in']"),
      toApplication(async (walker) => {
        const { username } = await addPerson(walker.stage);
        const { id } = await accountOf(walker.stage, username);
        await walker.stage.service.ports.groups.add("staff" as GroupName, id, 100);
        await signInWith(password, { username })(walker);
      }),
    ],
  },
  {
    name: "two accounts in one browser, one of which an application gets",
    start: pageAt("/sign-in?to=account"),
    steps: [
      signInWith(password),
      follow("a[href*='/choose-account']"),
      follow("a[href*='/sign-in/another']"),
      async (walker) => signInWith(password, await addPerson(walker.stage))(walker),
      ask({}),
      // The active account is the first.
      toApplication(follow("button[name=session] + button[name=session]")),
      open("/v1/Oauth/logout"),
      follow("button[name=all]"),
    ],
  },
  {
    name: "signing out where nobody is signed in, and in again",
    start: pageAt("/v1/Oauth/logout"),
    steps: [open("/sign-in?to=account"), signInWith(password)],
  },
  {
    name: "a provider that refuses, one that does not know the person, and one that is connected",
    isWalkedEverywhere: true,
    start: requestOf({}),
    steps: [
      async ({ tab, stage: { provider } }) => {
        provider.twist = { answer: (honest) => refusedBy(honest) };
        await tab.click("#upstream-acme");
        await tab.waitUntilVisible("#problem");
      },
      async ({ tab, stage: { provider } }) => {
        provider.twist = {};
        provider.person = { sub: "a stranger" };
        await tab.click("#upstream-acme");
        await tab.waitUntilVisible("#problem");
      },
      toApplication(signInWith(password)),
      open("/account/upstreams"),
      async ({ tab, username, stage: { provider } }) => {
        provider.person = { sub: username };
        await tab.click("button[value=link]");
        await tab.waitUntilVisible("button[value=unlink]");
      },
      open("/v1/Oauth/logout"),
      follow("#sign-out"),
      ask({}),
      async (walker) => {
        await walker.tab.click("#upstream-acme");
        await untilAtApplication(walker);
      },
      open("/account/upstreams"),
      follow("button[value=unlink]"),
    ],
  },
  {
    name: "a device, with a wrong code and the right one",
    start: pageAt("/device"),
    steps: [
      signInWith(password),
      fillAnd({ "#user_code": "BCDF-GHJK" }, submit),
      typeDeviceCode,
      async ({ tab }) => {
        // The reload shows the code once more, and does not ask again by itself.
        await press(tab, submit);
        await press(tab, "#allow");
      },
    ],
  },
  {
    name: "a device that is denied",
    start: pageAt("/device"),
    steps: [
      signInWith(password),
      typeDeviceCode,
      async ({ tab }) => {
        await press(tab, submit);
        await press(tab, "#deny");
      },
    ],
  },
  {
    name: "addresses that are wrong",
    start: pageAt("/"),
    steps: [
      open("/nowhere"),
      async (walker) => {
        const address = new URL(await requestOf({})(walker));
        address.searchParams.set("redirect_uri", "https://elsewhere.example/callback");
        await walker.tab.goto(address.href);
      },
      open("/v1/Oauth/authorization"),
      open("/V1/oauth/Authorization"),
    ],
  },
  {
    name: "another language, before and after a wrong password",
    start: requestOf({}),
    steps: [
      ({ tab, hasScripts }) => chooseLanguage(tab, { language: "de", hasScripts }),
      signInWith("not the password"),
      ({ tab, hasScripts }) => chooseLanguage(tab, { language: "ar", hasScripts }),
      toApplication(signInWith(password)),
    ],
  },
];

/** With scripts a choice is enough. */
async function chooseLanguage(
  tab: Walker["tab"],
  { language, hasScripts }: { readonly language: string; readonly hasScripts: boolean },
): Promise<void> {
  await tab.leaveBy(async () => {
    await tab.choose("#language", language);
    if (!hasScripts) await tab.click("form:has(#language) button");
  });
}

/** The answer of a provider whose person says no. */
function refusedBy(honest: URLSearchParams): URLSearchParams {
  honest.delete("code");
  honest.set("error", "access_denied");
  return honest;
}
