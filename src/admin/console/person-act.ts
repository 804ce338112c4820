import { accountProblems } from "../../flows/operator/account-problem.ts";
import { explain } from "../../flows/operator/problem.ts";
import { mayReachAccount } from "../../flows/operator/rights.ts";
import type { Reply } from "../../http/reply.ts";
import type { Account } from "../../identity/account.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import { strongNameOf } from "../../pages/layout.ts";
import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import type { Parameters as Form } from "../../protocol/parameters.ts";
import { type ActOutcome, actScreen, type Question } from "./acts.ts";
import type { Values } from "./forms.ts";
import { findPerson, noPerson } from "./person-show.ts";
import { type NamedPerson, type PersonRecord, personIn, personName, personPath } from "./person-words.ts";
import { consolePath } from "./places.ts";
import type { Undo } from "./sealed.ts";
import { type FormScreen, show, type Visit } from "./visit.ts";

type AskedOfPerson = Pick<Question, "title" | "text" | "button" | "fields">;

/** An act on the person that the path names. */
export interface PersonAct {
  readonly path: string;
  readonly scope?: AdminScope;
  readonly needsFreshSignIn: boolean;
  readonly ask: (account: Account, visit: Visit, typed: Values) => AskedOfPerson | Promise<AskedOfPerson>;
  readonly act: (visit: Visit, account: Account, form: Form) => Promise<ActOutcome>;
}

/** The screen that asks before the act. An account that the operator may not change is refused. */
export function personAct({
  path,
  scope = "users:write",
  needsFreshSignIn,
  ask,
  act,
}: PersonAct): FormScreen {
  return actScreen({
    path: `/people/{id}${path}`,
    scope,
    needsFreshSignIn,
    ask: async (visit, typed = {}) => {
      const account = await findPerson(visit);
      if (account === undefined) return noPerson(visit);
      if (!mayReachAccount(visit.operator, account)) return outOfReach(visit, account);
      return {
        ...(await ask(account, visit, typed)),
        back: { path: personPath(account), text: personName(account) },
      };
    },
    act: async (visit, form) => {
      const account = await findPerson(visit);
      return account === undefined ? { kind: "page", reply: noPerson(visit) } : act(visit, account, form);
    },
  });
}

/** The refusal for an operator who may not change administrators. */
const noAdministrator = explain(accountProblems, {
  kind: "right-missing",
  scope: "admins:write",
}).say;

/** The page for an account that this operator may not change. */
export function outOfReach(visit: Visit, account: NamedPerson): Reply {
  const up = { href: consolePath(visit.web, personPath(account)), text: personName(account) };
  const main = html`<p>${noAdministrator}</p>`;
  return show(visit, { title: "Not allowed", up, main }, 403);
}

/** The same page for a record; undefined for an account that this operator may change. */
export function outOfReachIn(
  visit: Visit,
  record: PersonRecord & { readonly admin: boolean },
): Reply | undefined {
  const isReachable = mayReachAccount(visit.operator, { isAdmin: record.admin });
  return isReachable ? undefined : outOfReach(visit, personIn(record));
}

/** A question in one sentence. */
export const sentence = (text: Printable): SafeHtml => html`<p>${text}</p>`;
/** The person's name in a sentence. */
export const nameIn = (account: Account): SafeHtml => strongNameOf(personName(account));

/** Back to the person, with a sentence. */
export function done(account: Account, text: string, undo?: Undo): ActOutcome {
  return { kind: "done", path: personPath(account), text, undo };
}

/** The question again, with a sentence. */
export function refused(problem: string): ActOutcome {
  return { kind: "refused", problem };
}
