import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address: "“Sie”, in mails too.",
  never: {
    du: "“Sie”.",
    "dein*": "“Sie”.",
    dir: "“Sie”.",
    dich: "“Sie”.",
    euch: "“Sie”.",
    "eure*": "“Sie”.",
    euer: "“Sie”.",
  },
  signIn: {
    say: ["anmelden", "Anmeldung"],
    others: ["einlogg*", "eingeloggt*", "Login*", "einzulogg*", "log-in", "sign-in"],
  },
  signOut: { say: ["abmelden"], others: ["auslogg*", "ausgeloggt*", "Logout*", "auszulogg*", "log-out"] },
  account: { say: ["Konto"], others: ["Account*", "Benutzerkonto*", "Nutzerkont*"] },
  code: {
    say: ["Code"],
    others: ["Einmalkennw*", "Passcode*", "OTP"],
    never: { "Einmalpasswort*": "People take it for a password." },
  },
  application: { say: ["Anwendung"], others: ["Applikation*", "Web-App*"] },
  device: { say: ["Gerät"], others: ["Endgerät*", "Device*"] },
  operator: {
    say: ["der Betreiber"],
    stem: "Betreiber",
    others: ["Verantwortliche*"],
    never: { "die Betreiber": "Singular: “der Betreiber”.", "den Betreibern": "Singular: “dem Betreiber”." },
  },
  recovery: {
    say: ["Wiederherstellungscode", "Wiederherstellungslink"],
    others: ["Backup-Code*", "Notfallcode*", "Backupcode*", "Rettungscode*", "Ersatzcode*", "Reservecode*"],
  },
  passkey: { say: ["Passkey"], others: ["Zugangsschlüssel*", "Hauptschlüssel*", "Sicherheitsschlüssel*"] },
  browser: { say: ["Browser"], others: ["Webbrowser*"] },
  password: { say: ["Passwort"], others: ["Kennwort*", "Kennwörter*"] },
  email: { say: ["E-Mail"], never: { "Mail*": "With “E-”.", "Email*": "With a hyphen." } },
  service: { say: ["Dienst"], others: ["Service*"] },
  appPassword: {
    say: ["App-Passwort", "App-Passwörter"],
    others: ["Anwendungspassw*", "Anwendungskennw*", "Apppassw*"],
  },
  secondFactor: {
    say: ["zweiten Faktor"],
    others: ["Zwei-Faktor*", "Zweifaktor*", "2FA", "zweites Merkmal"],
  },
  group: { say: ["Gruppe"], others: ["Team", "Teams", "Rolle", "Rollen"] },
};
