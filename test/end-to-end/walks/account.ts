/** What people do at the pages of their accounts. */
import type { AccountName } from "../../../src/identity/account-name.ts";
import type { GroupName } from "../../../src/identity/group.ts";
import { interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { press } from "../../support/tab.ts";
import {
  ask,
  confirmApp,
  enterCode,
  fillAnd,
  follow,
  fresh,
  type Journey,
  open,
  pageAt,
  password,
  type Step,
  signedInElsewhere,
  signInWith,
  submit,
  toApplication,
  type Walker,
} from "./walker.ts";

const sectionsOfAccount = ["profile", "address", "password", "passkeys", "totp", "recovery-codes"];
const restOfAccount = ["sessions", "activity", "export", "delete"];

/** Follows a row of the account to its page, and the link back. */
const thereAndBack = (section: string): readonly Step[] => [
  follow(`main a.row[href="/account/${section}"]`),
  follow("main a[href='/account'], .up a"),
];

/** More applications than a page has, which nobody else sees. */
async function addTools({ stage: { service, server }, username }: Walker): Promise<void> {
  const group = username as string as GroupName;
  await service.ports.groups.create({ name: group, createdAt: service.clock.now() }, 99);
  const account = await service.ports.accounts.findByName(username as AccountName);
  if (account !== undefined) await service.ports.groups.add(group, account.id, 9);
  const metadata = { ...interfaceMetadata, clientUri: server.redirectUri, onlyGroups: [group] };
  for (let index = 0; index < 52; index += 1) await service.addClient({ name: `Tool ${index}`, metadata });
}

export const accountJourneys: readonly Journey[] = [
  {
    name: "the pages of an account, the first of them",
    start: pageAt("/sign-in?to=account"),
    steps: [signInWith(password), ...sectionsOfAccount.flatMap(thereAndBack)],
  },
  {
    name: "the pages of an account, the rest of them",
    start: pageAt("/sign-in?to=account"),
    steps: [signInWith(password), ...restOfAccount.flatMap(thereAndBack)],
  },
  {
    name: "a change of the name, its removal, and signing out",
    isWalkedEverywhere: true,
    start: pageAt("/sign-in?to=account/profile"),
    steps: [
      signInWith(password),
      fillAnd({ "#name": "x".repeat(101) }, "#save"),
      fillAnd({ "#name": "Somebody" }, "#save"),
      fillAnd({ "#name": "" }, "#save"),
      open("/v1/Oauth/logout"),
      follow("#sign-out"),
    ],
  },
  {
    name: "another password, refused and taken",
    start: pageAt("/sign-in?to=account/password"),
    steps: [
      signInWith(password),
      fillAnd({ "#new_password": "short" }, "#change-password"),
      fillAnd({ "#new_password": fresh }, "#change-password"),
    ],
  },
  {
    name: "an authenticator app: set up, wrong and right, replaced and removed",
    start: pageAt("/sign-in?to=account/totp"),
    steps: [
      signInWith(password),
      fillAnd({ "#otp": "000000" }, "#verify"),
      confirmApp,
      follow("#continue"),
      open("/account/totp"),
      follow("#replace"),
      async (walker) => {
        // Loaded again, the page may show the app that is there.
        if (await walker.tab.isVisible("#replace")) await press(walker.tab, "#replace");
        await confirmApp(walker);
      },
      fillAnd({ "#password": "not the password" }, "#remove"),
      fillAnd({ "#password": password }, "#remove"),
    ],
  },
  {
    name: "new recovery codes",
    hasApp: true,
    start: pageAt("/sign-in?to=account"),
    steps: [
      signInWith(password),
      async (walker) => {
        await open("/account/recovery-codes")(walker);
        await enterCode(walker, walker.app?.code() ?? "");
      },
      follow("#make"),
      follow("#continue"),
    ],
  },
  {
    name: "another browser, which is signed out",
    start: pageAt("/sign-in?to=account/sessions"),
    steps: [
      async (walker) => {
        (await signedInElsewhere(walker)).close();
        (await signedInElsewhere(walker)).close();
        await signInWith(password)(walker);
      },
      follow("button[name=session]"),
      follow("#sign-out-others"),
    ],
  },
  {
    name: "the applications of the home page: a search, the rest of what it found, and one of them",
    start: async (walker) => {
      await addTools(walker);
      return pageAt("/sign-in?to=home")(walker);
    },
    steps: [
      signInWith(password),
      fillAnd({ "#search": "nothing like it" }, "form[role=search] button"),
      fillAnd({ "#search": "tool" }, "form[role=search] button"),
      follow(".ways a[href*=after]"),
      toApplication(follow("li:first-child > a.app")),
    ],
  },
  {
    name: "an application, from which the access is taken",
    start: pageAt("/sign-in?to=account"),
    steps: [
      signInWith(password),
      async (walker) => {
        await ask({ isThirdParty: true })(walker);
        await toApplication(follow("#allow"))(walker);
      },
      open("/account"),
      follow("button[name=client]"),
    ],
  },
  {
    name: "a password for an app: made, noted and revoked",
    start: async (walker) => {
      await walker.stage.service.addClient({
        name: "Calendar",
        redirectUris: [],
        metadata: {
          ...interfaceMetadata,
          protectedOrigins: [`https://${walker.username}.example.org`],
          hasAppPasswords: true,
        },
      });
      return pageAt("/sign-in?to=account/app-passwords")(walker);
    },
    steps: [
      signInWith(password),
      fillAnd({ "#name": "" }, "#make"),
      fillAnd({ "#name": "Phone" }, "#make"),
      follow("#done"),
      follow("button[name=revoke]"),
    ],
  },
  {
    name: "an old sign-in, which is proved again",
    start: pageAt("/sign-in?to=account"),
    steps: [
      signInWith(password),
      async (walker) => {
        walker.stage.service.clock.advance(900);
        await open("/account/password")(walker);
      },
      fillAnd({ "#password": "not the password" }, "#sign-in"),
      fillAnd({ "#password": password }, "#sign-in"),
    ],
  },
  {
    name: "an account that is deleted, and kept after all",
    start: pageAt("/sign-in?to=account/delete"),
    steps: [
      signInWith(password),
      follow("#delete"),
      open("/sign-in?to=account"),
      signInWith(password),
      follow("#continue"),
    ],
  },
  {
    name: "an export, after which the page is still there",
    start: pageAt("/sign-in?to=account/export"),
    steps: [signInWith(password), ({ tab }) => tab.click("#download"), follow(`.up a, ${submit}`)],
  },
];
