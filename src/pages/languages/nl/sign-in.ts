import type { Catalogue } from "../../catalogue.ts";
import { html } from "../../html.ts";

/** The catalogue in Dutch. */
export const dutch: Catalogue = {
  lang: "nl",
  dir: "ltr",
  name: "Nederlands",
  problemTitle: (title) => `Fout: ${title}`,
  backTo: (client) => html`Terug naar ${client}`,
  developmentNote: "Alleen voor ontwikkeling op deze computer: de verbinding is niet versleuteld.",
  applicationPages: { policy: "Privacybeleid", terms: "Gebruiksvoorwaarden" },
  abilities: {
    openid: "weten wie u bent",
    profile: "uw naam en gebruikersnaam zien",
    email: "uw e-mailadres zien",
    address: "uw postadres zien",
    phone: "uw telefoonnummer zien",
    groups: "zien tot welke groepen u behoort",
    offline_access: "toegang houden nadat u bent uitgelogd",
  },
  picker: { label: "Taal", submit: "Wijzigen" },
  signIn: {
    title: (client) => `Inloggen bij ${client}`,
    heading: "Inloggen",
    lead: (client) => html`om verder te gaan naar ${client}`,
    ownTitle: "Inloggen bij uw account",
    ownLead: "om naar uw account te gaan",
    againLead: (person, client) =>
      html`U bent ingelogd als ${person}. Log opnieuw in om verder te gaan naar ${client}.`,
    confirmLead: (person) =>
      html`U bent ingelogd als ${person}. Log opnieuw in, zodat niemand anders uw account kan wijzigen.`,
    username: "Gebruikersnaam",
    password: "Wachtwoord",
    show: "Toon",
    showWhat: " wachtwoord",
    capsLock: "Caps Lock staat aan.",
    submit: "Inloggen",
    usePasskey: "Passkey gebruiken",
    passkeyNeedsScripts: "Sta scripts toe op deze pagina om een passkey te gebruiken.",
    promise: (client) => html`${client} krijgt uw wachtwoord nooit te zien.`,
    forgot: "Wachtwoord vergeten?",
    signUp: "Account aanmaken",
    mismatch: "Deze gebruikersnaam en dit wachtwoord horen niet bij elkaar.",
    passkeyRefused: "Deze passkey werkt hier niet. Gebruik een andere of uw wachtwoord.",
    throttled: (wait) => `Te veel pogingen. Probeer het ${wait} opnieuw.`,
    busy: "Er loggen op dit moment veel mensen in. Wacht een paar seconden en probeer het dan opnieuw.",
    stale: "Log voor uw veiligheid opnieuw in.",
    otherAddress: (origin) => `Begint het adres van deze pagina niet met ${origin}, open dan dat adres.`,
    noCookie:
      "Uw browser heeft onze cookie niet teruggestuurd. Sta cookies voor deze site toe en log dan opnieuw in.",
    missingUsername: "Vul uw gebruikersnaam in.",
    missingPassword: "Vul uw wachtwoord in.",
    tooLongPassword: "Dit wachtwoord is te lang.",
  },
  continue: {
    title: (client) => `Doorgaan naar ${client}`,
    heading: (client) => html`Doorgaan naar ${client}`,
    promise: (client) => html`${client} komt te weten wie u bent, maar krijgt uw wachtwoord nooit te zien.`,
    allow: (client, person) => html`Doorgaan naar ${client} als ${person}`,
    useAnother: "Een ander account gebruiken",
    stale: "Bevestig het voor uw veiligheid opnieuw.",
  },
  notAdmitted: {
    title: (client) => `Geen toegang tot ${client}`,
    heading: (client) => html`Dit account heeft geen toegang tot ${client}`,
    sentence: (client) =>
      html`Alleen bepaalde personen kunnen ${client} gebruiken. Hebt u toegang nodig, vraag die dan aan bij de beheerders van de applicatie of gebruik een ander account.`,
  },
  consent: {
    title: (client) => `${client} toegang geven tot uw account`,
    heading: (client) => html`${client} toegang geven tot uw account?`,
    lead: "De applicatie kan dan",
    promise: (client) =>
      html`${client} krijgt uw wachtwoord nooit te zien. U kunt de toegang op elk moment intrekken op uw accountpagina.`,
    allow: "Toestaan",
    deny: "Niet toestaan",
    useAnother: "Een ander account gebruiken",
    stale: "Antwoord voor uw veiligheid opnieuw.",
  },
  account: {
    title: "Uw account",
    applicationsHeading: "Applicaties met toegang tot uw account",
    noApplications: "Nog geen. Zodra u een applicatie toegang geeft tot uw account, staat die hier.",
    itMay: "De applicatie kan",
    since: (date) => html`Sinds ${date}`,
    withdraw: "Toegang intrekken",
    consequence:
      "Als u de toegang intrekt, verliest de applicatie die meteen en moet ze u opnieuw om toestemming vragen.",
    withdrawn: (client) => html`${client} heeft geen toegang meer tot uw account.`,
    stale: "Kies voor uw veiligheid opnieuw.",
  },
  formPost: {
    title: (client) => `Terug naar ${client}`,
    lead: "Een ogenblik. Gebeurt er niets, kies dan ‘Verder’.",
    submit: "Verder",
  },
  signOut: {
    title: "Uitloggen",
    heading: "Uitloggen?",
    lead: "U bent ingelogd als",
    submit: "Uitloggen",
    stay: "Ingelogd blijven",
    stale: "Bevestig het voor uw veiligheid opnieuw.",
    leadsTo: (client) => html`Na het uitloggen gaat u terug naar ${client}.`,
    brokenRequest:
      "Het uitlogverzoek van de applicatie klopte niet. Daarom kunnen we u niet naar de applicatie terugsturen.",
    doneTitle: "U bent uitgelogd",
    doneLead: "U bent in deze browser niet meer ingelogd bij deze dienst.",
    doneNote:
      "Misschien bent u nog ingelogd bij applicaties die u hebt gebruikt. Sluit op een gedeelde computer de browser.",
  },
  home: {
    heading: "Eén login voor uw applicaties",
    whatThisIs: "Applicaties die deze dienst gebruiken, sturen u hierheen als ze moeten weten wie u bent.",
    signedInAs: "U bent ingelogd als",
    notSignedIn: "U bent niet ingelogd.",
    account: "Uw account",
    signOut: "Uitloggen",
  },
  error: {
    brokenRequest: {
      title: "Deze link werkt niet",
      sentence:
        "De applicatie heeft een verzoek gestuurd dat we niet kunnen vertrouwen. Daarom stopt het inloggen hier. Uw account is veilig. Ga terug naar de applicatie en begin opnieuw.",
    },
    unknownApplication: {
      title: "Deze applicatie kennen we niet",
      sentence:
        "De link waarmee u hier kwam, noemt een applicatie die niet bij deze dienst is geregistreerd. Uw account is veilig. Ga terug en begin opnieuw, of laat het de beheerders van de applicatie weten.",
    },
    brokenForm: {
      title: "We konden dit formulier niet lezen",
      sentence:
        "Het was onvolledig of kwam van een andere website. Er is niets gewijzigd en uw account is veilig.",
    },
    notFound: {
      title: "Pagina niet gevonden",
      sentence: "Misschien staat er een typefout in het adres of is de pagina verplaatst.",
    },
    wrongMethod: {
      title: "Deze pagina kan zo niet worden geopend",
      sentence:
        "De link of het formulier waarmee u hier kwam, past niet bij dit adres. Er is niets gewijzigd.",
    },
    unavailable: (wait) => ({
      title: "Zo weer terug",
      sentence: `Inloggen is op dit moment niet mogelijk. Er is niets verloren gegaan: probeer het ${wait} opnieuw.`,
    }),
    throttled: (wait) => ({
      title: "Even geduld",
      sentence: `Dat was te veel tegelijk. Deze keer is er niets gewijzigd en uw account is veilig. Probeer het ${wait} opnieuw.`,
    }),
    internal: {
      title: "Er is bij ons iets misgegaan",
      sentence: "Het ligt niet aan u en uw account is veilig. Probeer het zo opnieuw.",
    },
    tryAgain: "Opnieuw proberen",
    home: "Naar de startpagina",
    reference: "Referentie",
    whereDetailIs:
      "Wie de applicatie ontwikkelt, vindt de details onder deze referentie in het logboek van de dienst.",
  },
};
