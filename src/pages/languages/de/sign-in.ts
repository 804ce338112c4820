import type { Catalogue } from "../../catalogue.ts";
import { html } from "../../html.ts";

/** The catalogue in German. */
export const german: Catalogue = {
  lang: "de",
  dir: "ltr",
  name: "Deutsch",
  problemTitle: (title) => `Fehler: ${title}`,
  backTo: (client) => html`Zurück zu ${client}`,
  developmentNote: "Nur zur Entwicklung auf diesem Computer: Die Verbindung ist nicht verschlüsselt.",
  applicationPages: { policy: "Datenschutzerklärung", terms: "Nutzungsbedingungen" },
  abilities: {
    openid: "erfahren, wer Sie sind",
    profile: "Ihren Namen und Benutzernamen sehen",
    email: "Ihre E-Mail-Adresse sehen",
    address: "Ihre Postanschrift sehen",
    phone: "Ihre Telefonnummer sehen",
    groups: "sehen, zu welchen Gruppen Sie gehören",
    offline_access: "weiterhin zugreifen, auch wenn Sie abgemeldet sind",
  },
  picker: { label: "Sprache", submit: "Ändern" },
  signIn: {
    title: (client) => `Bei ${client} anmelden`,
    heading: "Anmelden",
    lead: (client) => html`um mit ${client} fortzufahren`,
    ownTitle: "Bei Ihrem Konto anmelden",
    ownLead: "um zu Ihrem Konto zu gelangen",
    againLead: (person, client) =>
      html`Sie sind als ${person} angemeldet. Melden Sie sich noch einmal an, um mit ${client} fortzufahren.`,
    confirmLead: (person) =>
      html`Sie sind als ${person} angemeldet. Melden Sie sich noch einmal an, damit niemand sonst Ihr Konto ändern kann.`,
    username: "Benutzername",
    password: "Passwort",
    show: "Anzeigen",
    showWhat: ": Passwort",
    capsLock: "Die Feststelltaste ist aktiv.",
    submit: "Anmelden",
    usePasskey: "Passkey verwenden",
    passkeyNeedsScripts: "Um einen Passkey zu verwenden, erlauben Sie Skripte für diese Seite.",
    promise: (client) => html`${client} erfährt Ihr Passwort nie.`,
    forgot: "Passwort vergessen?",
    signUp: "Konto anlegen",
    mismatch: "Benutzername und Passwort passen nicht zusammen.",
    passkeyRefused: "Dieser Passkey funktioniert hier nicht. Verwenden Sie einen anderen oder Ihr Passwort.",
    throttled: (wait) => `Zu viele Versuche. Versuchen Sie es ${wait} noch einmal.`,
    busy: "Gerade melden sich viele Menschen an. Warten Sie ein paar Sekunden und versuchen Sie es dann noch einmal.",
    stale: "Bitte melden Sie sich zur Sicherheit noch einmal an.",
    otherAddress: (origin) =>
      `Wenn die Adresse dieser Seite nicht mit ${origin} beginnt, öffnen Sie stattdessen diese Adresse.`,
    noCookie:
      "Ihr Browser hat unser Cookie nicht zurückgeschickt. Erlauben Sie Cookies für diese Website und melden Sie sich dann noch einmal an.",
    missingUsername: "Geben Sie Ihren Benutzernamen ein.",
    missingPassword: "Geben Sie Ihr Passwort ein.",
    tooLongPassword: "Dieses Passwort ist zu lang.",
  },
  continue: {
    title: (client) => `Weiter zu ${client}`,
    heading: (client) => html`Weiter zu ${client}`,
    promise: (client) => html`${client} erfährt, wer Sie sind, aber nie Ihr Passwort.`,
    allow: (client, person) => html`Als ${person} weiter zu ${client}`,
    useAnother: "Anderes Konto verwenden",
    stale: "Bitte bestätigen Sie zur Sicherheit noch einmal.",
  },
  notAdmitted: {
    title: (client) => `Kein Zugang zu ${client}`,
    heading: (client) => html`Dieses Konto hat keinen Zugang zu ${client}`,
    sentence: (client) =>
      html`Nur bestimmte Personen können ${client} verwenden. Wenn Sie Zugang brauchen, wenden Sie sich an die Verantwortlichen der Anwendung oder verwenden Sie ein anderes Konto.`,
  },
  consent: {
    title: (client) => `Zugriff für ${client} erlauben`,
    heading: (client) => html`Zugriff für ${client} erlauben?`,
    lead: "Die Anwendung kann dann",
    promise: (client) =>
      html`${client} erfährt Ihr Passwort nie. Sie können den Zugriff jederzeit auf Ihrer Kontoseite widerrufen.`,
    allow: "Erlauben",
    deny: "Nicht erlauben",
    useAnother: "Anderes Konto verwenden",
    stale: "Bitte antworten Sie zur Sicherheit noch einmal.",
  },
  account: {
    title: "Ihr Konto",
    applicationsHeading: "Anwendungen mit Zugriff auf Ihr Konto",
    noApplications: "Noch keine. Sobald Sie einer Anwendung Zugriff erlauben, erscheint sie hier.",
    itMay: "Die Anwendung kann",
    since: (date) => html`Seit dem ${date}`,
    withdraw: "Zugriff widerrufen",
    consequence: "Mit dem Widerruf verliert die Anwendung den Zugriff sofort und muss Sie neu fragen.",
    withdrawn: (client) => html`${client} hat keinen Zugriff mehr auf Ihr Konto.`,
    stale: "Bitte wählen Sie zur Sicherheit noch einmal.",
  },
  formPost: {
    title: (client) => `Zurück zu ${client}`,
    lead: "Das dauert einen Moment. Wenn nichts passiert, wählen Sie „Weiter“.",
    submit: "Weiter",
  },
  signOut: {
    title: "Abmelden",
    heading: "Abmelden?",
    lead: "Sie sind angemeldet als",
    submit: "Abmelden",
    stay: "Angemeldet bleiben",
    stale: "Bitte bestätigen Sie zur Sicherheit noch einmal.",
    leadsTo: (client) => html`Nach dem Abmelden kehren Sie zu ${client} zurück.`,
    brokenRequest:
      "Die Anfrage der Anwendung war nicht in Ordnung, deshalb können wir Sie nicht zu ihr zurückbringen.",
    doneTitle: "Sie sind abgemeldet",
    doneLead: "Sie sind in diesem Browser nicht mehr bei diesem Dienst angemeldet.",
    doneNote:
      "In Anwendungen, die Sie benutzt haben, sind Sie vielleicht noch angemeldet. Schließen Sie den Browser, wenn auch andere diesen Computer benutzen.",
  },
  home: {
    heading: "Eine Anmeldung für Ihre Anwendungen",
    whatThisIs:
      "Anwendungen, die diesen Dienst nutzen, schicken Sie hierher, wenn sie wissen müssen, wer Sie sind.",
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
      sentence: `Das war zu viel auf einmal. Diesmal wurde nichts geändert, und Ihr Konto ist sicher. Versuchen Sie es ${wait} noch einmal.`,
    }),
    internal: {
      title: "Bei uns ist etwas schiefgegangen",
      sentence: "Es liegt nicht an Ihnen, und Ihr Konto ist sicher. Versuchen Sie es gleich noch einmal.",
    },
    tryAgain: "Noch einmal versuchen",
    home: "Zur Startseite",
    reference: "Referenz",
    whereDetailIs: "Wer die Anwendung entwickelt, findet Näheres unter dieser Referenz im Log des Dienstes.",
  },
};
