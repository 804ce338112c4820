import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address: "“Vous”. A session is open or closed, so that no participle chooses the gender of the reader.",
  never: {
    tu: "“Vous”.",
    ton: "“Vous”.",
    tes: "“Vous”.",
    "êtes connecté": "Chooses a gender: “session ouverte”.",
    "êtes invité": "Chooses a gender: “invitation reçue”.",
  },
  signIn: {
    say: ["se connecter", "connexion"],
    never: {
      "s’identifi*": "Another word for the same thing.",
      "login*": "Another word for the same thing.",
    },
  },
  signOut: { say: ["se déconnecter"], never: { "logout*": "Another word for the same thing." } },
  account: { say: ["compte"], never: { "profil*": "Another word for the same thing." } },
  code: { say: ["code"], never: { "mot de passe à usage unique": "People take it for a password." } },
  application: { say: ["application"], never: { appli: "Colloquial.", applis: "Colloquial." } },
  device: {
    say: ["appareil"],
    never: {
      "dispositif*": "Another word for the same thing.",
      terminal: "Another word for the same thing.",
    },
  },
  operator: {
    say: ["les responsables de ce service"],
    stem: "responsables",
    never: {
      "exploitant*": "Another word for the same thing.",
      "opérateur*": "Another word for the same thing.",
      "administrateur*": "Another word for the same thing, and masculine.",
    },
  },
  recovery: {
    say: ["code de secours", "lien de récupération"],
    never: {
      "code de récupération": "“Code de secours”.",
      "codes de récupération": "“Codes de secours”.",
      "lien de secours": "“Lien de récupération”.",
    },
  },
  passkey: {
    say: ["clé d’accès"],
    never: { "passkey*": "French has a word of its own.", "clé de sécurité": "A passkey need not be one." },
  },
  browser: { say: ["navigateur"] },
  password: { say: ["mot de passe"] },
  email: {
    say: ["e-mail"],
    never: {
      "courriel*": "Another word for the same thing.",
      mail: "With “e-”.",
      "email*": "With a hyphen.",
    },
  },
  service: { say: ["service"] },
};
