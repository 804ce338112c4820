import { removeAccount, setAccountDisabled } from "../../flows/operator/account.ts";
import { type AccountProblem, describeAccountProblem } from "../../flows/operator/account-problem.ts";
import { consentProblems, withdrawConsentOf } from "../../flows/operator/consent.ts";
import { addMember, groupProblems, removeMember } from "../../flows/operator/group.ts";
import { explain } from "../../flows/operator/problem.ts";
import { recoverAccount, recoveryProblems } from "../../flows/operator/recover.ts";
import {
  listSessions,
  revokeSession,
  revokeSessionsOf,
  sessionProblems,
} from "../../flows/operator/session.ts";
import { listOwnConsents } from "../../flows/person/used-applications.ts";
import type { Account } from "../../identity/account.ts";
import { factsOf, linkButton, warningNotice } from "../../pages/components.ts";
import { html, type Printable } from "../../pages/html.ts";
import type { Parameters as Form } from "../../protocol/parameters.ts";
import { parseSessionId } from "../../values/ids.ts";
import type { ActOutcome } from "./acts.ts";
import { boxes, hiddenFields } from "./forms.ts";
import { otherGroupMeant } from "./group-parts.ts";
import { languageField, languageIn } from "./mail-language.ts";
import { copyable, counted, momentOf, panel } from "./parts.ts";
import { done, nameIn, type PersonAct, personAct, refused, sentence } from "./person-act.ts";
import { credentialActs } from "./person-credentials.ts";
import { personName, personPath } from "./person-words.ts";
import { consolePath } from "./places.ts";
import { showOnce, showsOnce } from "./shown-once.ts";
import { mayDo, registryOf, type Screen, type Visit } from "./visit.ts";

/** Counts of what the act ends at once. */
async function whatEnds(visit: Visit, { id, groups = [] }: Account): Promise<Printable> {
  const { ports } = visit.web;
  const registry = { ...ports, idleLimit: ports.settings.sessionIdle };
  const [sessions, consents] = await Promise.all([
    mayDo(visit, "sessions:read") && listSessions(registry, { who: id, limit: 1 }),
    listOwnConsents(ports, id),
  ]);
  return factsOf([
    [
      "Signed in",
      sessions !== false &&
        sessions.ok &&
        sessions.value.total > 0 &&
        `in ${counted(sessions.value.total, "browser")}`,
    ],
    ["Allowed", consents.length > 0 && consents.map(({ client }) => client.name).join(", ")],
    ["Groups", groups.join(", ")],
  ]);
}

const accountActs: readonly PersonAct[] = [
  {
    path: "/disable",
    needsFreshSignIn: true,
    ask: async (account, visit) => ({
      title: "Disable the account?",
      text: html`<p>${nameIn(account)} is signed out everywhere and cannot sign in until the account is enabled again.</p>${await whatEnds(visit, account)}`,
      button: "Disable",
    }),
    act: (visit, account) => setDisabled(visit, account, true),
  },
  {
    path: "/enable",
    needsFreshSignIn: true,
    ask: (account) => ({
      title: "Enable the account?",
      text: sentence(html`${nameIn(account)} can sign in again.`),
      button: "Enable",
    }),
    act: (visit, account) => setDisabled(visit, account, false),
  },
  {
    path: "/delete",
    needsFreshSignIn: true,
    ask: async (account, visit) => ({
      title: "Delete the account?",
      text: html`<p>The account of ${nameIn(account)} is deleted at once, with every session, token, credential and consent. This cannot be undone: an account
        that is made again is somebody else to every application.</p>${await whatEnds(visit, account)}`,
      button: "Delete permanently",
    }),
    act: async (visit, account) => {
      const removed = await removeAccount(registryOf(visit), account.id, { by: visit.operator });
      if (!removed.ok) return refused(describeAccountProblem(removed.reason));
      return {
        kind: "done",
        path: "/people",
        text: `The account of ${personName(account)} has been deleted.`,
      };
    },
  },
  {
    path: "/sign-out",
    scope: "sessions:write",
    needsFreshSignIn: false,
    ask: (account) => ({
      title: "Sign out everywhere?",
      text: sentence(html`${nameIn(account)} has to sign in again in every browser, and every token ends.`),
      button: "Sign out everywhere",
    }),
    act: async (visit, account) => {
      const ended = await revokeSessionsOf(registryOf(visit), account.id, { by: visit.operator });
      if (!ended.ok) return refused(explain(sessionProblems, ended.reason).say);
      return done(account, `${counted(ended.value.ended, "browser")} signed out.`);
    },
  },
];

const smallActs: readonly PersonAct[] = [
  {
    path: "/sessions/end",
    scope: "sessions:write",
    needsFreshSignIn: false,
    ask: (_, __, { session }) => ({
      title: "Sign this browser out?",
      text: sentence("It has to sign in again."),
      fields: hiddenFields({ session }),
      button: "Sign out",
    }),
    act: async (visit, account, form) => {
      const session = form.get("session") ?? "";
      if (!(await isOf(visit, account, session))) return done(account, "It was already signed out.");
      const ended = await revokeSession(registryOf(visit), session, { by: visit.operator });
      if (ended.ok) return done(account, "The browser has been signed out.");
      return ended.reason.kind === "unknown-session"
        ? done(account, "It was already signed out.")
        : refused(explain(sessionProblems, ended.reason).say);
    },
  },
  {
    path: "/consents/withdraw",
    needsFreshSignIn: false,
    ask: (account, _, { client }) => ({
      title: "Withdraw the consent?",
      text: sentence(
        html`The application loses its tokens for ${nameIn(account)} and has to ask for consent again.`,
      ),
      fields: hiddenFields({ client }),
      button: "Withdraw",
    }),
    act: async (visit, account, form) => {
      const client = form.get("client") ?? "";
      const terms = { by: visit.operator };
      const withdrawn = await withdrawConsentOf(registryOf(visit), account.id, client, terms);
      if (withdrawn.ok)
        return done(account, `The consent for ${withdrawn.value.client.name} has been withdrawn.`);
      const { as, say } = explain(consentProblems, withdrawn.reason);
      return as === "not-found" ? done(account, "The consent had already been withdrawn.") : refused(say);
    },
  },
  ...(["add", "remove"] as const).map(
    (verb): PersonAct => ({
      path: `/groups/${verb}`,
      scope: "groups:write",
      needsFreshSignIn: true,
      ask: (account, _, { group }) => ({
        title: verb === "add" ? "Add to the group?" : "Remove from the group?",
        text: sentence(html`${nameIn(account)}: ${group ?? "no group is named"}`),
        fields: hiddenFields({ group }),
        button: verb === "add" ? "Add" : "Remove",
      }),
      act: async (visit, account, form) => {
        const group = form.get("group") ?? "";
        const change = verb === "add" ? addMember : removeMember;
        const changed = await change(registryOf(visit), group, account.id, { by: visit.operator });
        if (!changed.ok)
          return refused(
            explain(groupProblems, changed.reason).say + (await otherGroupMeant(visit, changed.reason)),
          );
        return done(
          account,
          `${personName(account)} is ${verb === "add" ? "in" : "no longer in"} ${changed.value.name}.`,
          {
            path: personPath(account, verb === "add" ? "/groups/remove" : "/groups/add"),
            values: { group: changed.value.name },
          },
        );
      },
    }),
  ),
];

const recovery: PersonAct = {
  path: "/recover",
  needsFreshSignIn: true,
  ask: (account, visit, typed) => ({
    title: "Make a recovery link?",
    text: sentence(html`With the link, ${nameIn(account)} can set a new password within a day. So can anybody else who has it: hand it over
        only if you know whom you are talking to.`),
    fields: html`${boxes(
      "The link",
      [
        ...(account.email === undefined ? [] : [{ name: "mail", label: `Also mail it to ${account.email}` }]),
        {
          name: "drop",
          label: "It also removes the second factor",
          hint: "For somebody who lost the phone and the recovery codes.",
        },
      ],
      { values: typed },
    )}${
      account.email !== undefined &&
      languageField(visit, "Where the account names none of its own.", { values: typed })
    }`,
    button: "Make the link",
  }),
  act: recover,
};

/** The acts on a person. */
export const personActScreens: readonly Screen[] = [
  ...[...accountActs, ...credentialActs, ...smallActs].map(personAct),
  showsOnce(personAct(recovery), {
    say: "If you did not hand the link over, make another one.",
    text: "The person",
  }),
];

async function setDisabled(visit: Visit, account: Account, isDisabled: boolean): Promise<ActOutcome> {
  const set = await setAccountDisabled(registryOf(visit), account.id, isDisabled, {
    by: visit.operator,
  });
  if (!set.ok) return refused(problemText(set.reason));
  // Only the owner of an account can lock it.
  const undo = account.lockedAt === undefined && {
    path: personPath(account, isDisabled ? "/enable" : "/disable"),
  };
  return done(account, `The account has been ${isDisabled ? "disabled" : "enabled"}.`, undo || undefined);
}

function problemText(problem: AccountProblem): string {
  return describeAccountProblem(problem);
}

async function isOf({ web }: Visit, account: Account, session: string): Promise<boolean> {
  const id = parseSessionId(session);
  const facts = id && (await web.ports.sessions.find(id));
  return facts?.account.id === account.id;
}

async function recover(visit: Visit, account: Account, form: Form): Promise<ActOutcome> {
  const wish = {
    who: account.id,
    isMailed: form.get("mail") === "on",
    dropsSecondFactor: form.get("drop") === "on",
    language: languageIn(form),
  };
  const made = await recoverAccount(registryOf(visit), wish, { by: visit.operator });
  if (!made.ok) return refused(explain(recoveryProblems, made.reason).say);
  const back = consolePath(visit.web, personPath(account));
  const reply = await showOnce(visit, {
    title: "The recovery link",
    up: { href: back, text: personName(account) },
    main: html`
      ${panel(
        "Hand this link over",
        html`${warningNotice(html`This page shows it for ten minutes. The link works once, until ${momentOf(made.value.link.expiresAt)}.`)}
          ${copyable(made.value.href, { id: "link" })}`,
      )}
      <div class="actions">${linkButton(back, "Back to the person", "action")}</div>`,
  });
  return { kind: "page", reply };
}
