/** People on their way through the pages, for tests that walk it in Chromium and in Firefox. */
import assert from "node:assert/strict";
import type { Account } from "../../../src/identity/account.ts";
import type { AccountName } from "../../../src/identity/account-name.ts";
import type { GroupName } from "../../../src/identity/group.ts";
import { interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { setUpTotp, TotpApp } from "../../http/support/totp-app.ts";
import { addUpstream } from "../../http/support/upstream-stage.ts";
import { type ClientServer, startClientServer } from "../../support/client-server.ts";
import { FormClient } from "../../support/form-client.ts";
import { type InProcessService, startInProcess } from "../../support/in-process.ts";
import { letterTo } from "../../support/mailbox.ts";
import { type PluggedAuthenticator, press, type Tab } from "../../support/tab.ts";
import { TestProvider } from "../../support/upstream-provider.ts";

export const password = "seven quiet rivers run north";
export const fresh = "nineteen paper boats drift past";

/** A service whose people are on a journey, an application that they come from, and a provider where they have accounts. */
export interface Stage extends AsyncDisposable {
  readonly service: InProcessService;
  readonly server: ClientServer;
  readonly provider: TestProvider;
}

export async function setStage(): Promise<Stage> {
  const service = await startInProcess({ LATCHKEY_SIGN_UP: "open", LATCHKEY_CONSOLE_REQUIRE: "one" });
  const [server, provider] = await Promise.all([
    startClientServer("127.0.0.1"),
    TestProvider.start(() => service.clock.now()),
  ]);
  await addUpstream({ inProcess: service }, provider, { displayName: "Acme Staff" });
  await service.ports.groups.create({ name: "staff" as GroupName, createdAt: service.clock.now() }, 9);
  return {
    service,
    server,
    provider,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** A person on a journey, in a browser of their own. */
export interface Walker {
  readonly stage: Stage;
  readonly tab: Tab;
  readonly username: string;
  readonly email: string;
  readonly hasScripts: boolean;
  /** Set up before, if the journey is one with a second factor. */
  readonly app: TotpApp | undefined;
  readonly authenticator: PluggedAuthenticator | undefined;
  /** What the person wrote down on the way. */
  readonly notes: Map<string, string>;
}

export type Step = (walker: Walker) => Promise<unknown>;

export interface Journey {
  readonly name: string;
  /** The address where it begins. */
  readonly start: (walker: Walker) => Promise<string>;
  /** What is there when it has begun, if a script chooses the first page. */
  readonly begun?: (walker: Walker) => string;
  /** True if every run of the tests walks it in each browser, with scripts and without. `npm run proof:walks` does so with all journeys. */
  readonly isWalkedEverywhere?: true;
  /** With an authenticator app that was set up before. */
  readonly hasApp?: true;
  /** With an authenticator that is plugged in, which needs scripts. */
  readonly hasAuthenticator?: true;
  /** Each step sends a form or follows a link, and ends on another page. */
  readonly steps: readonly Step[];
}

let people = 0;

export async function addPerson({
  service,
}: Stage): Promise<{ readonly username: string; readonly email: string }> {
  people += 1;
  const username = `ada${people}`;
  const email = `${username}@notes.example`;
  await service.addAccount(username, password, { email });
  return { username, email };
}

/** A new person for the journey, an hour after the last one: nobody meets the limits that somebody else has used up. */
export async function newWalker(
  stage: Stage,
  tab: Tab,
  {
    journey,
    hasScripts,
    authenticator,
  }: {
    readonly journey: Journey;
    readonly hasScripts: boolean;
    readonly authenticator: PluggedAuthenticator | undefined;
  },
): Promise<Walker> {
  const { service } = stage;
  service.clock.advance(3_600);
  const person = await addPerson(stage);
  const notes = new Map<string, string>();
  const walker = { ...person, stage, tab, hasScripts, authenticator, app: undefined, notes };
  if (!journey.hasApp) return walker;
  const own = await signedInElsewhere(walker);
  const { app } = await setUpTotp(own, service.clock);
  own.close();
  return { ...walker, app };
}

/** The same person in another browser, signed in there. */
export async function signedInElsewhere({ stage, username }: Walker): Promise<FormClient> {
  const browser = new FormClient(stage.service.url);
  await browser.signIn("/sign-in?to=account", { username, password });
  return browser;
}

export async function accountOf({ service }: Stage, username: string): Promise<Account> {
  const account = await service.ports.accounts.findByName(username as AccountName);
  return account ?? assert.fail(username);
}

/** Changes the account in the store, as the command line does beside the service. */
export async function changeAccount({ stage, username }: Walker, changes: Partial<Account>): Promise<void> {
  const { ports, clock } = stage.service;
  const account = await accountOf(stage, username);
  const updated = await ports.accounts.update({ ...account, ...changes }, clock.now());
  assert.ok(updated.ok);
}

/** The request of an application, new for every journey, with these properties. */
export const requestOf =
  (more: object, request: Readonly<Record<string, string>> = {}) =>
  async ({ stage: { service, server } }: Walker) => {
    const metadata = { ...interfaceMetadata, ...more };
    const redirectUris = [server.redirectUri];
    const { id, redirectUri } = await service.addClient({ name: "Notes", redirectUris, metadata });
    const query = { client_id: id, redirect_uri: redirectUri, state: "s", ...request };
    return `${service.service.issuer}/v1/Oauth/authorization?${new URLSearchParams(query)}`;
  };

export const pageAt = (path: string) => async (walker: Walker) => walker.stage.service.service.issuer + path;

/** The step that signs in with what is typed, as the person of the journey or somebody else. */
export function signInWith(typed: string, { username }: { readonly username?: string } = {}): Step {
  return async (walker) => {
    const { tab } = walker;
    await tab.fill("#username", username ?? walker.username);
    await tab.fill("#password", typed);
    await press(tab, "#sign-in");
    // The first sign-in offers a passkey if the browser can keep one.
    if (await tab.isVisible("#not-now")) await press(tab, "#not-now");
  };
}

export function fillAnd(fields: Readonly<Record<string, string>>, button: string): Step {
  return async ({ tab }) => {
    for (const [selector, text] of Object.entries(fields)) await tab.fill(selector, text);
    await press(tab, button);
  };
}

export const follow =
  (selector: string): Step =>
  ({ tab }) =>
    press(tab, selector);

export const open =
  (path: string): Step =>
  async (walker) =>
    walker.tab.goto(await pageAt(path)(walker));

/** The step that begins the request of another application. */
export const ask =
  (...request: Parameters<typeof requestOf>): Step =>
  async (walker) =>
    walker.tab.goto(await requestOf(...request)(walker));

/** Opens the link of the message to this address, and waits for the page where it leads, which a script may choose. */
export async function openMail(
  { stage: { service }, tab }: Walker,
  address: string,
  { kind, until }: { readonly kind: string; readonly until: string },
): Promise<void> {
  await tab.goto(service.service.issuer + (await letterTo(service, address, kind)).link);
  await tab.waitUntilVisible(until);
}

/** The step that leads back to the application. */
export const toApplication =
  (step: Step): Step =>
  async (walker) => {
    await step(walker);
    assert.equal(await walker.tab.textOf("h1"), "Back at the client");
  };

/** Waits until the scripts of a page have led back to the application. */
export const untilAtApplication = ({ tab }: Walker) => tab.waitUntilThere("body > h1");

/** Sets up the app whose key the page shows, and waits until its code is past. */
export async function confirmApp({ tab, stage: { service } }: Walker): Promise<void> {
  const app = new TotpApp({ body: `<code id="key">${await tab.textOf("#key")}</code>` }, service.clock);
  await tab.fill("#otp", app.code());
  await press(tab, "#verify");
  service.clock.advance(30);
}

/** With scripts the sixth digit sends the form. */
export async function enterCode({ tab, hasScripts }: Walker, code: string): Promise<void> {
  await tab.leaveBy(async () => {
    await tab.fill("#otp", code);
    if (!hasScripts) await tab.click("#verify");
  });
}

export const submit = "main form button[type=submit]";
