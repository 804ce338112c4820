import { randomPassword, setAccountPassword } from "../../flows/operator/account.ts";
import { describeAccountProblem } from "../../flows/operator/account-problem.ts";
import type { Reply } from "../../http/reply.ts";
import type { Account } from "../../identity/account.ts";
import { html } from "../../pages/html.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { Secret } from "../../values/secret.ts";
import { type FormState, formOf, submitButton, textField } from "./forms.ts";
import { copyable, linkButton, panel } from "./parts.ts";
import { withReachable } from "./person-act.ts";
import { type NamedPerson, personName, personPath } from "./person-words.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { formTo, goTo, registryOf, type Screen, show, type Visit } from "./visit.ts";

/** The form that sets a person's password. */
export const personPasswordScreen: Screen = {
  path: "/people/{id}/password",
  scope: "users:write",
  needsFreshSignIn: true,
  get: (visit) => withReachable(visit, (account) => passwordPage(visit, account)),
  post: (visit, form) => withReachable(visit, (account) => setPassword(visit, account, form)),
};

async function setPassword(visit: Visit, account: Account, form: Parameters): Promise<Reply> {
  const registry = registryOf(visit);
  const typed = form.get("password");
  const password = typed === undefined ? randomPassword(registry.random) : new Secret(typed);
  const set = await setAccountPassword(registry, account.id, password, { by: visit.operator });
  if (!set.ok) {
    const sentence = describeAccountProblem(set.reason);
    return passwordPage(visit, account, { values: {}, problems: { password: sentence } }, sentence);
  }
  if (typed !== undefined)
    return goTo(
      visit,
      personPath(account),
      "The password has been set, and every browser has been signed out.",
    );
  return shownPassword(visit, account, password.reveal(), "The new password");
}

function passwordPage(
  visit: Visit,
  account: Account,
  state: FormState = { values: {} },
  problem?: string,
): Reply {
  const back = consolePath(visit.web, personPath(account));
  const fields = html`
    <p>The person is signed out everywhere and told by mail. A recovery link is usually better: then only the person knows the
      password.</p>
    ${textField({ name: "password", label: "New password", hint: "If empty, a random one is generated and shown once.", type: "password", autocomplete: "new-password" }, state)}`;
  const buttons = html`${submitButton("Set the password", { isDangerous: true })}${linkButton(back, "Cancel")}`;
  const main = html`<section class="panel">${formOf(formTo(visit, visit.path), fields, buttons)}</section>`;
  const up = { href: back, text: personName(account) };
  return show(
    visit,
    { title: `Set a password for ${personName(account)}`, up, problem, main },
    problem === undefined ? 200 : 400,
  );
}

/** The only page that shows a generated password. It is the response to the form, so no address leads to it again. */
export function shownPassword(visit: Visit, person: NamedPerson, password: string, title: string): Reply {
  const back = consolePath(visit.web, personPath(person));
  return show(visit, {
    title,
    up: { href: back, text: personName(person) },
    main: html`
      ${panel("Password", html`<p class="warning">It is shown this once. Ask the person to change it.</p>${copyable(password, { id: "password" })}`)}
      ${panel("Username", copyable(person.username, { id: "username" }))}
      <div class="actions">${linkButton(back, "Continue to the person", "action")}</div>`,
    script: scriptFor("copy"),
  });
}
