import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { codesFor } from "../http/support/device.ts";
import { setUpTotp, type TotpApp } from "../http/support/totp-app.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { type ClientServer, startClientServer } from "../support/client-server.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { letterTo } from "../support/mailbox.ts";

const password = "seven quiet rivers run north";
const fresh = "nineteen paper boats drift past";

let service: InProcessService;
let browser: Browser;
let server: ClientServer;
let people = 0;

before(async () => {
  [service, browser, server] = await Promise.all([
    startInProcess({ LATCHKEY_SIGN_UP: "open" }),
    launchBrowser(),
    startClientServer("127.0.0.1"),
  ]);
});
after(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** A person on a journey, in a browser of their own. */
interface Walker {
  readonly page: Page;
  readonly username: string;
  readonly email: string;
  readonly hasScripts: boolean;
  /** Set up before, if the journey is one with a second factor. */
  readonly app: TotpApp | undefined;
}

interface Journey {
  readonly name: string;
  readonly start: (walker: Walker) => Promise<string>;
  readonly hasApp?: true;
  /** Each step sends a form or follows a link, and ends on another page. */
  readonly steps: readonly ((walker: Walker) => Promise<unknown>)[];
}

async function addressFor(client: TestClient, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const query = { client_id: client.id, redirect_uri: client.redirectUri, state: "s", ...more };
  return `${service.service.issuer}/v1/Oauth/authorization?${new URLSearchParams(query)}`;
}

const applicationOf = async (more: object, request?: Readonly<Record<string, string>>) => {
  const metadata = { ...interfaceMetadata, ...more };
  const redirectUris = [server.redirectUri];
  return addressFor(await service.addClient({ name: "Notes", redirectUris, metadata }), request);
};

/** Presses a button and waits for the next page. */
async function press({ page }: Walker, selector: string): Promise<void> {
  await Promise.all([page.waitForEvent("load"), page.click(selector)]);
}

function signInWith(typed: string) {
  return async (walker: Walker) => {
    await walker.page.fill("#username", walker.username);
    await walker.page.fill("#password", typed);
    await press(walker, "#sign-in");
    // The first sign-in offers a passkey if the browser can keep one.
    if (await walker.page.locator("#not-now").isVisible()) await press(walker, "#not-now");
  };
}

function fillAnd(fields: Readonly<Record<string, string>>, button: string) {
  return async (walker: Walker) => {
    for (const [selector, text] of Object.entries(fields)) await walker.page.fill(selector, text);
    await press(walker, button);
  };
}

const enterCode = (code: (app: TotpApp) => string) => async (walker: Walker) => {
  const { page, app } = walker;
  assert.ok(app);
  const loaded = page.waitForEvent("load");
  await page.fill("#otp", code(app));
  // With scripts the sixth digit sends the form.
  if (!walker.hasScripts) await page.click("#verify");
  await loaded;
};

const journeys: readonly Journey[] = [
  {
    name: "a wrong password, then the right one",
    start: () => applicationOf({}),
    steps: [signInWith("not the password"), signInWith(password)],
  },
  {
    name: "a second factor, wrong and right, for a request that wants a fresh sign-in",
    hasApp: true,
    start: () => applicationOf({ requiredStrength: "two" }, { prompt: "login" }),
    steps: [signInWith(password), enterCode(() => "000000"), enterCode((app) => app.code())],
  },
  {
    name: "a third party's application, which is allowed",
    start: () => applicationOf({ isThirdParty: true }),
    steps: [signInWith(password), (walker) => press(walker, "#allow")],
  },
  {
    name: "a forgotten password, by the link of the mail",
    start: () => applicationOf({}),
    steps: [
      signInWith("not the password"),
      (walker) => press(walker, 'a[href^="/recover"]'),
      (walker) => fillAnd({ "#username": walker.email }, "#send-link")(walker),
      async ({ page, email }) => page.goto(service.url + (await letterTo(service, email, "recover")).link),
      fillAnd({ "#new_password": "short" }, "main form button[type=submit]"),
      fillAnd({ "#new_password": fresh }, "main form button[type=submit]"),
    ],
  },
  {
    name: "a sign-up",
    start: () => applicationOf({}),
    steps: [
      (walker) => press(walker, 'a[href^="/sign-up"]'),
      fillAnd({ "#email": "nobody@nowhere" }, "#send-link"),
      (walker) => fillAnd({ "#email": `new-${walker.email}` }, "#send-link")(walker),
    ],
  },
  {
    name: "a device, with a wrong code and the right one",
    start: async () => `${service.url}/device`,
    steps: [
      signInWith(password),
      fillAnd({ "#user_code": "BCDF-GHJK" }, "main form button[type=submit]"),
      async (walker) => {
        const metadata = { ...interfaceMetadata, mayUseDeviceGrant: true };
        const client = await service.addClient({ name: "Television", metadata });
        const { user_code } = await codesFor(service.url, client);
        await fillAnd({ "#user_code": user_code }, "main form button[type=submit]")(walker);
      },
      async (walker) => {
        // The reload shows the code once more, and does not ask again by itself.
        await press(walker, "main form button[type=submit]");
        await press(walker, "#allow");
      },
    ],
  },
  {
    name: "a change of the name, and signing out",
    start: async () => `${service.url}/sign-in?to=account/profile`,
    steps: [
      signInWith(password),
      fillAnd({ "#name": "Somebody" }, "main form button[type=submit]"),
      async (walker) => walker.page.goto(`${service.url}/v1/Oauth/logout`),
      (walker) => press(walker, "#sign-out"),
    ],
  },
];

async function newWalker(page: Page, { hasApp }: Journey, hasScripts: boolean): Promise<Walker> {
  people += 1;
  const username = `ada${people}`;
  const email = `${username}@notes.example`;
  await service.addAccount(username, password, { email });
  if (!hasApp) return { page, username, email, hasScripts, app: undefined };
  const own = new FormClient(service.url);
  await own.signIn("/sign-in?to=account", { username, password });
  const { app } = await setUpTotp(own, service.clock);
  own.close();
  return { page, username, email, hasScripts, app };
}

/** Watches for dead ends: answers that are not pages, and forms that are sent again. */
function watch(page: Page) {
  const found: string[] = [];
  let posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(`sent the form to ${request.url()} again`);
  });
  /** Goes there; false if the history is at its end. */
  const go = async (how: "reload" | "goBack" | "goForward"): Promise<boolean> => {
    posts = [];
    const problem = await page[how]().then(
      () => undefined,
      (error: Error) => error.message.split("\n", 1)[0],
    );
    await page.waitForLoadState().catch(() => undefined);
    if (page.url() === "about:blank") return false;
    const isPage = await page.locator("main, h1").first().isVisible();
    // A page that goes on at once aborts the navigation before it, but is still a page.
    if (!isPage || /ERR_CACHE_MISS/.test(problem ?? "")) found.push(`${how}: ${page.url()} ${problem}`);
    found.push(...posts.map((post) => `${how} ${post}`));
    return true;
  };
  return { found, go };
}

/** Reloads every page of the history, from the last to the first and back. */
async function walkHistory(go: ReturnType<typeof watch>["go"]): Promise<void> {
  let pages = 1;
  while (pages < 20 && (await go("goBack"))) {
    pages += 1;
    await go("reload");
  }
  for (let page = 0; page < pages; page += 1) await go("goForward");
}

for (const hasScripts of [true, false])
  for (const journey of journeys)
    test(`D66: Back, Forward and reload find a page each time: ${journey.name} (scripts ${hasScripts ? "on" : "off"})`, async () => {
      const context = await browser.newContext({ javaScriptEnabled: hasScripts });
      const walker = await newWalker(await context.newPage(), journey, hasScripts);
      const { found, go } = watch(walker.page);
      await walker.page.goto(await journey.start(walker));
      for (const step of journey.steps) {
        await step(walker);
        for (const how of ["reload", "goBack", "goForward"] as const) await go(how);
        assert.deepEqual(found, [], `after step ${journey.steps.indexOf(step) + 1}`);
      }
      await walkHistory(go);
      assert.deepEqual(found, []);
      await context.close();
    });
