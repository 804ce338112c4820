import type { MailWords } from "../../words/mail.ts";

export const mail: MailWords = {
  greeting: (name) => `Guten Tag ${name},`,
  greetingOnly: "Guten Tag,",
  once: (until) => `Der Link gilt einmal und bis zum ${until}.`,
  copy: "Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:",
  ignore: "Falls Sie diese Nachricht nicht erwartet haben, können Sie sie ignorieren. Es ändert sich nichts.",
  unexpected: (service) =>
    `Falls Sie diese Nachricht nicht erwartet haben, fragen Sie bitte beim Betreiber von ${service} nach.`,
  notYou: (service) =>
    `Falls Sie das nicht waren, ändern Sie bitte sofort Ihr Passwort, sehen Sie nach, was sich noch geändert hat, und melden Sie es dem Betreiber von ${service}.`,
  lock: "Falls Sie das nicht waren, öffnen Sie den Link, um Ihr Konto zu sperren. Dann werden alle abgemeldet, und niemand kann sich anmelden, bis Sie ein neues Passwort gewählt haben.",
  lockButton: "Das war ich nicht",
  account: "Zu meinem Konto",
  closing: (service) =>
    `${service} hat diese Nachricht automatisch verschickt. Bitte antworten Sie nicht: Dieses Postfach liest niemand.`,
  when: "Wann",
  browser: "Browser",
  network: "Netz",
  passkey: "Passkey",
  provider: "Anbieter",
  newAddress: "Neue Adresse",
  codesLeft: "Verbleibende Codes",
  deletedAt: "Wird gelöscht",
  messages: {
    recover: [
      "Neues Passwort wählen",
      (service) =>
        `Jemand hat für Ihr Konto bei ${service} ein neues Passwort angefordert. Wenn Sie das waren, öffnen Sie den Link und wählen Sie eines.`,
      "Neues Passwort wählen",
    ],
    "operator-recover": [
      "Zurück in Ihr Konto",
      (service) =>
        `Der Betreiber von ${service} hat diesen Link für Sie erstellt. Mit ihm können Sie sich wieder anmelden.`,
      "Zurück ins Konto",
    ],
    "account-locked": [
      "Ihr Konto ist gesperrt",
      (service) =>
        `Ihr Konto bei ${service} wurde mit dem Link aus einer unserer Nachrichten gesperrt. Alle sind abgemeldet. Wählen Sie ein neues Passwort, um es zu entsperren.`,
      "Neues Passwort wählen",
    ],
    "verify-address": [
      "E-Mail-Adresse bestätigen",
      (service) =>
        `Jemand hat diese Adresse für ein Konto bei ${service} angegeben. Wenn Sie das waren, bestätigen Sie bitte, dass sie Ihnen gehört.`,
      "Adresse bestätigen",
    ],
    "sign-up": [
      "Konto anlegen",
      (service) =>
        `Jemand möchte mit dieser Adresse ein Konto bei ${service} anlegen. Wenn Sie das sind, öffnen Sie den Link, um fortzufahren.`,
      "Konto anlegen",
    ],
    "sign-up-taken": [
      "Sie haben bereits ein Konto",
      (service) =>
        `Jemand wollte diese Adresse für ein Konto bei ${service} verwenden. Sie haben dort bereits ein Konto, daher hat sich nichts geändert. Wenn Sie das waren, melden Sie sich an.`,
      "Anmelden",
    ],
    test: [
      "Eine Testnachricht",
      (service) => `Diese Nachricht zeigt, dass ${service} Ihnen E-Mails senden kann.`,
    ],
    invitation: [
      "Sie sind eingeladen",
      (service) => `Sie sind eingeladen, ein Konto bei ${service} anzulegen.`,
      "Konto anlegen",
    ],
    "deletion-announced": [
      "Ihr Konto wird gelöscht",
      (service) =>
        `Ihr Konto bei ${service} wird wie gewünscht gelöscht. Wenn Sie es behalten möchten, öffnen Sie vor dem unten genannten Zeitpunkt den Link und melden Sie sich an.`,
      "Konto behalten",
    ],
    "new-device": [
      "Neue Anmeldung bei Ihrem Konto",
      (service) => `Jemand hat sich mit einem neuen Browser bei Ihrem Konto (${service}) angemeldet.`,
    ],
    "password-changed": [
      "Ihr Passwort wurde geändert",
      (service) => `Das Passwort Ihres Kontos bei ${service} wurde geändert.`,
    ],
    "password-removed": [
      "Ihr Passwort wurde entfernt",
      (service) =>
        `Das Passwort Ihres Kontos bei ${service} wurde entfernt. Es kann nicht mehr zum Anmelden verwendet werden.`,
    ],
    "passkey-added": [
      "Ein Passkey wurde hinzugefügt",
      (service) => `Ihr Konto bei ${service} hat einen neuen Passkey. Mit ihm kann man sich anmelden.`,
    ],
    "passkey-removed": [
      "Ein Passkey wurde entfernt",
      (service) =>
        `Ein Passkey Ihres Kontos bei ${service} wurde entfernt. Er kann nicht mehr zum Anmelden verwendet werden.`,
    ],
    "app-password-made": [
      "Ein App-Passwort wurde erstellt",
      (service) =>
        `Für Ihr Konto bei ${service} wurde ein App-Passwort erstellt. Damit kann ein Programm eine Anwendung in Ihrem Namen verwenden.`,
    ],
    "upstream-linked": [
      "Ein anderes Konto wurde verbunden",
      (service) =>
        `Ihr Konto bei ${service} wurde mit einem Konto bei einem anderen Anbieter verbunden. Mit diesem kann man sich jetzt anmelden.`,
    ],
    "upstream-unlinked": [
      "Ein anderes Konto wurde getrennt",
      (service) =>
        `Ihr Konto bei ${service} wurde von einem Konto bei einem anderen Anbieter getrennt. Dieses kann nicht mehr zum Anmelden verwendet werden.`,
    ],
    "totp-added": [
      "Eine Authenticator-App wurde hinzugefügt",
      (service) =>
        `Ihr Konto bei ${service} hat jetzt eine Authenticator-App. Nach dem Passwort werden Sie nach ihrem Code gefragt.`,
    ],
    "totp-removed": [
      "Die Authenticator-App wurde entfernt",
      (service) =>
        `Die Authenticator-App Ihres Kontos bei ${service} wurde entfernt. Nach ihrem Code werden Sie nicht mehr gefragt.`,
    ],
    "recovery-codes-made": [
      "Neue Wiederherstellungscodes",
      (service) =>
        `Für Ihr Konto bei ${service} wurden neue Wiederherstellungscodes erstellt. Die früheren funktionieren nicht mehr.`,
    ],
    "recovery-code-used": [
      "Ein Wiederherstellungscode wurde verwendet",
      (service) =>
        `Einer der Wiederherstellungscodes Ihres Kontos bei ${service} wurde verwendet. Er funktioniert kein zweites Mal.`,
    ],
    "address-changed": [
      "Ihre E-Mail-Adresse wurde geändert",
      (service) =>
        `Ihr Konto bei ${service} hat eine neue E-Mail-Adresse. Nachrichten gehen ab jetzt dorthin, und mit dieser Adresse können Sie sich nicht mehr anmelden.`,
    ],
  },
};
