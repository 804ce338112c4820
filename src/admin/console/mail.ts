import { type KeptMessage, type MailState, mailStates } from "../../flows/mail-ports.ts";
import { findAccount } from "../../flows/operator/account.ts";
import {
  findMail,
  listMail,
  noteReading,
  ownTestProblems,
  queueOwnTestMail,
  readOwnAddress,
  retryDeadMail,
  retryMail,
  whyWithoutText,
} from "../../flows/operator/mail.ts";
import { explain } from "../../flows/operator/problem.ts";
import type { Reply } from "../../http/reply.ts";
import { type ButtonKind, badge, factsOf, linkButton, warningNotice } from "../../pages/components.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import { parseMailId } from "../../values/ids.ts";
import { actScreen } from "./acts.ts";
import { filterChip, listOf, listQueryOf, positionText, readPosition } from "./listing.ts";
import { languageName } from "./mail-language.ts";
import { outcomeOf } from "./mail-outcome.ts";
import { askingLink, counted, momentOf, panel } from "./parts.ts";
import { personPath } from "./person-words.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { emptyState } from "./table.ts";
import { mayDo, notHere, registryOf, type Screen, show, type Visit } from "./visit.ts";

const path = "/mail";
const list = {
  path,
  label: "E-mail address, kind or subject",
  noun: ["message", "messages"],
  filters: ["state"],
} as const;
const scope = "mail:read";

/** The messages to people: waiting, sent and failed. */
export const mailScreens: readonly Screen[] = [
  { path, scope, get: listPage },
  actScreen({
    path: "/mail/retry",
    scope: "mail:write",
    needsFreshSignIn: false,
    ask: async () => ({
      title: "Send failed messages again?",
      text: html`<p>All messages that could not be delivered and have not expired are sent again now.</p>`,
      button: "Send again",
      back: { path, text: "Messages" },
    }),
    act: async (visit) => {
      const count = await retryDeadMail(registryOf(visit));
      return { kind: "done", path, text: `${counted(count, "message")} will be sent again.` };
    },
  }),
  // To the operator's own address alone, so that nobody has a message sent to strangers.
  actScreen({
    path: "/mail/test",
    scope: "mail:write",
    needsFreshSignIn: false,
    ask: async ({ account, web }) => {
      const address = readOwnAddress(account);
      return {
        title: "Send a test message?",
        text: address.ok
          ? html`<p>It goes to your own address, ${address.value}, the way of every other message. Its page shows what becomes of it.</p>`
          : html`<p>${explain(ownTestProblems, address.reason).say} <a href="${web.paths.account}">Your account</a></p>`,
        button: "Send a test message",
        back: { path, text: "Messages" },
      };
    },
    act: async (visit) => {
      const { auditTrail } = visit.web.administration;
      const { audit } = registryOf(visit);
      const sent = await queueOwnTestMail({ ...visit.web.ports, auditTrail, audit }, visit.account);
      if (!sent.ok) return { kind: "refused", problem: explain(ownTestProblems, sent.reason).say };
      return { kind: "done", path: `${path}/${sent.value}`, text: "The test message is on its way." };
    },
  }),
  { path: "/mail/{id}", scope, get: messagePage },
  // A link in it may set a password, as a recovery link does.
  { path: "/mail/{id}/text", scope, needsFreshSignIn: true, get: textPage },
  actScreen({
    path: "/mail/{id}/retry",
    scope: "mail:write",
    needsFreshSignIn: false,
    ask: async (visit) => {
      const read = await findMail(visit.web.ports, visit.names.id ?? "");
      if (read === undefined) return noMessage(visit);
      return {
        title: "Send the message again?",
        text: html`<p>${read.message.subject}, to ${read.message.to}</p>`,
        button: "Send again",
        back: { path: `${path}/${read.message.id}`, text: "Message" },
      };
    },
    act: async (visit) => {
      const id = visit.names.id ?? "";
      const retried = await retryMail(registryOf(visit), id);
      if (retried.ok) return { kind: "done", path: `${path}/${id}`, text: "The message will be sent again." };
      return { kind: "refused", problem: "It has already been sent, or has expired." };
    },
  }),
];

function noMessage(visit: Visit): Reply {
  return notHere(visit, "There is no such message.", { path, text: "Messages" });
}

const stateWords: Readonly<Record<MailState, string>> = { queued: "waiting", sent: "sent", dead: "given up" };

const chipWords: Readonly<Record<MailState, string>> = { queued: "Waiting", sent: "Sent", dead: "Given up" };

function stateOf({ state, lastError }: KeptMessage): SafeHtml {
  if (state === "sent" && lastError !== undefined) return badge("bounced", "warn");
  const tone =
    state === "sent" ? "good" : state === "dead" ? "bad" : lastError === undefined ? "plain" : "warn";
  return badge(stateWords[state], tone);
}

function sendTest({ web }: Visit, kind: ButtonKind): SafeHtml {
  return askingLink(consolePath(web, "/mail/test"), "Send a test message", kind);
}

async function listPage(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const state = mailStates.find((known) => known === visit.query.get("state"));
  const page = await listMail(web.ports, { ...listQueryOf(visit, readPosition(parseMailId)), state });
  const next = page.next && positionText(page.next, String);
  return show(visit, {
    title: "Messages",
    lead: "Mail that waits, was sent, or was given up.",
    actions: mayDo(visit, "mail:write") && [
      sendTest(visit, "action second"),
      askingLink(consolePath(web, "/mail/retry"), "Resend failed"),
    ],
    main: listOf(visit, list, page, {
      next,
      chips: (["dead", "queued", "sent"] as const).map((value) =>
        filterChip(visit, list, chipWords[value], ["state", value]),
      ),
      columns: [
        { name: "Subject", kind: "wide", cell: ({ message }) => message.subject },
        { name: "To", kind: "wide", cell: ({ message }) => message.to },
        { name: "Kind", isSpare: true, cell: ({ message }) => message.kind.replaceAll("-", " ") },
        { name: "State", kind: "state", cell: ({ message }) => stateOf(message) },
        { name: "Tries", kind: "figure", isSpare: true, cell: ({ message }) => message.tries },
        { name: "Created", cell: ({ message }) => momentOf(message.createdAt) },
      ],
      href: ({ message }) => consolePath(web, `${path}/${message.id}`),
      empty: emptyState({
        title: "No messages yet",
        text: "Every mail to a person is kept here until it is sent: links to confirm an address, to recover an account, and news about an account. A test message shows whether mail arrives.",
        actions: mayDo(visit, "mail:write") && sendTest(visit, "action"),
      }),
    }),
    script: scriptFor("search", "ask"),
  });
}

async function messagePage(visit: Visit): Promise<Reply> {
  const { web, names } = visit;
  const read = await findMail(web.ports, names.id ?? "");
  if (read === undefined) return noMessage(visit);
  const { message, body } = read;
  const { id, subject, to, kind, language, createdAt, expiresAt, state, tries } = message;
  const person = mayDo(visit, "users:read") ? await findAccount(web.ports.accounts, to) : undefined;
  return show(visit, {
    title: subject,
    up: { href: consolePath(web, path), text: "Messages" },
    lead: stateOf(message),
    actions: [
      state === "queued" && linkButton(consolePath(web, `${path}/${id}`), "Look again"),
      mayDo(visit, "mail:write") &&
        state !== "sent" &&
        askingLink(consolePath(web, `${path}/${id}/retry`), "Send again", "action"),
    ],
    main: html`
      ${panel(
        "Details",
        factsOf([
          [
            "To",
            person === undefined ? to : html`<a href="${consolePath(web, personPath(person))}">${to}</a>`,
          ],
          ["Kind", kind.replaceAll("-", " ")],
          ["Language", languageName(language)],
          ["Created", momentOf(createdAt)],
          ["Tries", String(tries)],
          ["What became of it", outcomeOf(message, web.ports.settings)],
          ["Expires", momentOf(expiresAt)],
          ["Text", body === undefined && whyWithoutText(message)],
        ]),
      )}
      ${body !== undefined && maySeeText(visit) && html`<div class="actions">${linkButton(consolePath(web, `${path}/${id}/text`), "Show the text")}</div>`}`,
    script: scriptFor("ask"),
  });
}

/** A link in the text may set an administrator's password. */
function maySeeText(visit: Visit): boolean {
  return mayDo(visit, "admins:write");
}

async function textPage(visit: Visit): Promise<Reply> {
  const { web, names } = visit;
  const read = await findMail(web.ports, names.id ?? "");
  if (read === undefined || !maySeeText(visit)) return noMessage(visit);
  await noteReading(registryOf(visit), [read]);
  const { message, body } = read;
  const text = body?.text ?? whyWithoutText(message);
  return show(visit, {
    title: message.subject,
    up: { href: consolePath(web, `${path}/${message.id}`), text: "Message" },
    lead: html`to ${message.to}`,
    main: panel(
      "Text",
      html`${warningNotice("Links in it work, so keep it to yourself.")}<pre>${text}</pre>`,
    ),
  });
}
