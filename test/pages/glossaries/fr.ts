import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address: "“Vous”. A session is open or closed, so that no participle chooses the gender of the reader.",
  never: {
    tu: "“Vous”.",
    ton: "“Vous”.",
    tes: "“Vous”.",
    toi: "“Vous”.",
    te: "“Vous”.",
    "tien*": "“Vous”.",
    "pas connecté*": "Chooses a gender: “dernière connexion”.",
    "plus connecté*": "Chooses a gender: “session fermée”.",
    "êtes déconnecté*": "Chooses a gender: “session fermée”.",
    "êtes connecté*": "Chooses a gender: “session ouverte”.",
    "êtes invité*": "Chooses a gender: “invitation reçue”.",
  },
  signIn: { say: ["se connecter", "connexion"], others: ["s’identifi*", "login*", "s’authentifier"] },
  signOut: { say: ["se déconnecter"], others: ["logout*"] },
  account: { say: ["compte"], others: ["profil*", "compte utilisateur", "comptes utilisateur*"] },
  code: {
    say: ["code"],
    others: ["mots de passe à usage unique", "code à usage unique", "codes à usage unique"],
    never: { "mot de passe à usage unique": "People take it for a password." },
  },
  application: {
    say: ["application"],
    others: ["app", "apps"],
    never: { appli: "Colloquial.", applis: "Colloquial." },
  },
  device: { say: ["appareil"], others: ["dispositif*", "terminal", "terminaux", "périphérique*"] },
  operator: {
    say: ["les responsables de ce service"],
    stem: "responsables",
    others: ["exploitant*", "opérateur*", "gestionnaires de ce service"],
    never: { "administrateur*": "Another word for the same thing, and masculine." },
  },
  recovery: {
    say: ["code de secours", "lien de récupération"],
    others: ["liens de secours", "code de sauvegarde", "codes de sauvegarde", "lien de réinitialisation"],
    never: {
      "code de récupération": "“Code de secours”.",
      "codes de récupération": "“Codes de secours”.",
      "lien de secours": "“Lien de récupération”.",
    },
  },
  passkey: {
    say: ["clé d’accès"],
    others: ["clés de sécurité", "clef*"],
    never: { "passkey*": "French has a word of its own.", "clé de sécurité": "A passkey need not be one." },
  },
  browser: { say: ["navigateur"], others: ["explorateur*"] },
  password: { say: ["mot de passe"], others: ["mdp", "code secret"] },
  email: {
    say: ["e-mail"],
    others: ["courriel*"],
    never: { mail: "With “e-”.", "email*": "With a hyphen." },
  },
  service: { say: ["service"] },
  appPassword: {
    say: ["mot de passe d’application", "mots de passe d’application"],
    others: [
      "mot de passe applicatif",
      "mots de passe applicatifs",
      "mot de passe d’appli",
      "mots de passe d’appli",
    ],
  },
  secondFactor: {
    say: ["second facteur"],
    others: ["deuxième facteur", "double authentification", "deux facteurs", "2FA"],
  },
  group: { say: ["groupes"], others: ["équipe*", "rôle*"] },
};
