/** Ways that lead over the link of a mail. */
import { randomUUID } from "node:crypto";
import { sha256 } from "../../../src/values/digest.ts";
import { plus } from "../../../src/values/time.ts";
import { letterTo } from "../../support/mailbox.ts";
import {
  addPerson,
  fillAnd,
  follow,
  fresh,
  type Journey,
  open,
  openMail,
  pageAt,
  password,
  requestOf,
  signedInElsewhere,
  signInWith,
  submit,
  toApplication,
  type Walker,
} from "./walker.ts";

/** The address of the page that an invitation to a new person opens. */
export async function invitationFor({ stage: { service }, email }: Walker): Promise<string> {
  const [secret, createdAt] = [randomUUID(), service.clock.now()];
  const link = { digest: sha256(secret), kind: "invite", address: `invited-${email}` } as const;
  await service.ports.links.create({ ...link, createdAt, expiresAt: plus(createdAt, 604_800) }, {});
  return `${service.service.issuer}/sign-up/account?link=${secret}`;
}

/** The page on which a new account gets its password, which a script chooses where the device keeps no passkeys. */
const ofNewPassword = ({ hasScripts }: Walker) => (hasScripts ? "#choose-passkey" : "#new_password");

export const mailedJourneys: readonly Journey[] = [
  {
    name: "a forgotten password, by the link of the mail, which is then used up",
    isWalkedEverywhere: true,
    start: requestOf({}),
    steps: [
      signInWith("not the password"),
      follow('a[href^="/recover"]'),
      (walker) => fillAnd({ "#username": walker.email }, "#send-link")(walker),
      (walker) => openMail(walker, walker.email, { kind: "recover", until: "#new_password" }),
      fillAnd({ "#new_password": "short" }, submit),
      toApplication(fillAnd({ "#new_password": fresh }, submit)),
      (walker) => openMail(walker, walker.email, { kind: "recover", until: "main a.action" }),
      follow("main a.action"),
    ],
  },
  {
    name: "a sign-up, by the link of the mail",
    start: requestOf({}),
    steps: [
      follow('a[href^="/sign-up"]'),
      fillAnd({ "#email": "nobody@nowhere" }, "#send-link"),
      (walker) => fillAnd({ "#email": `new-${walker.email}` }, "#send-link")(walker),
      (walker) => openMail(walker, `new-${walker.email}`, { kind: "sign-up", until: ofNewPassword(walker) }),
      async (walker) =>
        fillAnd(
          { "#username": (await addPerson(walker.stage)).username, "#new_password": fresh },
          "#continue",
        )(walker),
      toApplication((walker) =>
        fillAnd({ "#username": `new-${walker.username}`, "#new_password": fresh }, "#continue")(walker),
      ),
    ],
  },
  {
    name: "a sign-up with an address that somebody has",
    start: requestOf({}),
    steps: [
      follow('a[href^="/sign-up"]'),
      (walker) => fillAnd({ "#email": walker.email }, "#send-link")(walker),
      async ({ tab, stage: { service }, email }) => {
        const { text } = await letterTo(service, email, "sign-up-taken");
        await tab.goto(/https?:\/\/\S+/.exec(text)?.[0] ?? "");
      },
    ],
  },
  {
    name: "an invitation, which is then used up",
    start: async (walker) => {
      const address = await invitationFor(walker);
      walker.notes.set("invitation", address);
      return address;
    },
    begun: ofNewPassword,
    steps: [
      fillAnd({ "#new_password": "short" }, "#continue"),
      fillAnd({ "#new_password": fresh }, "#continue"),
      async ({ tab, notes }) => tab.goto(notes.get("invitation") ?? ""),
    ],
  },
  {
    name: "a link that does not work, in each place",
    start: pageAt("/recover/password?link=none"),
    steps: [
      follow("main a.action"),
      open("/sign-up/account?link=none"),
      open("/account/address/confirm?link=none"),
      open("/lock?link=none"),
    ],
  },
  {
    name: "another e-mail address, by the link of the mail",
    start: pageAt("/sign-in?to=account/address"),
    steps: [
      signInWith(password),
      fillAnd({ "#email": "nobody@nowhere" }, "#send-link"),
      (walker) => fillAnd({ "#email": `other-${walker.email}` }, "#send-link")(walker),
      (walker) => openMail(walker, `other-${walker.email}`, { kind: "verify-address", until: "#continue" }),
      follow("#continue"),
    ],
  },
  {
    name: "this was not me: the account is locked, and opened by the next mail",
    start: async (walker) => {
      (await signedInElsewhere(walker)).close();
      walker.stage.service.clock.advance(1);
      (await signedInElsewhere(walker)).close();
      const { service } = walker.stage;
      return service.service.issuer + (await letterTo(service, walker.email, "new-device")).link;
    },
    steps: [
      follow("#continue"),
      open("/sign-in?to=account"),
      signInWith(password),
      (walker) => openMail(walker, walker.email, { kind: "account-locked", until: "#new_password" }),
      fillAnd({ "#new_password": fresh }, "#continue"),
    ],
  },
];
