/** What people do at the pages, step by step, for the tests that walk it in Chromium and in Firefox. */
import assert from "node:assert/strict";
import { Secret, TOTP } from "otpauth";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { codesFor } from "../http/support/device.ts";
import { setUpTotp, type TotpApp } from "../http/support/totp-app.ts";
import { type ClientServer, startClientServer } from "../support/client-server.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";
import { letterTo } from "../support/mailbox.ts";
import { press, type Tab } from "../support/tab.ts";

const password = "seven quiet rivers run north";
const fresh = "nineteen paper boats drift past";

/** A service whose people are on a journey, and an application that they come from. */
export interface Stage extends AsyncDisposable {
  readonly service: InProcessService;
  readonly server: ClientServer;
}

export async function setStage(): Promise<Stage> {
  const [service, server] = await Promise.all([
    startInProcess({ LATCHKEY_SIGN_UP: "open" }),
    startClientServer("127.0.0.1"),
  ]);
  return {
    service,
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** A person on a journey, in a browser of their own. */
interface Walker {
  readonly stage: Stage;
  readonly tab: Tab;
  readonly username: string;
  readonly email: string;
  readonly hasScripts: boolean;
  /** Set up before, if the journey is one with a second factor. */
  readonly app: TotpApp | undefined;
  /** What the person wrote down on the way. */
  readonly notes: Map<string, string>;
}

export interface Journey {
  readonly name: string;
  /** The address where it begins. */
  readonly start: (walker: Walker) => Promise<string>;
  readonly hasApp?: true;
  /** Each step sends a form or follows a link, and ends on another page. */
  readonly steps: readonly ((walker: Walker) => Promise<unknown>)[];
}

let people = 0;

async function addPerson({ service }: Stage): Promise<{ readonly username: string; readonly email: string }> {
  people += 1;
  const username = `ada${people}`;
  const email = `${username}@notes.example`;
  await service.addAccount(username, password, { email });
  return { username, email };
}

/** A new person for the journey. */
export async function newWalker(
  stage: Stage,
  tab: Tab,
  { journey, hasScripts }: { readonly journey: Journey; readonly hasScripts: boolean },
): Promise<Walker> {
  const { service } = stage;
  const person = await addPerson(stage);
  const walker = { ...person, stage, tab, hasScripts, app: undefined, notes: new Map<string, string>() };
  if (!journey.hasApp) return walker;
  const own = new FormClient(service.url);
  await own.signIn("/sign-in?to=account", { username: person.username, password });
  const { app } = await setUpTotp(own, service.clock);
  own.close();
  return { ...walker, app };
}

/** The request of an application, new for every journey, with these properties. */
const requestOf =
  (more: object, request: Readonly<Record<string, string>> = {}) =>
  async ({ stage: { service, server } }: Walker) => {
    const metadata = { ...interfaceMetadata, ...more };
    const redirectUris = [server.redirectUri];
    const { id, redirectUri } = await service.addClient({ name: "Notes", redirectUris, metadata });
    const query = { client_id: id, redirect_uri: redirectUri, state: "s", ...request };
    return `${service.service.issuer}/v1/Oauth/authorization?${new URLSearchParams(query)}`;
  };

const pageAt = (path: string) => async (walker: Walker) => walker.stage.service.service.issuer + path;

function signInWith(typed: string, { username }: { readonly username?: string } = {}) {
  return async (walker: Walker) => {
    const { tab } = walker;
    await tab.fill("#username", username ?? walker.username);
    await tab.fill("#password", typed);
    await press(tab, "#sign-in");
    // The first sign-in offers a passkey if the browser can keep one.
    if (await tab.isVisible("#not-now")) await press(tab, "#not-now");
  };
}

function fillAnd(fields: Readonly<Record<string, string>>, button: string) {
  return async ({ tab }: Walker) => {
    for (const [selector, text] of Object.entries(fields)) await tab.fill(selector, text);
    await press(tab, button);
  };
}

const follow =
  (selector: string) =>
  ({ tab }: Walker) =>
    press(tab, selector);

const open = (path: string) => async (walker: Walker) => walker.tab.goto(await pageAt(path)(walker));

/** With scripts the sixth digit sends the form. */
async function enterCode({ tab, hasScripts }: Walker, code: string): Promise<void> {
  await tab.leaveBy(async () => {
    await tab.fill("#otp", code);
    if (!hasScripts) await tab.click("#verify");
  });
}

const enterCodeOfApp = (code: (app: TotpApp) => string) => (walker: Walker) => {
  assert.ok(walker.app);
  return enterCode(walker, code(walker.app));
};

/** Opens the link of the message to this address, and waits for the page where it leads, which a script may choose. */
async function openMail({ stage: { service }, tab }: Walker, address: string, kind: string): Promise<void> {
  await tab.goto(service.service.issuer + (await letterTo(service, address, kind)).link);
  await tab.waitUntilVisible("#new_password");
}

/** The step that leads back to the application. */
const toApplication = (step: (walker: Walker) => Promise<unknown>) => async (walker: Walker) => {
  await step(walker);
  assert.equal(await walker.tab.textOf("h1"), "Back at the client");
};

const submit = "main form button[type=submit]";

export const journeys: readonly Journey[] = [
  {
    name: "a wrong password, then the right one",
    start: requestOf({}),
    steps: [signInWith("not the password"), toApplication(signInWith(password))],
  },
  {
    name: "a second factor, wrong and right, for a request that wants a fresh sign-in",
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
    start: requestOf({ requiredStrength: "two" }),
    steps: [
      signInWith(password),
      async ({ tab, notes, stage: { service } }) => {
        const secret = Secret.fromBase32((await tab.textOf("#key")).replaceAll(" ", ""));
        await tab.fill("#otp", TOTP.generate({ secret, timestamp: service.clock.now() }));
        await press(tab, "#verify");
        notes.set("recovery code", (await tab.textOf("#codes")).split("\n")[0] ?? "");
      },
      toApplication(follow("#continue")),
      open("/v1/Oauth/logout"),
      follow("#sign-out"),
      async (walker) => walker.tab.goto(await requestOf({ requiredStrength: "two" })(walker)),
      signInWith(password),
      toApplication(async ({ tab, notes, hasScripts }) => {
        if (hasScripts) await tab.click("#use-recovery-code");
        await tab.fill("#otp", notes.get("recovery code") ?? "");
        await press(tab, "#verify");
      }),
    ],
  },
  {
    name: "a third party's application, which is allowed",
    start: requestOf({ isThirdParty: true }),
    steps: [signInWith(password), toApplication(follow("#allow"))],
  },
  {
    name: "a forgotten password, by the link of the mail",
    start: requestOf({}),
    steps: [
      signInWith("not the password"),
      follow('a[href^="/recover"]'),
      (walker) => fillAnd({ "#username": walker.email }, "#send-link")(walker),
      (walker) => openMail(walker, walker.email, "recover"),
      fillAnd({ "#new_password": "short" }, submit),
      toApplication(fillAnd({ "#new_password": fresh }, submit)),
    ],
  },
  {
    name: "a sign-up, by the link of the mail",
    start: requestOf({}),
    steps: [
      follow('a[href^="/sign-up"]'),
      fillAnd({ "#email": "nobody@nowhere" }, "#send-link"),
      (walker) => fillAnd({ "#email": `new-${walker.email}` }, "#send-link")(walker),
      (walker) => openMail(walker, `new-${walker.email}`, "sign-up"),
      toApplication(fillAnd({ "#new_password": fresh }, "#continue")),
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
      async (walker) => walker.tab.goto(await requestOf({})(walker)),
      // The active account is the first.
      toApplication(follow("button[name=session] + button[name=session]")),
      open("/v1/Oauth/logout"),
      follow("button[name=all]"),
    ],
  },
  {
    name: "a device, with a wrong code and the right one",
    start: pageAt("/device"),
    steps: [
      signInWith(password),
      fillAnd({ "#user_code": "BCDF-GHJK" }, submit),
      async (walker) => {
        const { service } = walker.stage;
        const metadata = { ...interfaceMetadata, mayUseDeviceGrant: true };
        const client = await service.addClient({ name: "Television", metadata });
        const { user_code } = await codesFor(service.url, client);
        await fillAnd({ "#user_code": user_code }, submit)(walker);
      },
      async ({ tab }) => {
        // The reload shows the code once more, and does not ask again by itself.
        await press(tab, submit);
        await press(tab, "#allow");
      },
    ],
  },
  {
    name: "a change of the name, and signing out",
    start: pageAt("/sign-in?to=account/profile"),
    steps: [
      signInWith(password),
      fillAnd({ "#name": "Somebody" }, submit),
      open("/v1/Oauth/logout"),
      follow("#sign-out"),
    ],
  },
];
