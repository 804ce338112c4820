import type { Catalogue } from "../catalogue.ts";
import { html } from "../html.ts";

/** The catalogue in German. */
export const german: Catalogue = {
  lang: "de",
  dir: "ltr",
  name: "Deutsch",
  problemTitle: (title) => `Fehler: ${title}`,
  backTo: (client) => html`Zurück zu ${client}`,
  developmentNote: "Nur zur Entwicklung auf diesem Computer: Die Verbindung ist nicht verschlüsselt.",
  abilities: {
    openid: "erkennen, dass Sie es sind",
    profile: "Ihren Namen und Benutzernamen sehen",
    email: "Ihre E-Mail-Adresse sehen",
    address: "Ihre Postanschrift sehen",
    phone: "Ihre Telefonnummer sehen",
    offline_access: "weiterhin zugreifen, während Sie abgemeldet sind",
  },
  picker: { label: "Sprache", submit: "Ändern" },
  signIn: {
    title: (client) => `Bei ${client} anmelden`,
    heading: "Anmelden",
    lead: (client) => html`um mit ${client} fortzufahren`,
    againLead: (person, client) =>
      html`Sie sind als ${person} angemeldet. Melden Sie sich noch einmal an, um mit ${client} fortzufahren.`,
    username: "Benutzername",
    password: "Passwort",
    show: "Anzeigen",
    showWhat: ": Passwort",
    capsLock: "Die Feststelltaste ist aktiv.",
    submit: "Anmelden",
    promise: (client) => html`${client} erfährt Ihr Passwort nie.`,
    mismatch: "Benutzername und Passwort passen nicht zusammen.",
    throttled: (wait) => `Zu viele Versuche. Versuchen Sie es ${wait} noch einmal.`,
    busy: "Gerade melden sich viele Menschen an. Warten Sie ein paar Sekunden, und versuchen Sie es dann noch einmal.",
    stale: "Bitte melden Sie sich zur Sicherheit noch einmal an.",
    missingUsername: "Geben Sie Ihren Benutzernamen ein.",
    missingPassword: "Geben Sie Ihr Passwort ein.",
    tooLongPassword: "Dieses Passwort ist länger, als ein Passwort hier sein kann.",
  },
  continue: {
    title: (client) => `Weiter zu ${client}`,
    heading: (client) => html`Weiter zu ${client}`,
    promise: (client) => html`${client} erfährt, wer Sie sind, aber nie Ihr Passwort.`,
    allow: (client, person) => html`Als ${person} weiter zu ${client}`,
    useAnother: "Anderes Konto verwenden",
    stale: "Bitte bestätigen Sie zur Sicherheit noch einmal.",
  },
  consent: {
    title: (client) => `Zugriff für ${client} erlauben`,
    heading: (client) => html`Zugriff für ${client} erlauben?`,
    lead: "Die Anwendung kann dann",
    promise: (client) =>
      html`${client} erfährt Ihr Passwort nie. Was Sie erlauben, gilt, bis Sie es hier auf Ihrer Kontoseite widerrufen.`,
    allow: "Erlauben",
    deny: "Nicht erlauben",
    useAnother: "Anderes Konto verwenden",
    stale: "Bitte antworten Sie zur Sicherheit noch einmal.",
  },
  account: {
    title: "Ihr Konto",
    password: "Ein neues Passwort erhalten Sie vom Betreiber dieses Dienstes.",
    applicationsHeading: "Anwendungen, denen Sie Zugriff erlaubt haben",
    noApplications:
      "Sie haben keiner Anwendung Zugriff erlaubt. Wenn eine fragt und Sie zustimmen, steht sie hier.",
    itMay: "Die Anwendung kann",
    since: (date) => html`Seit dem ${date}`,
    withdraw: "Widerrufen",
    consequence:
      "Mit dem Widerruf verliert eine Anwendung sofort, was sie hier erhalten hat. Danach muss sie Sie neu fragen.",
    withdrawn: (client) => html`Was Sie ${client} erlaubt hatten, ist widerrufen.`,
    stale: "Bitte wählen Sie zur Sicherheit noch einmal.",
  },
  formPost: {
    title: (client) => `Zurück zu ${client}`,
    lead: "Das dauert einen Moment. Wenn nichts passiert, geht es hier weiter.",
    submit: "Weiter",
  },
  signOut: {
    title: "Abmelden",
    heading: "Abmelden?",
    lead: "Sie sind angemeldet als",
    submit: "Abmelden",
    stay: "Angemeldet bleiben",
    stale: "Bitte bestätigen Sie zur Sicherheit noch einmal.",
    doneTitle: "Sie sind abgemeldet",
    doneLead: "Dieser Browser kennt Sie hier nicht mehr.",
    doneNote:
      "In Anwendungen, die Sie benutzt haben, sind Sie vielleicht noch angemeldet. Schließen Sie an einem Computer, den auch andere benutzen, den Browser.",
  },
  home: {
    title: "Latchkey",
    heading: "Die Haustür",
    whatThisIs:
      "Anwendungen, die diesen Anmeldedienst nutzen, schicken Sie hierher, wenn sie wissen müssen, wer Sie sind. Bis dahin gibt es hier nichts zu tun.",
    signedInAs: "Sie sind angemeldet als",
    notSignedIn: "Sie sind nicht angemeldet.",
    account: "Ihr Konto",
    signOut: "Abmelden",
  },
  error: {
    brokenRequest: {
      title: "Dieser Link funktioniert nicht",
      sentence:
        "Die Anwendung hat Sie mit einer Anfrage hierher geschickt, der nicht zu trauen ist. Deshalb geht es hier nicht weiter. Ihr Konto ist sicher. Gehen Sie zur Anwendung zurück, und beginnen Sie noch einmal.",
    },
    unknownApplication: {
      title: "Diese Anwendung ist hier nicht bekannt",
      sentence:
        "Der Link, der Sie hierher geführt hat, nennt eine Anwendung, die nicht registriert ist. Ihr Konto ist sicher. Gehen Sie zurück und beginnen Sie noch einmal, oder geben Sie dem Betreiber der Anwendung Bescheid.",
    },
    brokenForm: {
      title: "Das Formular ist nicht angekommen",
      sentence:
        "Es war unvollständig, oder es kam von woanders. Es ist nichts passiert, und Ihr Konto ist sicher.",
    },
    notFound: {
      title: "Hier ist keine Seite",
      sentence: "Vielleicht ist die Adresse falsch geschrieben, oder die Seite ist umgezogen.",
    },
    wrongMethod: {
      title: "Hier gibt es nichts zu tun",
      sentence: "Diese Adresse wurde auf eine Weise geöffnet, die sie nicht kennt. Es ist nichts passiert.",
    },
    unavailable: (wait) => ({
      title: "Gleich wieder da",
      sentence: `Die Anmeldung ist gerade nicht möglich. Es ist nichts verloren: Versuchen Sie es ${wait} noch einmal.`,
    }),
    internal: {
      title: "Bei uns ist etwas kaputtgegangen",
      sentence: "Es liegt nicht an Ihnen, und Ihr Konto ist sicher. Versuchen Sie es gleich noch einmal.",
    },
    tryAgain: "Noch einmal versuchen",
    home: "Zur Startseite",
    reference: "Referenz",
    whereDetailIs: "Wer die Anwendung entwickelt, findet Näheres unter dieser Referenz im Log des Dienstes.",
  },
};
