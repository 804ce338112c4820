import { html } from "../../html.ts";
import type { WaysInWords } from "../../words/ways-in.ts";

export const waysIn: WaysInWords = {
  waysIn: {
    title: "Gehört das alles Ihnen?",
    lead: "Ihr neues Passwort gilt. Wer etwas davon hat, kann sich ebenfalls in Ihrem Konto anmelden. Entfernen Sie, was Sie nicht wiedererkennen.",
    allMine: "Das gehört alles mir, weiter",
    nothingLeft: "Mehr ist nicht zu prüfen",
  },
  password: {
    label: "Neues Passwort",
    rule: (least) =>
      `Mindestens ${least} Zeichen. Ein paar Wörter, die nichts miteinander zu tun haben, lassen sich leicht merken.`,
    progress: (typed, least) => `${typed} von ${least} Zeichen`,
    enough: "Lang genug. Beim Speichern prüfen wir, dass es auf keiner Liste gestohlener Passwörter steht.",
    tooShort: (least) =>
      `Dieses Passwort ist zu kurz. Verwenden Sie mindestens ${least} Zeichen, zum Beispiel ein paar Wörter, die nichts miteinander zu tun haben.`,
    tooLong: "Dieses Passwort ist zu lang. Wählen Sie ein kürzeres.",
    unreadable:
      "Dieses Passwort enthält ein Zeichen, das nicht möglich ist. Wählen Sie ein anderes Passwort.",
    repeated:
      "Hier wiederholen sich dieselben wenigen Zeichen, das ist schnell erraten. Verwenden Sie verschiedene Wörter.",
    predictable:
      "Dieses Passwort besteht aus Wörtern, Daten oder Tastaturmustern, die leicht zu erraten sind. Fügen Sie ein paar Wörter hinzu, die nichts miteinander zu tun haben.",
    ownWords:
      "Das ist hauptsächlich Ihr Name, Ihre Adresse oder der Name dieses Dienstes oder einer Anwendung. Solche Wörter werden zuerst erraten. Verwenden Sie Wörter, die nichts mit Ihnen zu tun haben.",
    stolen:
      "Dieses Passwort steht auf Listen gestohlener Passwörter, die zuerst ausprobiert werden. Wählen Sie ein anderes.",
    busy: "Gerade wählen viele Personen ein Passwort. Warten Sie ein paar Sekunden und versuchen Sie es dann noch einmal.",
  },
  changePassword: {
    title: "Passwort ändern",
    setTitle: "Passwort festlegen",
    lead: "Hier bleiben Sie angemeldet. Alle anderen Browser und Anwendungen werden abgemeldet.",
    submit: "Passwort ändern",
    setSubmit: "Passwort festlegen",
    done: "Ihr Passwort wurde geändert. Alle anderen Browser sind abgemeldet.",
    removeTitle: "Ohne Passwort anmelden",
    removeLead:
      "Sie können sich auch anders anmelden und deshalb auf ein Passwort verzichten. Sie können jederzeit wieder eines festlegen.",
    remove: "Passwort entfernen",
    removed: "Ihr Passwort wurde entfernt.",
    lastWay: "Sie brauchen Ihr Passwort: Sie haben keinen anderen Weg, sich anzumelden.",
  },
  passkeys: {
    title: "Passkeys",
    lead: "Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder Geräte-PIN an. Sie müssen sich nichts merken, und niemand kann ihn Ihnen entlocken.",
    none: "Sie haben noch keinen Passkey.",
    add: "Passkey hinzufügen",
    added: (name) => html`${name} wurde hinzugefügt. Sie können sich ab jetzt damit anmelden.`,
    renamed: (name) => html`Der Passkey heißt jetzt ${name}.`,
    removed: (name) => html`${name} wurde entfernt. Niemand kann sich mehr damit anmelden.`,
    created: (date) => html`Hinzugefügt am ${date}`,
    lastUsed: (date) => html`zuletzt verwendet am ${date}`,
    neverUsed: "noch nie verwendet",
    synchronised: "auf Ihren Geräten synchronisiert",
    onOneDevice: "nur auf einem Gerät",
    wentBack: (date) =>
      html`Dieser Passkey wurde vielleicht kopiert (${date}). Wenn Sie kein Gerät wiederhergestellt haben, entfernen Sie ihn und fügen Sie einen neuen hinzu.`,
    name: "Name",
    edit: "Bearbeiten",
    rename: "Namen speichern",
    remove: "Entfernen",
    badName: "Geben Sie einen Namen mit höchstens 64 Zeichen ein.",
    last: "Nur mit diesem Passkey können Sie sich anmelden. Fügen Sie erst einen anderen hinzu.",
    full: "Mehr Passkeys kann ein Konto nicht haben. Entfernen Sie erst einen.",
    gone: "Dieser Passkey wurde bereits entfernt.",
    unnamed: "Passkey",
  },
  passkeyCreation: {
    needsScripts: "Um einen Passkey hinzuzufügen, erlauben Sie Skripte für diese Seite.",
    unsupported:
      "Dieser Browser kann keine Passkeys anlegen. Öffnen Sie diese Seite in einem anderen Browser oder auf Ihrem Telefon.",
    already: "Auf diesem Gerät gibt es bereits einen Passkey für Ihr Konto.",
    notAdded: "Es wurde kein Passkey hinzugefügt. Sie können es noch einmal versuchen.",
  },
  totp: {
    title: "Authenticator-App",
    setUpTitle: "Authenticator-App einrichten",
    what: "Eine Authenticator-App zeigt alle 30 Sekunden einen neuen Code. Zum Anmelden brauchen Sie dann zusätzlich einen Code.",
    scan: "Scannen Sie dieses Bild mit einer Authenticator-App, etwa Google Authenticator, oder mit Ihrem Passwortmanager",
    picture: "QR-Code für die Authenticator-App",
    key: "Oder geben Sie diesen Schlüssel in die App ein",
    enter: "Code, den die App anzeigt",
    confirm: "Bestätigen",
    wrong:
      "Dieser Code stimmt nicht. Prüfen Sie die Uhr Ihres Telefons und geben Sie dann den Code ein, den die App gerade anzeigt.",
    since: (date) => html`Eingerichtet am ${date}`,
    replace: "Andere App einrichten",
    removeTitle: "App entfernen",
    remove: "Entfernen",
    removeNote: "Ohne die App genügt zum Anmelden Ihr Passwort.",
    removeCheck: "Geben Sie zum Entfernen Ihr Passwort ein. Es muss auch allein stark genug sein.",
    wrongPassword: "Dieses Passwort stimmt nicht.",
    weakPassword:
      "Ihr Passwort ist nur zusammen mit einem Code stark genug. Wählen Sie zuerst eines mit mindestens 15 Zeichen und entfernen Sie dann die App.",
    throttled: (wait) =>
      `Zu viele Versuche. Versuchen Sie es ${wait} noch einmal, oder wählen Sie ein neues Passwort mit mindestens 15 Zeichen. Damit können Sie die App sofort entfernen.`,
    cannotRemove:
      "Ihr Konto braucht einen zweiten Faktor. Sie können eine andere App einrichten, diese aber nicht entfernen.",
    done: "Ihre Authenticator-App ist eingerichtet.",
    removed: "Ihre Authenticator-App wurde entfernt.",
  },
  recoveryCodes: {
    title: "Wieder\u00adherstellungs\u00adcodes",
    what: "Mit jedem Code können Sie sich einmal anmelden, wenn Sie App oder Passkey nicht zur Hand haben. Bewahren Sie die Codes sicher auf, getrennt vom Telefon.",
    left: (count) => `Verbleibende Codes: ${count}`,
    none: "Sie haben keine Wiederherstellungscodes.",
    make: "Neue Codes erstellen",
    makeNote: "Die alten Codes gelten dann nicht mehr.",
    needFactor:
      "Wiederherstellungscodes sind ein Ersatz für eine Authenticator-App oder einen Passkey. Richten Sie zuerst eines davon ein.",
    once: "Diese Codes werden nur einmal angezeigt. Sichern Sie sie, bevor Sie weitergehen.",
    copy: "Kopieren",
    copied: "Kopiert",
    download: "Herunterladen",
    print: "Drucken",
    kept: "Ich habe sie gesichert",
  },
  appPasswords: {
    title: "App-Passwörter",
    lead: "Für Programme, die die Anmeldeseite nicht öffnen können, etwa Kalender und Dateiverwaltung. Jedes gilt nur für eine Anwendung.",
    none: "Sie haben noch kein App-Passwort.",
    name: "Name",
    nameHint: "Zum Beispiel das Programm und das Gerät, die es verwenden werden.",
    application: "Anwendung",
    make: "App-Passwort erstellen",
    made: (name) => html`Ihr App-Passwort ${name} ist fertig`,
    once: "Fügen Sie es jetzt in das Programm ein oder tippen Sie es ab: Es wird nur einmal angezeigt.",
    done: "Fertig",
    created: (date) => html`Erstellt am ${date}`,
    lastUsed: (date) => html`zuletzt verwendet am ${date}`,
    neverUsed: "noch nie verwendet",
    revoke: "Entfernen",
    revoked: (name) => html`${name} wurde entfernt und funktioniert nicht mehr.`,
    gone: "Dieses App-Passwort wurde bereits entfernt.",
    full: "Mehr App-Passwörter kann ein Konto nicht haben. Entfernen Sie erst eines.",
    badName: "Geben Sie einen Namen mit höchstens 64 Zeichen ein.",
    notThere: "Für diese Anwendung können Sie kein App-Passwort mehr erstellen.",
    noApplication: "Keine Anwendung, die Sie verwenden dürfen, nimmt App-Passwörter an.",
  },
  upstreams: {
    title: "Andere Konten",
    lead: "Verbinden Sie ein Konto, das Sie anderswo haben, und melden Sie sich hier damit an.",
    none: "Es gibt keinen anderen Anbieter, den Sie verbinden könnten.",
    as: (label) => html`Verbunden als ${label}`,
    notLinked: "Nicht verbunden",
    link: (name) => html`${name} verbinden`,
    unlink: (name) => html`${name} trennen`,
    linked: (name) => `${name} ist verbunden. Sie können sich ab jetzt damit anmelden.`,
    unlinked: (name) => `${name} ist getrennt. Sie können sich damit nicht mehr anmelden.`,
    taken: (name) =>
      `Es wurde nichts verbunden: Dieses Konto bei ${name} ist hier schon mit einem fremden Konto verbunden, oder Ihres ist schon mit einem anderen verbunden.`,
    lastWay:
      "Das ist Ihr einziger Weg zur Anmeldung. Legen Sie ein Passwort fest oder fügen Sie einen Passkey hinzu, bevor Sie ihn trennen.",
  },
};
