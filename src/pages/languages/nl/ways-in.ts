import { html } from "../../html.ts";
import type { WaysInWords } from "../../words/ways-in.ts";

export const waysIn: WaysInWords = {
  waysIn: {
    title: "Is dit allemaal van u?",
    lead: "Uw nieuwe wachtwoord is ingesteld. Iedereen die een van deze middelen heeft, kan ook in uw account inloggen.",
    remove: "Verwijderen wat u niet kent",
    allMine: "Dit is allemaal van mij, doorgaan",
  },
  password: {
    label: "Nieuw wachtwoord",
    rule: (least) =>
      `Minstens ${least} tekens. Een paar woorden die niets met elkaar te maken hebben, zijn makkelijk te onthouden.`,
    progress: (typed, least) => `${typed} van ${least} tekens`,
    enough:
      "Lang genoeg. Bij het opslaan controleren we of het op geen lijst met gestolen wachtwoorden staat.",
    tooShort: (least) =>
      `Dit wachtwoord is te kort. Gebruik minstens ${least} tekens, bijvoorbeeld een paar woorden die niets met elkaar te maken hebben.`,
    tooLong: "Dit wachtwoord is te lang. Kies een korter wachtwoord.",
    unreadable: "Dit wachtwoord bevat een teken dat niet kan worden gebruikt. Kies een ander wachtwoord.",
    repeated: "Hier herhalen zich dezelfde paar tekens; dat is snel geraden. Gebruik verschillende woorden.",
    predictable:
      "Dit wachtwoord bestaat uit woorden, datums of toetspatronen die makkelijk te raden zijn. Voeg een paar woorden toe die niets met elkaar te maken hebben.",
    ownWords:
      "Dit is vooral uw naam, uw adres of de naam van deze dienst of van een applicatie. Die worden het eerst geraden. Gebruik woorden die niets met u te maken hebben.",
    stolen:
      "Dit wachtwoord staat op lijsten met gestolen wachtwoorden, die het eerst worden geprobeerd. Kies een ander.",
    busy: "Op dit moment kiezen veel mensen een wachtwoord. Wacht een paar seconden en probeer het dan opnieuw.",
  },
  changePassword: {
    title: "Uw wachtwoord wijzigen",
    setTitle: "Een wachtwoord instellen",
    lead: "Hier blijft u ingelogd. Alle andere browsers en applicaties worden uitgelogd.",
    submit: "Wachtwoord wijzigen",
    setSubmit: "Wachtwoord instellen",
    done: "Uw wachtwoord is gewijzigd. Alle andere browsers zijn uitgelogd.",
    removeTitle: "Inloggen zonder wachtwoord",
    removeLead:
      "U kunt ook op een andere manier inloggen en kunt dus zonder wachtwoord. U kunt er op elk moment weer een instellen.",
    remove: "Wachtwoord verwijderen",
    removed: "Uw wachtwoord is verwijderd.",
    lastWay: "U hebt uw wachtwoord nodig: u kunt op geen andere manier inloggen.",
  },
  passkeys: {
    title: "Passkeys",
    lead: "Met een passkey logt u in met uw vingerafdruk, uw gezicht of de pincode van uw apparaat. U hoeft niets te onthouden, en niemand kan hem u ontfutselen.",
    none: "U hebt nog geen passkey.",
    add: "Passkey toevoegen",
    added: (name) => html`${name} is toegevoegd. U kunt er vanaf nu mee inloggen.`,
    renamed: (name) => html`De passkey heet nu ${name}.`,
    removed: (name) => html`${name} is verwijderd. U kunt er niet meer mee inloggen.`,
    created: (date) => html`Toegevoegd op ${date}`,
    lastUsed: (date) => html`laatst gebruikt op ${date}`,
    neverUsed: "nooit gebruikt",
    synchronised: "gesynchroniseerd tussen uw apparaten",
    onOneDevice: "alleen op één apparaat",
    wentBack: (date) =>
      html`Deze passkey is misschien gekopieerd (${date}). Hebt u geen apparaat hersteld? Verwijder hem dan en voeg een nieuwe toe.`,
    name: "Naam",
    edit: "Bewerken",
    rename: "Naam opslaan",
    remove: "Verwijderen",
    badName: "Vul een naam van hoogstens 64 tekens in.",
    last: "U kunt alleen met deze passkey inloggen. Voeg eerst een andere toe.",
    full: "Meer passkeys kan een account niet hebben. Verwijder er eerst een.",
    gone: "Deze passkey was al verwijderd.",
    unnamed: "Passkey",
  },
  passkeyCreation: {
    needsScripts: "Sta scripts toe op deze pagina om een passkey toe te voegen.",
    unsupported:
      "Deze browser kan geen passkeys maken. Open deze pagina in een andere browser of op uw telefoon.",
    already: "Dit apparaat heeft al een passkey voor uw account.",
    notAdded: "Er is geen passkey toegevoegd. U kunt het opnieuw proberen.",
  },
  totp: {
    title: "Authenticator-app",
    setUpTitle: "Authenticator-app instellen",
    what: "Een authenticator-app, bijvoorbeeld Google Authenticator of een wachtwoordmanager, toont elke 30 seconden een nieuwe code. Om in te loggen hebt u dan ook een code nodig.",
    scan: "Scan deze afbeelding met de app",
    picture: "QR-code voor de authenticator-app",
    key: "Of typ deze sleutel in de app",
    enter: "Code die de app toont",
    confirm: "Bevestigen",
    wrong:
      "Deze code klopt niet. Controleer de klok van uw telefoon en vul dan de code in die de app nu toont.",
    since: (date) => html`Ingesteld op ${date}`,
    replace: "Een andere app instellen",
    removeTitle: "App verwijderen",
    remove: "Verwijderen",
    removeNote: "Zonder de app is uw wachtwoord genoeg om in te loggen.",
    removeCheck: "Vul uw wachtwoord in om de app te verwijderen. Het moet ook op zichzelf sterk genoeg zijn.",
    wrongPassword: "Dat wachtwoord klopt niet.",
    weakPassword:
      "Uw wachtwoord is alleen samen met een code sterk genoeg. Kies eerst een wachtwoord van minstens 15 tekens en verwijder daarna de app.",
    cannotRemove:
      "Uw account heeft een tweede factor nodig. U kunt een andere app instellen, maar deze niet verwijderen.",
    done: "Uw authenticator-app is ingesteld.",
    removed: "Uw authenticator-app is verwijderd.",
  },
  recoveryCodes: {
    title: "Herstelcodes",
    what: "Met elke code kunt u één keer inloggen als u uw app of passkey niet hebt. Bewaar ze op een veilige plek, niet bij uw telefoon.",
    left: (count) => `Resterende codes: ${count}`,
    none: "U hebt geen herstelcodes.",
    make: "Nieuwe codes maken",
    makeNote: "De oude codes werken dan niet meer.",
    needFactor:
      "Herstelcodes zijn een reserve voor een authenticator-app of een passkey. Stel eerst een van beide in.",
    once: "Deze codes worden maar één keer getoond. Bewaar een kopie voordat u verdergaat.",
    copy: "Kopiëren",
    copied: "Gekopieerd",
    download: "Downloaden",
    print: "Afdrukken",
    kept: "Ik heb ze bewaard",
  },
  upstreams: {
    title: "Andere accounts",
    lead: "Verbind een account dat u elders hebt en log er hier mee in.",
    none: "Er is geen andere aanbieder om te verbinden.",
    as: (label) => html`Verbonden als ${label}`,
    notLinked: "Niet verbonden",
    link: (name) => html`${name} verbinden`,
    unlink: (name) => html`${name} loskoppelen`,
    linked: (name) => `${name} is verbonden. U kunt er vanaf nu mee inloggen.`,
    unlinked: (name) => `${name} is losgekoppeld. U kunt er niet meer mee inloggen.`,
    taken: (name) =>
      `Er is niets verbonden: dat account bij ${name} hoort hier bij iemand anders, of het uwe is al met een ander verbonden.`,
    lastWay:
      "Dit is uw enige manier om in te loggen. Stel een wachtwoord in of voeg een passkey toe voordat u deze loskoppelt.",
  },
};
