import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address: "“U”, in mails too.",
  never: {
    je: "“U”.",
    jij: "“U”.",
    jouw: "“U”.",
    jou: "“U”.",
    jouwe: "“U”.",
    jullie: "“U”.",
    jezelf: "“U”.",
  },
  signIn: { say: ["inloggen"], others: ["aanmeld*", "aangemeld*", "meld u aan", "login*"] },
  signOut: { say: ["uitloggen"], others: ["afmeld*", "afgemeld*", "meld u af", "logout*"] },
  account: { say: ["account"], others: ["profiel*", "gebruikersaccount*"] },
  code: {
    say: ["code"],
    others: ["eenmalige wachtwoorden", "eenmalige code", "eenmalige codes"],
    never: { "eenmalig wachtwoord": "People take it for a password." },
  },
  application: { say: ["applicatie"], others: ["toepassing*"] },
  device: { say: ["apparaat"], others: ["toestel*", "device*"] },
  operator: {
    say: ["de beheerders van"],
    stem: "beheerders",
    others: ["exploitant*", "de eigenaar van", "de eigenaren van", "de verantwoordelijke*"],
    never: { "de beheerder van": "Plural: “de beheerders”." },
  },
  recovery: {
    say: ["herstelcode", "herstellink"],
    others: ["reservecode*", "back-upcode*", "noodcode*", "backupcode*", "reserve-code*", "resetlink*"],
  },
  passkey: { say: ["passkey"], others: ["toegangssleutel*", "beveiligingssleutel*"] },
  browser: { say: ["browser"], others: ["webbrowser*"] },
  password: { say: ["wachtwoord"], others: ["paswoord*", "passwoord*"] },
  email: { say: ["e-mail"], never: { mail: "With “e-”.", mails: "With “e-”.", "email*": "With a hyphen." } },
  service: { say: ["dienst"], others: ["service", "services"] },
  appPassword: {
    say: ["app-wachtwoord", "app-wachtwoorden"],
    others: ["applicatiewachtwoord*", "appwachtwoord*", "app wachtwoord*"],
  },
  secondFactor: { say: ["tweede factor"], others: ["tweefactor*", "tweestaps*", "twee-factor*", "2FA"] },
  group: { say: ["groepen"], others: ["team", "teams", "rol", "rollen"] },
};
