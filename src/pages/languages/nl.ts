import type { Catalogue } from "../catalogue.ts";
import { html } from "../html.ts";

/** The catalogue in Dutch. */
export const dutch: Catalogue = {
  lang: "nl",
  dir: "ltr",
  name: "Nederlands",
  problemTitle: (title) => `Fout: ${title}`,
  backTo: (client) => html`Terug naar ${client}`,
  developmentNote: "Alleen voor ontwikkeling op deze computer: de verbinding is niet versleuteld.",
  abilities: {
    openid: "weten dat u het bent",
    profile: "uw naam en gebruikersnaam zien",
    email: "uw e-mailadres zien",
    address: "uw postadres zien",
    phone: "uw telefoonnummer zien",
    offline_access: "toegang houden terwijl u bent uitgelogd",
  },
  picker: { label: "Taal", submit: "Wijzigen" },
  signIn: {
    title: (client) => `Inloggen bij ${client}`,
    heading: "Inloggen",
    lead: (client) => html`om verder te gaan naar ${client}`,
    againLead: (person, client) =>
      html`U bent ingelogd als ${person}. Log opnieuw in om verder te gaan naar ${client}.`,
    username: "Gebruikersnaam",
    password: "Wachtwoord",
    show: "Toon",
    showWhat: " wachtwoord",
    capsLock: "Caps Lock staat aan.",
    submit: "Inloggen",
    promise: (client) => html`${client} krijgt uw wachtwoord nooit te zien.`,
    mismatch: "Deze gebruikersnaam en dit wachtwoord horen niet bij elkaar.",
    throttled: (wait) => `Te veel pogingen. Probeer het ${wait} opnieuw.`,
    busy: "Er loggen op dit moment veel mensen in. Wacht een paar seconden en probeer het dan opnieuw.",
    stale: "Log voor uw veiligheid nog een keer in.",
    missingUsername: "Vul uw gebruikersnaam in.",
    missingPassword: "Vul uw wachtwoord in.",
    tooLongPassword: "Dit wachtwoord is langer dan een wachtwoord hier kan zijn.",
  },
  continue: {
    title: (client) => `Doorgaan naar ${client}`,
    heading: (client) => html`Doorgaan naar ${client}`,
    promise: (client) => html`${client} komt te weten wie u bent, maar krijgt uw wachtwoord nooit te zien.`,
    allow: (client, person) => html`Doorgaan naar ${client} als ${person}`,
    useAnother: "Een ander account gebruiken",
    stale: "Bevestig voor uw veiligheid nog een keer.",
  },
  consent: {
    title: (client) => `Toegang geven aan ${client}`,
    heading: (client) => html`Toegang geven aan ${client}?`,
    lead: "De applicatie kan dan",
    promise: (client) =>
      html`${client} krijgt uw wachtwoord nooit te zien. Wat u toestaat, blijft gelden tot u het hier op uw accountpagina intrekt.`,
    allow: "Toestaan",
    deny: "Niet toestaan",
    useAnother: "Een ander account gebruiken",
    stale: "Antwoord voor uw veiligheid nog een keer.",
  },
  account: {
    title: "Uw account",
    password: "De beheerders van deze dienst kunnen u een nieuw wachtwoord geven.",
    applicationsHeading: "Applicaties die u toegang hebt gegeven",
    noApplications:
      "U hebt er geen toegang gegeven. Als een applicatie het vraagt en u stemt in, staat die hier.",
    itMay: "De applicatie kan",
    since: (date) => html`Sinds ${date}`,
    withdraw: "Intrekken",
    consequence:
      "Als u de toegang intrekt, verliest de applicatie meteen wat ze hier heeft gekregen. Daarna moet ze het u opnieuw vragen.",
    withdrawn: (client) => html`De toegang van ${client} is ingetrokken.`,
    stale: "Kies voor uw veiligheid nog een keer.",
  },
  formPost: {
    title: (client) => `Terug naar ${client}`,
    lead: "Een ogenblik. Gebeurt er niets, ga dan hier verder.",
    submit: "Verder",
  },
  signOut: {
    title: "Uitloggen",
    heading: "Uitloggen?",
    lead: "U bent ingelogd als",
    submit: "Uitloggen",
    stay: "Ingelogd blijven",
    stale: "Bevestig voor uw veiligheid nog een keer.",
    doneTitle: "U bent uitgelogd",
    doneLead: "Deze browser kent u hier niet meer.",
    doneNote:
      "Applicaties die u hebt gebruikt, kunnen u bij zich ingelogd houden. Sluit op een gedeelde computer de browser.",
  },
  home: {
    title: "Latchkey",
    heading: "De voordeur",
    whatThisIs:
      "Applicaties die deze inlogdienst gebruiken, sturen u hierheen als ze moeten weten wie u bent. Tot dan is hier niets te doen.",
    signedInAs: "U bent ingelogd als",
    notSignedIn: "U bent niet ingelogd.",
    account: "Uw account",
    signOut: "Uitloggen",
  },
  error: {
    brokenRequest: {
      title: "Deze link werkt niet",
      sentence:
        "De applicatie heeft u hierheen gestuurd met een verzoek dat niet te vertrouwen is, daarom stopt het hier. Uw account is veilig. Ga terug naar de applicatie en begin opnieuw.",
    },
    unknownApplication: {
      title: "Deze applicatie is hier niet bekend",
      sentence:
        "De link die u hier bracht, noemt een applicatie die niet geregistreerd is. Uw account is veilig. Ga terug en begin opnieuw, of laat het de beheerders van de applicatie weten.",
    },
    brokenForm: {
      title: "Het formulier is niet aangekomen",
      sentence:
        "Het was onvolledig of het kwam ergens anders vandaan. Er is niets gebeurd en uw account is veilig.",
    },
    notFound: {
      title: "Hier is geen pagina",
      sentence: "Misschien is het adres verkeerd getypt of is de pagina verplaatst.",
    },
    wrongMethod: {
      title: "Hier is niets te doen",
      sentence: "Dit adres is geopend op een manier die het niet kent. Er is niets gebeurd.",
    },
    unavailable: (wait) => ({
      title: "Zo weer terug",
      sentence: `Inloggen is op dit moment niet mogelijk. Er is niets verloren: probeer het ${wait} opnieuw.`,
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
