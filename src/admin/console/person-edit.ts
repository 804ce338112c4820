import {
  changeAccount,
  createAccount,
  type PersonTexts,
  randomPassword,
} from "../../flows/operator/account.ts";
import {
  type AccountProblem,
  accountProblems,
  describeAccountProblem,
} from "../../flows/operator/account-problem.ts";
import { explain } from "../../flows/operator/problem.ts";
import type { Reply } from "../../http/reply.ts";
import type { Account } from "../../identity/account.ts";
import { html } from "../../pages/html.ts";
import { givenClaims } from "../../protocol/openid/person-claims.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { Secret } from "../../values/secret.ts";
import { type Strength, strengths } from "../../values/strength.ts";
import {
  box,
  type FormState,
  formOf,
  hiddenFields,
  linesField,
  moreFields,
  selectField,
  submitButton,
  textField,
  type Values,
} from "./forms.ts";
import { linkButton } from "./parts.ts";
import { withReachable } from "./person-act.ts";
import { shownPassword } from "./person-password.ts";
import { personName, personPath, strengthWords } from "./person-words.ts";
import { consolePath } from "./places.ts";
import { formTo, goTo, registryOf, type Screen, show, type Visit, valuesOf, versionIn } from "./visit.ts";

/** The forms that create a person and change their details. */
export const personEditScreens: readonly Screen[] = [
  {
    path: "/people/new",
    scope: "users:write",
    needsFreshSignIn: true,
    get: (visit) => newPage(visit, { values: visit.savedForm ?? {} }),
    post: add,
  },
  {
    path: "/people/{id}/edit",
    scope: "users:write",
    needsFreshSignIn: true,
    get: (visit) =>
      withReachable(visit, (account) =>
        editPage(visit, account, { values: visit.savedForm ?? valuesOfAccount(account) }),
      ),
    post: (visit, form) => withReachable(visit, (account) => change(visit, account, form)),
  },
];

/** The prefix of fields that are named after claims. */
const claimPrefix = "claim.";

function valuesOfAccount(account: Account): Values {
  const { email, name, phoneNumber, address, claims = {}, requires, isAdmin, updatedAt } = account;
  return {
    email: email ?? "",
    name: name ?? "",
    phone_number: phoneNumber ?? "",
    address: address ?? "",
    requires: requires ?? "one",
    is_admin: isAdmin ? "on" : "",
    ...Object.fromEntries(givenClaims.map((claim) => [claimPrefix + claim.name, claims[claim.name] ?? ""])),
    updated_at: String(updatedAt),
  };
}

function textsIn(form: Parameters): PersonTexts {
  const requires = strengths.find((strength) => strength === form.get("requires"));
  const claims = givenClaims.map(({ name }) => [name, form.get(claimPrefix + name) ?? ""]);
  return {
    email: form.get("email") ?? "",
    name: form.get("name") ?? "",
    phoneNumber: form.get("phone_number") ?? "",
    address: (form.get("address") ?? "").replaceAll("\r\n", "\n"),
    claims: Object.fromEntries(claims),
    ...(requires !== undefined && { requires }),
    isAdmin: form.get("is_admin") === "on",
  };
}

/** The values that differ from the account: an unchanged detail is not checked again. */
function changesIn(form: Parameters, account: Account): PersonTexts {
  const before = valuesOfAccount(account);
  const { email, name, phoneNumber, address, claims = {}, requires, isAdmin } = textsIn(form);
  const changed = Object.entries(claims).filter(([claim, text]) => text !== before[claimPrefix + claim]);
  return {
    ...(email !== undefined && email !== before.email && { email }),
    ...(name !== undefined && name !== before.name && { name }),
    ...(phoneNumber !== undefined && phoneNumber !== before.phone_number && { phoneNumber }),
    ...(address !== undefined && address !== before.address && { address }),
    ...(changed.length > 0 && { claims: Object.fromEntries(changed) }),
    ...(requires !== undefined && requires !== before.requires && { requires }),
    ...(isAdmin !== undefined && isAdmin !== account.isAdmin && { isAdmin }),
  };
}

async function change(visit: Visit, account: Account, form: Parameters): Promise<Reply> {
  const values = valuesOf(form);
  const terms = { by: visit.operator, seen: [versionIn(form)] };
  const changed = await changeAccount(registryOf(visit), account.id, changesIn(form, account), terms);
  if (changed.ok) return goTo(visit, personPath(account), "The details have been changed.");
  if (changed.reason.kind === "changed-meanwhile") {
    const now = await visit.web.ports.accounts.find(account.id);
    if (now !== undefined) return conflictPage(visit, now, values);
  }
  return editPage(
    visit,
    account,
    { values, problems: problemsOf(changed.reason) },
    describeAccountProblem(changed.reason),
  );
}

function conflictPage(visit: Visit, account: Account, typed: Values): Reply {
  const stored = valuesOfAccount(account);
  const theirs = Object.fromEntries(
    Object.entries(stored).filter(([name, value]) => name !== "updated_at" && value !== (typed[name] ?? "")),
  );
  const sentence =
    "Somebody else changed this account in the meantime, so nothing was saved. Fields that differ show both values; send the form again to save yours.";
  return editPage(
    visit,
    account,
    { values: { ...typed, updated_at: stored.updated_at }, theirs },
    sentence,
    409,
  );
}

/** The fields have the names of the members. */
function problemsOf(problem: AccountProblem): Values {
  const { at, say } = explain(accountProblems, problem);
  return at === undefined ? {} : { [at]: say };
}

function detailFields(visit: Visit, state: FormState) {
  const { problems, values, theirs } = state;
  const isOpen = ["phone_number", "address"].some(
    (name) => problems?.[name] ?? theirs?.[name] ?? values[name],
  );
  return html`
    ${textField({ name: "name", label: "Name", hint: "The name shown on pages. If empty, the username is shown.", maxLength: 200 }, state)}
    ${textField({ name: "email", label: "E-mail address", hint: "It works at sign-in like the username. By entering it you vouch for it.", type: "email" }, state)}
    ${selectField(
      {
        name: "requires",
        label: "Every sign-in needs",
        options: strengths.map((strength: Strength) => ({
          value: strength,
          label: `${strengthWords[strength]}${strength === "one" ? " or more" : ""}`,
        })),
      },
      state,
    )}
    ${visit.operator.scopes.has("admins:write") && box({ name: "is_admin", label: "Administrator", hint: "May enter this console and do everything in it. Somebody without a second factor needs a recovery link to set one up." }, state)}
    ${moreFields(
      "More details",
      Boolean(isOpen),
      html`${textField({ name: "phone_number", label: "Phone number", type: "tel", hint: "It is not verified." }, state)}
        ${linesField({ name: "address", label: "Postal address" }, state)}
        ${givenClaims.map(({ name }) => textField({ name: claimPrefix + name, label: name, hint: "A claim of OpenID Connect." }, state))}`,
    )}`;
}

function editPage(
  visit: Visit,
  account: Account,
  state: FormState,
  problem?: string,
  status = problem ? 400 : 200,
): Reply {
  const back = consolePath(visit.web, personPath(account));
  const fields = html`${hiddenFields({ updated_at: state.values.updated_at })}${detailFields(visit, state)}`;
  const buttons = html`${submitButton("Save")}${linkButton(back, "Cancel")}`;
  const main = html`<section class="panel">${formOf(formTo(visit, visit.path), fields, buttons)}</section>`;
  const up = { href: back, text: personName(account) };
  return show(visit, { title: `Change ${personName(account)}`, up, problem, main }, status);
}

async function add(visit: Visit, form: Parameters): Promise<Reply> {
  const values = valuesOf(form);
  const texts = textsIn(form);
  const isAdmin = texts.isAdmin === true;
  const registry = registryOf(visit);
  const typed = form.get("password");
  const password = typed === undefined ? randomPassword(registry.random) : new Secret(typed);
  const username = form.get("username") ?? "";
  const wanted = { ...texts, username, password, isAdmin };
  const created = await createAccount(registry, wanted, { by: visit.operator });
  if (!created.ok)
    return newPage(
      visit,
      { values, problems: problemsOf(created.reason) },
      describeAccountProblem(created.reason),
    );
  const account = created.value;
  if (typed !== undefined) return goTo(visit, personPath(account), `${personName(account)} can sign in now.`);
  return shownPassword(visit, account, password, `${personName(account)} can sign in now`);
}

function newPage(visit: Visit, state: FormState, problem?: string): Reply {
  const back = consolePath(visit.web, "/people");
  const fields = html`
    ${textField({ name: "username", label: "Username", hint: "The name that the person signs in with.", isRequired: true, maxLength: 254 }, state)}
    ${textField({ name: "password", label: "Password", hint: "If empty, a random one is generated and shown once.", type: "password", autocomplete: "new-password" }, state)}
    ${detailFields(visit, state)}`;
  const buttons = html`${submitButton("Add the person", { id: "add" })}${linkButton(back, "Cancel")}`;
  const main = html`<section class="panel">${formOf(formTo(visit, "/people/new"), fields, buttons)}</section>`;
  const up = { href: back, text: "People" };
  return show(visit, { title: "Add a person", up, problem, main }, problem === undefined ? 200 : 400);
}
