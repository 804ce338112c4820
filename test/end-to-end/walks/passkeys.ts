/** Ways with a passkey, which need scripts. */
import { letterTo } from "../../support/mailbox.ts";
import { press } from "../../support/tab.ts";
import { invitationFor } from "./mailed.ts";
import {
  ask,
  fillAnd,
  follow,
  fresh,
  type Journey,
  open,
  openMail,
  pageAt,
  password,
  requestOf,
  type Step,
  submit,
  toApplication,
  untilAtApplication,
} from "./walker.ts";

/** Signs in with the password where the browser can keep a passkey, which is then offered. */
const withPassword: Step = async ({ tab, username }) => {
  await tab.waitUntilThere("#passkey[value=available]");
  await tab.fill("#username", username);
  await tab.fill("#password", password);
  await press(tab, "#sign-in");
};

/** The button that removes a passkey right after a new password. */
const remove = "button[name=passkey_id]";

const signOut: readonly Step[] = [open("/v1/Oauth/logout"), follow("#sign-out")];

/** Fails at the authenticator, and is told so. */
const failAt =
  (button: string): Step =>
  async ({ tab, authenticator }) => {
    await authenticator?.setVerifying(false);
    await tab.click(button);
    await tab.waitUntilThere("#passkey-status:not(:empty)");
    await authenticator?.setVerifying(true);
  };

export const passkeyJourneys: readonly Journey[] = [
  {
    name: "a passkey after the password: refused by the authenticator, made, and used by its button",
    hasAuthenticator: true,
    start: requestOf({}),
    steps: [
      withPassword,
      failAt("#add-passkey"),
      toApplication(follow("#add-passkey")),
      ...signOut,
      ask({}),
      failAt("#use-passkey"),
      toApplication(follow("#use-passkey")),
    ],
  },
  {
    name: "a passkey that is not used, and the password instead",
    hasAuthenticator: true,
    start: requestOf({}),
    steps: [
      withPassword,
      toApplication(follow("#not-now")),
      ...signOut,
      ask({}),
      toApplication(withPassword),
    ],
  },
  {
    name: "a passkey as the second factor that an application requires, and as the proof for another page",
    hasAuthenticator: true,
    start: pageAt("/sign-in?to=account"),
    steps: [
      withPassword,
      follow("#add-passkey"),
      ...signOut,
      ask({ requiredStrength: "two" }),
      toApplication(async (walker) => {
        await withPassword(walker);
        await untilAtApplication(walker);
      }),
      async (walker) => {
        walker.stage.service.clock.advance(900);
        await open("/account/passkeys")(walker);
      },
      follow("#use-passkey"),
    ],
  },
  {
    name: "a passkey that an application requires of everybody",
    hasAuthenticator: true,
    start: requestOf({ requiredStrength: "phr" }),
    steps: [
      withPassword,
      toApplication(async (walker) => {
        await press(walker.tab, "#add-passkey");
        await untilAtApplication(walker);
      }),
    ],
  },
  {
    name: "passkeys of an account: added, named and removed",
    hasAuthenticator: true,
    start: pageAt("/sign-in?to=account"),
    steps: [
      withPassword,
      follow("#not-now"),
      open("/account/passkeys"),
      failAt("#add-passkey"),
      async ({ tab }) => {
        await press(tab, "#add-passkey");
        await tab.waitUntilThere("#name-1");
      },
      // Loaded again, the page asks for the second factor that there is now.
      follow("#use-passkey"),
      async ({ tab }) => {
        await tab.click("summary");
        await tab.fill("#name-1", "My laptop");
        await press(tab, "button[value=rename]");
      },
      async ({ tab }) => {
        await tab.click("summary");
        await press(tab, "button[value=remove]");
      },
    ],
  },
  {
    name: "a new password by a mailed link, and a passkey that is removed where it is shown then",
    hasAuthenticator: true,
    start: pageAt("/sign-in?to=account"),
    steps: [
      withPassword,
      follow("#add-passkey"),
      ...signOut,
      open("/recover?to=account"),
      (walker) => fillAnd({ "#username": walker.email }, "#send-link")(walker),
      (walker) => openMail(walker, walker.email, { kind: "recover", until: "#new_password" }),
      fillAnd({ "#new_password": fresh }, submit),
      async ({ tab }) => {
        await press(tab, remove);
        // The page of the proof asks the passkey by itself, and leads back.
        await tab.waitUntilThere(remove);
      },
      follow(remove),
      follow("#continue"),
    ],
  },
  {
    name: "a sign-up with a passkey and no password",
    hasAuthenticator: true,
    start: requestOf({}),
    steps: [
      follow('a[href^="/sign-up"]'),
      (walker) => fillAnd({ "#email": `new-${walker.email}` }, "#send-link")(walker),
      async ({ tab, email, stage: { service } }) => {
        await tab.goto(service.service.issuer + (await letterTo(service, `new-${email}`, "sign-up")).link);
        await tab.waitUntilVisible("#add-passkey");
      },
      failAt("#add-passkey"),
      follow("#add-passkey"),
      toApplication(follow("#continue")),
    ],
  },
  {
    name: "an invitation that is taken with a passkey, after a look at the password",
    hasAuthenticator: true,
    start: invitationFor,
    begun: () => "#choose-password",
    steps: [
      follow("#choose-password"),
      follow("#choose-passkey"),
      follow("#add-passkey"),
      follow("#continue"),
    ],
  },
];
