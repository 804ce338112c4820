import { html } from "../../html.ts";
import type { SignInWords } from "../../words/sign-in.ts";

export const signIn: SignInWords = {
  signIn: {
    title: (client) => `Bei ${client} anmelden`,
    heading: "Anmelden",
    lead: (client) => html`um mit ${client} fortzufahren`,
    ownTitle: "Bei Ihrem Konto anmelden",
    ownLead: "um zu Ihrem Konto zu gelangen",
    proofTitle: "Bestätigen Sie, dass Sie es sind",
    proofLead: (client) => html`${client} bittet Sie, sich noch einmal anzumelden.`,
    ownProofLead: "Diese Seite verlangt eine Anmeldung aus den letzten fünf Minuten.",
    notYou: "Nicht Sie? Anderes Konto verwenden",
    username: "Benutzername",
    password: "Passwort",
    show: "Anzeigen",
    showWhat: ": Passwort",
    capsLock: "Die Feststelltaste ist aktiv.",
    submit: "Anmelden",
    usePasskey: "Passkey verwenden",
    passkeyNeedsScripts: "Um einen Passkey zu verwenden, erlauben Sie Skripte für diese Seite.",
    passkeyCancelled: "Es wurde kein Passkey verwendet. Sie können es noch einmal versuchen.",
    passkeyUnsupported:
      "Dieser Browser kann keine Passkeys verwenden. Nehmen Sie einen anderen Browser oder Ihr Telefon.",
    promise: (client) => html`${client} erfährt Ihr Passwort nie.`,
    forgot: "Passwort vergessen?",
    signUp: "Konto anlegen",
    mismatch: "Benutzername, E-Mail-Adresse oder Passwort stimmt nicht.",
    locked: (notMe, forgot) =>
      `Dieses Konto ist gesperrt, weil in einer Nachricht dazu „${notMe}“ gewählt wurde. Wählen Sie über „${forgot}“ ein neues Passwort, um es zu entsperren.`,
    unavailable:
      "Im Moment lassen sich nicht alle Passwörter prüfen. Wenn Ihres stimmt, versuchen Sie es in ein paar Minuten noch einmal.",
    notMoved: (forgot) =>
      `Benutzername, E-Mail-Adresse oder Passwort stimmt nicht. Wenn Sie sich länger nicht angemeldet haben, wählen Sie über „${forgot}“ ein neues Passwort.`,
    expired: (forgot) => `Dieses Passwort ist abgelaufen. Wählen Sie über „${forgot}“ ein neues.`,
    passkeyRefused: "Dieser Passkey funktioniert hier nicht. Verwenden Sie einen anderen oder Ihr Passwort.",
    throttled: (wait) => `Zu viele Versuche. Versuchen Sie es ${wait} noch einmal.`,
    throttledBut: {
      passkey: (wait) =>
        `Zu viele Versuche. Versuchen Sie es ${wait} noch einmal oder verwenden Sie einen Passkey.`,
      reset: (wait) =>
        `Zu viele Versuche. Versuchen Sie es ${wait} noch einmal oder wählen Sie ein neues Passwort.`,
      both: (wait) =>
        `Zu viele Versuche. Versuchen Sie es ${wait} noch einmal, verwenden Sie einen Passkey oder wählen Sie ein neues Passwort.`,
    },
    busy: "Gerade melden sich viele Personen an. Warten Sie ein paar Sekunden und versuchen Sie es dann noch einmal.",
    stale: "Diese Seite war nicht mehr aktuell. Bitte melden Sie sich noch einmal an.",
    otherAddress: (origin) =>
      `Wenn die Adresse dieser Seite nicht mit ${origin} beginnt, öffnen Sie stattdessen diese Adresse.`,
    noCookie:
      "Ihr Browser hat unser Cookie nicht zurückgeschickt. Erlauben Sie Cookies für diese Website und melden Sie sich dann noch einmal an.",
    missingPassword: "Geben Sie Ihr Passwort ein.",
    tooLongPassword: "Dieses Passwort ist zu lang.",
  },
  upstreamSignIn: {
    or: "oder",
    button: (name) => html`Weiter mit ${name}`,
    next: "Weiter",
    awayTitle: (name) => `Mit ${name} anmelden`,
    away: (name) => html`Sie werden zu ${name} weitergeleitet und sind gleich wieder hier.`,
    goOn: (name) => html`Zu ${name}`,
    denied: (name) =>
      `Sie haben sich nicht mit ${name} angemeldet. Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.`,
    unavailable: (name) =>
      `${name} antwortet gerade nicht. Versuchen Sie es in einigen Minuten noch einmal oder wählen Sie einen anderen Weg.`,
    misconfigured: (name) =>
      `Die Anmeldung mit ${name} funktioniert zurzeit nicht. Es liegt nicht an Ihnen; der Betreiber dieses Dienstes sieht den Grund.`,
    untrusted: (name) =>
      `Die Antwort von ${name} ließ sich nicht prüfen, deshalb sind Sie nicht angemeldet. Versuchen Sie es noch einmal.`,
    late: "Diese Anmeldung hat zu lange gedauert oder wurde schon verwendet. Beginnen Sie noch einmal.",
    gone: "Dieser Weg zur Anmeldung wird nicht mehr angeboten. Wählen Sie einen anderen.",
    refused: (name) =>
      `Mit Ihrem Konto bei ${name} haben Sie hier keinen Zugang. Melden Sie sich anders an oder fragen Sie den Betreiber dieses Dienstes.`,
    addressTaken: (name) =>
      `Ihre Adresse gehört hier zu einem Konto, das mit einem anderen Konto bei ${name} verbunden ist. Melden Sie sich mit diesem oder auf anderem Weg an.`,
  },
  continue: {
    title: (client) => `Weiter zu ${client}`,
    heading: (client) => html`Weiter zu ${client}`,
    promise: (client) => html`${client} erfährt, wer Sie sind, aber nie Ihr Passwort.`,
    allow: (client, person) => html`Als ${person} weiter zu ${client}`,
    useAnother: "Anderes Konto verwenden",
  },
  chooseAccount: {
    title: "Konto auswählen",
    link: "Konto wechseln",
  },
  notAdmitted: {
    title: (client) => `Kein Zugang zu ${client}`,
    heading: (client) => html`Dieses Konto hat keinen Zugang zu ${client}`,
    sentence: (client) =>
      html`Nur bestimmte Personen können ${client} verwenden. Wenn Sie Zugang brauchen, wenden Sie sich an den Betreiber der Anwendung oder verwenden Sie ein anderes Konto.`,
  },
  notSent: {
    title: "Es wurde nichts gesendet",
    lead: (client) =>
      html`Sie waren bei ${client} nicht mehr angemeldet. Was Sie gesendet haben, ist dort nicht angekommen.`,
    advice:
      "Gehen Sie im Browser zurück und kopieren Sie Ihre Eingaben. Melden Sie sich dann an und senden Sie sie noch einmal.",
  },
  verify: {
    heading: "Anmeldung in zwei Schritten",
    lead: (client) =>
      html`Geben Sie den Code aus Ihrer Authenticator-App ein, um mit ${client} fortzufahren.`,
    ownLead: "Geben Sie den Code aus Ihrer Authenticator-App ein.",
    code: "Code",
    either: "Auch ein Wiederherstellungscode ist möglich.",
    useRecoveryCode: "Wiederherstellungscode verwenden",
    useApp: "Stattdessen die App verwenden",
    recoveryLead: "Geben Sie einen Ihrer Wiederherstellungscodes ein. Jeder gilt einmal.",
    atOnce: "Wird mit der sechsten Ziffer sofort abgeschickt.",
    wrongRecovery: "Dieser Wiederherstellungscode stimmt nicht oder wurde schon benutzt.",
    trust: "In diesem Browser 30 Tage lang nicht nach einem Code fragen",
    submit: "Bestätigen",
    missing: "Geben Sie den Code ein.",
    wrong:
      "Dieser Code stimmt nicht. Geben Sie den ein, den Ihre App gerade anzeigt, oder einen Wiederherstellungscode, den Sie noch nicht benutzt haben.",
    spent: "Dieser Code wurde schon benutzt. Warten Sie, bis Ihre App den nächsten anzeigt.",
    lost: "Weder App noch Wiederherstellungscode zur Hand? Der Betreiber dieses Dienstes kann Ihnen helfen.",
    passkeyLead: "Bestätigen Sie mit Ihrem Passkey, dass Sie es sind.",
    passkeyMade: "Ihr Passkey ist eingerichtet. Verwenden Sie ihn einmal, um fortzufahren.",
    recoveryCode: "Wiederherstellungscode",
    lostPasskey:
      "Passkey verloren? Der Betreiber dieses Dienstes kann ihn entfernen. Danach können Sie einen neuen hinzufügen.",
  },
  enrol: {
    needed: (client) => html`${client} verlangt einen zweiten Schritt.`,
    ownNeeded: "Ihr Konto verlangt einen zweiten Schritt.",
    passkeyOnly: "Hier ist nur ein Passkey sicher genug. Richten Sie einen ein, um fortzufahren.",
    otherTitle: "Noch etwas einzurichten",
    setUpPasskey: "Passkey einrichten",
    passkey: "Stattdessen einen Passkey verwenden",
  },
  passkeyOffer: {
    title: "Beim nächsten Mal ohne Passwort anmelden?",
    lead: "Sie sind angemeldet. Dieses Gerät kann einen Passkey für Sie aufbewahren: Dann genügen Fingerabdruck, Gesicht oder Geräte-PIN.",
    add: "Passkey hinzufügen",
    notNow: "Jetzt nicht",
  },
  linkNeeded: {
    title: "Dafür brauchen Sie einen Link",
    lead: "Ihr Konto hat Administratorrechte. Darum genügt ein Passwort allein nicht, um eine neue Anmeldemöglichkeit hinzuzufügen.",
    repair:
      "Bitten Sie jemanden, der ebenfalls Administratorrechte hat, um einen Wiederherstellungslink, oder erzeugen Sie einen dort, wo der Dienst läuft. Er führt Sie durch das Einrichten eines zweiten Faktors.",
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
    leadsTo: (client) => html`Nach dem Abmelden kehren Sie zu ${client} zurück.`,
    brokenRequest:
      "Die Abmeldeanfrage der Anwendung war ungültig, deshalb können wir Sie nicht zu ihr zurückbringen.",
    submitAll: "Von allen Konten abmelden",
    doneTitle: "Sie sind abgemeldet",
    doneLead: "Sie sind in diesem Browser nicht mehr bei diesem Dienst angemeldet.",
    othersStay: "In diesem Browser sind noch andere Konten angemeldet.",
    doneNote:
      "In Anwendungen, die Sie benutzt haben, sind Sie vielleicht noch angemeldet. Schließen Sie den Browser, wenn auch andere diesen Computer benutzen.",
  },
};
