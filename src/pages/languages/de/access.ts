import { html } from "../../html.ts";
import type { AccessWords } from "../../words/access.ts";

export const access: AccessWords = {
  applicationPages: { policy: "Datenschutzerklärung", terms: "Nutzungsbedingungen" },
  abilities: {
    openid: "Erfahren, wer Sie sind",
    profile: "Ihren Namen und Benutzernamen sehen",
    email: "Ihre E-Mail-Adresse sehen",
    address: "Ihre Postanschrift sehen",
    phone: "Ihre Telefonnummer sehen",
    groups: "Sehen, zu welchen Gruppen Sie gehören",
    offline_access: "Weiterhin zugreifen, auch wenn Sie abgemeldet sind",
  },
  access: {
    to: (api) => html`Zugriff auf ${api}`,
    onYourBehalf: (api) => html`${api} in Ihrem Namen verwenden`,
    permission: (value) => html`Die Berechtigung ${value} nutzen`,
    keeps: "Was Sie bereits erlaubt haben, bleibt erlaubt.",
    whileSignedIn: "Der Zugriff besteht, solange Sie angemeldet sind.",
    afterSignOut: "Der Zugriff bleibt bestehen, auch wenn Sie sich abmelden.",
    claims: (name) => html`Die Anwendung nennt sich „${name}“. Niemand hat diesen Namen geprüft.`,
    selfNamed: "Die Anwendung hat sich diesen Namen selbst gegeben. Niemand hat ihn geprüft.",
    goesTo: (host) => html`Nach Ihrer Antwort geht es weiter zu ${host}.`,
    local:
      "Jedes Programm auf diesem Gerät kann sich als diese Anwendung ausgeben. Erlauben Sie den Zugriff nur, wenn Sie die Anmeldung gerade selbst begonnen haben.",
    ends: (api, wait) => html`Wenn Sie den Zugriff jetzt widerrufen, endet er bei ${api} spätestens ${wait}.`,
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
  },
  device: {
    title: "Gerät verbinden",
    lead: "Geben Sie den Code ein, den Ihr Gerät anzeigt.",
    code: "Code",
    hint: "Acht Buchstaben. Groß oder klein, mit oder ohne Bindestrich.",
    submit: "Weiter",
    missing: "Geben Sie den Code ein, den Ihr Gerät anzeigt.",
    unknown:
      "Auf diesen Code wartet kein Gerät. Prüfen Sie ihn auf Ihrem Gerät, oder lassen Sie dort einen neuen anzeigen.",
    over: "Dieses Gerät wartet nicht mehr. Wenn es nicht angemeldet ist, lassen Sie dort einen neuen Code anzeigen.",
    throttled: (wait) => `Zu viele falsche Codes. Versuchen Sie es ${wait} noch einmal.`,
    question: (client) => html`Auf Ihrem Gerät bei ${client} anmelden?`,
    questionTitle: (client) => `Auf Ihrem Gerät bei ${client} anmelden`,
    compare: "Prüfen Sie, ob Ihr Gerät diesen Code anzeigt:",
    beganHere: (when) => `Angefragt ${when} aus dem Netz, das Sie gerade verwenden.`,
    beganElsewhere: (when, network) => html`Angefragt ${when} aus einem anderen Netz als Ihrem: ${network}.`,
    warning:
      "Erlauben Sie das nur, wenn Sie die Anmeldung auf Ihrem Gerät selbst begonnen haben. Hat Ihnen jemand den Code oder einen Link geschickt, lehnen Sie ab: Sonst bekommt diese Person Zugang zu Ihrem Konto.",
    allowedTitle: "Ihr Gerät ist verbunden",
    allowed: (client) =>
      html`${client} meldet Sie jetzt auf Ihrem Gerät an. Sie können diese Seite schließen.`,
    deniedTitle: "Sie haben es nicht erlaubt",
    denied: (client) =>
      html`${client} erhält auf diesem Gerät keinen Zugriff. Sie können diese Seite schließen.`,
    another: "Weiteres Gerät verbinden",
  },
};
