import { byId } from "../../operations/operation.ts";
import { userOperations } from "../../operations/user.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import { type ClaimKind, givenClaims } from "../../protocol/openid/person-claims.ts";
import { strengths, strengthWords } from "../../values/strength.ts";
import { formScreen } from "./operation-form.ts";
import { outOfReachIn } from "./person-act.ts";
import { shownPassword } from "./person-password.ts";
import { noPerson } from "./person-show.ts";
import { personIn, personName, personPath } from "./person-words.ts";
import { showsOnce } from "./shown-once.ts";
import { goTo, type Screen } from "./visit.ts";

const { createUser, getUser, updateUser } = byId(userOperations);

/** What a claim of a kind looks like. */
const examples: Readonly<Record<ClaimKind, SafeHtml | undefined>> = {
  line: undefined,
  "address-of-a-page": html`, such as <code>https://example.org/ada</code>`,
  date: html`, such as <code>1815-12-10</code>`,
  "time-zone": html`, such as <code>Europe/London</code>`,
  language: html`, such as <code>en-GB</code>`,
};

const details = [
  {
    member: "name",
    label: "Name",
    hint: "The name shown on pages. If empty, the username is shown.",
    maxLength: 200,
  },
  {
    member: "email",
    label: "E-mail address",
    hint: "It works at sign-in like the username. By entering it you vouch for it.",
    as: "email",
  },
  {
    member: "require",
    label: "Every sign-in needs",
    as: "select",
    options: strengths.map((value) => ({
      value,
      label: `${strengthWords[value]}${value === "one" ? " or more" : ""}`,
    })),
  },
  {
    member: "admin",
    label: "Administrator",
    hint: "Can sign in to this console and do everything in it. Somebody without a second factor needs a recovery link to set one up.",
    as: "box",
    needs: "admins:write",
  },
  {
    more: "More details",
    fields: [
      { member: "phone_number", label: "Phone number", as: "tel", hint: "It is not verified." },
      { member: "address", label: "Postal address", as: "lines" },
      ...givenClaims.map(
        ({ name, label, kind }) =>
          ({
            member: `claims.${name}`,
            label,
            hint: html`Applications read it as <code>${name}</code>${examples[kind]}.`,
          }) as const,
      ),
    ],
  },
] as const;

/** The forms that create a person and change their details. */
export const personEditScreens: readonly Screen[] = [
  showsOnce(
    formScreen(createUser, {
      path: "/people/new",
      title: () => "Add a person",
      up: () => ({ path: "/people", text: "People" }),
      button: { text: "Add the person", id: "add" },
      fields: () => [
        {
          member: "username",
          label: "Username",
          hint: "The name that the person signs in with.",
          isRequired: true,
          maxLength: 254,
        },
        {
          member: "password",
          label: "Password",
          hint: "If empty, a random one is generated and shown once.",
          as: "password",
        },
        ...details,
      ],
      done: (visit, { password, ...record }) => {
        const person = personIn(record);
        const sentence = `${personName(person)} can sign in now`;
        return password === undefined
          ? goTo(visit, personPath(person), `${sentence}.`)
          : shownPassword(visit, person, password, sentence);
      },
    }),
    { say: "If you did not copy the password, set a new one on the person's page.", text: "People" },
  ),
  formScreen(updateUser, {
    path: "/people/{user}/edit",
    reads: getUser,
    title: (record) => `Edit ${personName(personIn(record))}`,
    up: (record) => ({ path: personPath(personIn(record)), text: personName(personIn(record)) }),
    button: { text: "Save" },
    fields: () => details,
    refuses: outOfReachIn,
    missing: noPerson,
    done: (visit, record) => goTo(visit, personPath(personIn(record)), "The details have been changed."),
  }),
];
