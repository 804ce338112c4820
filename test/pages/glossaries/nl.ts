import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address: "“U”, in mails too.",
  never: { je: "“U”.", jij: "“U”.", jouw: "“U”." },
  signIn: { say: ["inloggen"], never: { "aanmeld*": "Another word for the same thing." } },
  signOut: { say: ["uitloggen"], never: { "afmeld*": "Another word for the same thing." } },
  account: { say: ["account"], never: { "profiel*": "Another word for the same thing." } },
  code: { say: ["code"], never: { "eenmalig wachtwoord": "People take it for a password." } },
  application: { say: ["applicatie"], never: { "toepassing*": "Another word for the same thing." } },
  device: { say: ["apparaat"], never: { "toestel*": "Another word for the same thing." } },
  operator: {
    say: ["de beheerders van"],
    stem: "beheerders",
    never: {
      "de beheerder van": "Plural: “de beheerders”.",
      "exploitant*": "Another word for the same thing.",
    },
  },
  recovery: {
    say: ["herstelcode", "herstellink"],
    never: {
      "reservecode*": "Another word for the same thing.",
      "back-upcode*": "Another word for the same thing.",
    },
  },
  passkey: { say: ["passkey"], never: { "toegangssleutel*": "Another word for the same thing." } },
  browser: { say: ["browser"] },
  password: { say: ["wachtwoord"], never: { "paswoord*": "Another word for the same thing." } },
  email: { say: ["e-mail"], never: { mail: "With “e-”.", mails: "With “e-”.", "email*": "With a hyphen." } },
  service: { say: ["dienst"], never: { service: "Another word for the same thing." } },
};
