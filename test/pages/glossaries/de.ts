import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address: "“Sie”, in mails too.",
  never: { du: "“Sie”.", "dein*": "“Sie”.", dir: "“Sie”.", dich: "“Sie”." },
  signIn: {
    say: ["anmelden", "Anmeldung"],
    never: {
      "einlogg*": "Another word for the same thing.",
      "eingeloggt*": "Another word for the same thing.",
      "Login*": "Another word for the same thing.",
    },
  },
  signOut: {
    say: ["abmelden"],
    never: {
      "auslogg*": "Another word for the same thing.",
      "ausgeloggt*": "Another word for the same thing.",
      "Logout*": "Another word for the same thing.",
    },
  },
  account: {
    say: ["Konto"],
    never: {
      "Account*": "Another word for the same thing.",
      "Benutzerkonto*": "Another word for the same thing.",
    },
  },
  code: { say: ["Code"], never: { "Einmalpasswort*": "People take it for a password." } },
  application: { say: ["Anwendung"], never: { "Applikation*": "Another word for the same thing." } },
  device: { say: ["Gerät"] },
  operator: {
    say: ["der Betreiber"],
    stem: "Betreiber",
    never: {
      "die Betreiber": "Singular: “der Betreiber”.",
      "den Betreibern": "Singular: “dem Betreiber”.",
      "Verantwortliche*": "Another word for the same thing.",
    },
  },
  recovery: {
    say: ["Wiederherstellungscode", "Wiederherstellungslink"],
    never: {
      "Backup-Code*": "Another word for the same thing.",
      "Notfallcode*": "Another word for the same thing.",
    },
  },
  passkey: {
    say: ["Passkey"],
    never: {
      "Zugangsschlüssel*": "Another word for the same thing.",
      "Hauptschlüssel*": "Another word for the same thing.",
    },
  },
  browser: { say: ["Browser"] },
  password: {
    say: ["Passwort"],
    never: {
      "Kennwort*": "Another word for the same thing.",
      "Kennwörter*": "Another word for the same thing.",
    },
  },
  email: { say: ["E-Mail"], never: { "Mail*": "With “E-”.", "Email*": "With a hyphen." } },
  service: { say: ["Dienst"], never: { "Service*": "Another word for the same thing." } },
};
