import { html } from "../../html.ts";
import type { GeneralWords } from "../../words/general.ts";

export const general: GeneralWords = {
  problemTitle: (title) => `Fehler: ${title}`,
  stale:
    "Diese Seite war nicht mehr aktuell, deshalb wurde nichts geändert. Bitte versuchen Sie es noch einmal.",
  otherAccount: (name) =>
    `Diese Seite gehörte zu einem anderen Konto, deshalb wurde nichts geändert. Sie sind jetzt als ${name} angemeldet.`,
  backTo: (client) => html`Zurück zu ${client}`,
  developmentNote: "Nur zur Entwicklung auf diesem Computer: Die Verbindung ist nicht verschlüsselt.",
  picker: { label: "Sprache", submit: "Ändern" },
  brandLinks: { help: "Hilfe", privacy: "Datenschutz", imprint: "Impressum" },
  home: {
    heading: "Eine Anmeldung für Ihre Anwendungen",
    whatThisIs:
      "Anwendungen, die diesen Dienst nutzen, schicken Sie hierher, wenn sie wissen müssen, wer Sie sind.",
    applications: "Ihre Anwendungen",
    find: "Anwendung suchen",
    search: "Suchen",
    noneFound: "Keine Anwendung hat das im Namen.",
    more: "Weitere Anwendungen",
    signedInAs: "Sie sind angemeldet als",
    notSignedIn: "Sie sind nicht angemeldet.",
    account: "Ihr Konto",
    signOut: "Abmelden",
  },
  error: {
    brokenRequest: {
      title: "Dieser Link funktioniert nicht",
      sentence:
        "Die Anwendung hat eine Anfrage geschickt, der wir nicht trauen können. Deshalb geht die Anmeldung nicht weiter. Ihr Konto ist sicher. Gehen Sie zur Anwendung zurück und beginnen Sie noch einmal.",
    },
    unknownApplication: {
      title: "Diese Anwendung kennen wir nicht",
      sentence:
        "Der Link, über den Sie gekommen sind, nennt eine Anwendung, die bei diesem Dienst nicht registriert ist. Ihr Konto ist sicher. Gehen Sie zurück und beginnen Sie noch einmal, oder geben Sie dem Betreiber der Anwendung Bescheid.",
    },
    brokenForm: {
      title: "Dieses Formular war nicht lesbar",
      sentence:
        "Es war unvollständig oder kam von einer anderen Website. Es wurde nichts geändert, und Ihr Konto ist sicher.",
    },
    notFound: {
      title: "Seite nicht gefunden",
      sentence: "Vielleicht enthält die Adresse einen Tippfehler, oder die Seite ist umgezogen.",
    },
    wrongMethod: {
      title: "So lässt sich diese Seite nicht öffnen",
      sentence:
        "Der Link oder das Formular, über das Sie gekommen sind, passt nicht zu dieser Adresse. Es wurde nichts geändert.",
    },
    unavailable: (wait) => ({
      title: "Gleich wieder da",
      sentence: `Die Anmeldung ist gerade nicht möglich. Es ist nichts verloren: Versuchen Sie es ${wait} noch einmal.`,
    }),
    throttled: (wait) => ({
      title: "Bitte warten Sie einen Moment",
      sentence: `Das waren zu viele Anfragen auf einmal. Diesmal wurde nichts geändert, und Ihr Konto ist sicher. Versuchen Sie es ${wait} noch einmal.`,
    }),
    internal: {
      title: "Bei uns ist etwas schiefgegangen",
      sentence: "Es liegt nicht an Ihnen, und Ihr Konto ist sicher. Versuchen Sie es gleich noch einmal.",
    },
    tryAgain: "Noch einmal versuchen",
    home: "Zur Startseite",
    reference: "Referenz",
    whereDetailIs: "Entwickler finden die Einzelheiten unter dieser Referenz im Protokoll des Dienstes.",
  },
};
