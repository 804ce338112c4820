/** What administrators do in the console. Not here: the results of checks, which are the answer to their form (ADR 0081). */
import assert from "node:assert/strict";
import type { AccountName } from "../../../src/identity/account-name.ts";
import { press } from "../../support/tab.ts";
import { invitationFor } from "./mailed.ts";
import {
  addPerson,
  changeAccount,
  fillAnd,
  follow,
  type Journey,
  open,
  pageAt,
  password,
  type Step,
  signInWith,
  submit,
  type Walker,
} from "./walker.ts";

/** Begins at a page of the console, as an administrator. */
const atConsole = (path: string) => async (walker: Walker) => {
  await changeAccount(walker, { isAdmin: true });
  return pageAt(`/admin${path}`)(walker);
};

/** The page of somebody else. */
const somebody =
  (path = ""): Step =>
  async (walker) => {
    const { username } = await addPerson(walker.stage);
    const account = await walker.stage.service.ports.accounts.findByName(username as AccountName);
    await open(`/admin/people/${account?.id}${path}`)(walker);
  };

/** Opens a question, which a script shows as a dialog on the same page, and says yes. */
const asked =
  (selector: string): Step =>
  async ({ tab }) => {
    await tab.click(selector);
    await press(tab, "#do");
  };

const answer = follow("#do");

/** What the page shows once is still there: it was loaded again, and left and returned to, since the form was sent. */
const shows =
  (selector: string): Step =>
  async ({ tab }) =>
    assert.match(await tab.textOf(selector), /[A-Za-z0-9_-]{10}/);

export const consoleJourneys: readonly Journey[] = [
  {
    name: "the console: in, a search, a person, and out",
    start: atConsole(""),
    steps: [
      signInWith(password),
      open("/admin/search"),
      open("/admin/search?q=ada"),
      follow("main a[href*='/people/']"),
      async ({ tab }) => {
        await tab.click("button[popovertarget=menu]");
        await press(tab, "#leave");
      },
    ],
  },
  {
    name: "the console: people, filtered, sorted and found",
    start: atConsole("/people"),
    steps: [
      signInWith(password),
      open("/admin/people?state=enabled"),
      open("/admin/people?state=enabled&sort=username"),
      open("/admin/people?state=enabled&sort=username&q=nobody"),
      open("/admin/people?state=wrong"),
    ],
  },
  {
    name: "the console: a person who is disabled, and enabled by one button",
    start: atConsole("/people"),
    steps: [
      signInWith(password),
      somebody(),
      somebody("/disable"),
      answer,
      follow("form[action$='/enable'] button"),
      somebody("/delete"),
      answer,
    ],
  },
  {
    name: "the console: people who are added and changed, wrong and right",
    start: atConsole("/people/new"),
    steps: [
      signInWith(password),
      (walker) => fillAnd({ "#username": walker.username }, submit)(walker),
      (walker) => fillAnd({ "#username": `new-${walker.username}` }, submit)(walker),
      shows("#password"),
      somebody("/password"),
      follow("#save"),
      shows("#password"),
      somebody("/recover"),
      answer,
      shows("#link"),
      somebody("/edit"),
      fillAnd({ "#email": "nobody" }, submit),
      fillAnd({ "#email": "" }, submit),
    ],
  },
  {
    name: "the console: an act on many people, and its undoing",
    start: atConsole("/people"),
    steps: [
      signInWith(password),
      async (walker) => {
        await addPerson(walker.stage);
        await open(`/admin/people/bulk/disable?q=${(await addPerson(walker.stage)).username}`)(walker);
      },
      answer,
      follow("#undo"),
    ],
  },
  {
    name: "the console: a new application, wrong twice, its secret, and another one",
    isWalkedEverywhere: true,
    start: atConsole("/clients/new"),
    steps: [
      signInWith(password),
      fillAnd({ "#name": "Wiki", "#redirect_uris": "http://wiki.example/callback" }, "#add"),
      fillAnd({ "#name": " ", "#redirect_uris": "https://wiki.example/callback" }, "#add"),
      fillAnd({ "#name": "Wiki", "#redirect_uris": "https://wiki.example/callback" }, "#add"),
      shows("#secret"),
      follow(".actions a[href*='/clients/']"),
      ofApplication("/rotate"),
      answer,
      shows("#secret"),
      ofApplication(""),
      open("/admin/clients?q=Of"),
      follow("tbody a"),
    ],
  },
  {
    name: "the console: an application that is disabled and deleted",
    start: atConsole("/clients"),
    steps: [
      signInWith(password),
      ...["disable", "delete"].flatMap((act) => [ofApplication(`/${act}`), answer]),
    ],
  },
  {
    name: "the console: a group with a member, who is taken out again",
    start: atConsole("/new-group"),
    steps: [
      signInWith(password),
      fillAnd({ "#group": "staff" }, "#add"),
      (walker) => fillAnd({ "#group": `of ${walker.username}` }, "#add")(walker),
      open("/admin/groups/staff/find"),
      open("/admin/groups/staff/add"),
      fillAnd({ "#who": "nobody at all" }, "#do"),
      (walker) => fillAnd({ "#who": walker.username }, "#do")(walker),
      follow("form[action$='/remove'] button"),
    ],
  },
  {
    name: "the console: an invitation, wrong and right, and one that is revoked",
    start: atConsole("/invitations/new"),
    steps: [
      signInWith(password),
      fillAnd({ "#email": "nobody" }, "#invite"),
      (walker) => fillAnd({ "#email": `new-${walker.email}` }, "#invite")(walker),
      shows("#link"),
      async (walker) => {
        await invitationFor(walker);
        await open("/admin/invitations")(walker);
        await asked("a[href$='/delete']")(walker);
      },
    ],
  },
  {
    name: "the console: an API with a right, changed and deleted",
    start: atConsole("/apis/new"),
    steps: [
      signInWith(password),
      fillAnd({ "#resource": "no address", "#name": "Orders" }, submit),
      (walker) =>
        fillAnd({ "#resource": `https://${walker.username}.example`, "#name": "Orders" }, submit)(walker),
      follow("a[href$='/new-scope']"),
      fillAnd({ "#name": "orders:read", "#sentence": "See your orders" }, submit),
      asked("a[href$='/delete']"),
    ],
  },
  {
    name: "the console: a webhook, its secret, and another one",
    start: atConsole("/webhooks/new"),
    steps: [
      signInWith(password),
      fillAnd({ "#url": "https://hooks.example/audit" }, "#add"),
      shows("#secret"),
      follow(".actions a[href*='/webhooks/']:not([href$='/test'])"),
      follow("a[href$='/rotate']"),
      answer,
      shows("#secret"),
    ],
  },
  {
    name: "the console: keys, health, settings, messages and the trail",
    start: atConsole("/keys"),
    steps: [
      signInWith(password),
      open("/admin/keys/rotate"),
      answer,
      open("/admin/health"),
      open("/admin/settings?q=mail"),
      open("/admin/mail"),
      open("/admin/audit?act=sign-in-refused"),
      open("/admin/audit/verify"),
    ],
  },
];

/** A page of a new application. */
function ofApplication(path: string): Step {
  return async (walker) => {
    const { id } = await walker.stage.service.addClient({ name: `Of ${walker.username}` });
    await open(`/admin/clients/${id}${path}`)(walker);
  };
}
