import type { Reply } from "../../http/reply.ts";
import { byId } from "../../operations/operation.ts";
import { userOperations } from "../../operations/user.ts";
import { factsOf, linkButton, warningNotice } from "../../pages/components.ts";
import { html } from "../../pages/html.ts";
import { formScreen } from "./operation-form.ts";
import { copyable, panel } from "./parts.ts";
import { outOfReachIn } from "./person-act.ts";
import { noPerson } from "./person-show.ts";
import { type NamedPerson, personIn, personName, personPath } from "./person-words.ts";
import { consolePath } from "./places.ts";
import { showOnce, showsOnce } from "./shown-once.ts";
import { goTo, type Visit } from "./visit.ts";

const { getUser, setPassword } = byId(userOperations);

/** The form that sets a person's password. */
export const personPasswordScreen = showsOnce(
  formScreen(setPassword, {
    path: "/people/{user}/password",
    reads: getUser,
    title: (record) => `Set a password for ${personName(personIn(record))}`,
    up: (record) => ({ path: personPath(personIn(record)), text: personName(personIn(record)) }),
    intro: html`<p>The person is signed out everywhere and told by mail. A recovery link is usually better: then only the person knows the
    password.</p>`,
    button: { text: "Set the password", kind: "action danger" },
    fields: () => [
      {
        member: "password",
        label: "New password",
        hint: "If empty, a random one is generated and shown once.",
        as: "password",
      },
    ],
    refuses: outOfReachIn,
    missing: noPerson,
    done: (visit, { password, ...record }) => {
      const person = personIn(record);
      return password === undefined
        ? goTo(visit, personPath(person), "The password has been set, and every browser has been signed out.")
        : shownPassword(visit, person, password, "The new password");
    },
  }),
  { say: "If you did not copy the password, set another one.", text: "The person" },
);

/** The only page that shows a generated password. */
export function shownPassword(
  visit: Visit,
  person: NamedPerson,
  password: string,
  title: string,
): Promise<Reply> {
  const back = consolePath(visit.web, personPath(person));
  return showOnce(visit, {
    title,
    up: { href: back, text: personName(person) },
    main: html`
      ${panel(
        "Hand these over",
        html`${warningNotice("This page shows the password for ten minutes. Ask the person to change it.")}
          ${factsOf([
            ["Username", copyable(person.username, { id: "username" })],
            ["Password", copyable(password, { id: "password" })],
          ])}`,
      )}
      <div class="actions">${linkButton(back, "Continue to the person", "action")}</div>`,
  });
}
