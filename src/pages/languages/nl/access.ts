import { html } from "../../html.ts";
import type { AccessWords } from "../../words/access.ts";

export const access: AccessWords = {
  applicationPages: { policy: "Privacybeleid", terms: "Gebruiksvoorwaarden" },
  abilities: {
    openid: "Weten wie u bent",
    profile: "Uw naam en gebruikersnaam zien",
    email: "Uw e-mailadres zien",
    address: "Uw postadres zien",
    phone: "Uw telefoonnummer zien",
    groups: "Zien tot welke groepen u behoort",
    offline_access: "Toegang houden nadat u bent uitgelogd",
  },
  access: {
    to: (api) => html`Toegang tot ${api}`,
    onYourBehalf: (api) => html`${api} namens u gebruiken`,
    permission: (value) => html`De machtiging ${value} gebruiken`,
    keeps: "Wat u eerder hebt toegestaan, blijft toegestaan.",
    whileSignedIn: "De applicatie heeft deze toegang zolang u bent ingelogd.",
    afterSignOut: "De applicatie houdt deze toegang nadat u bent uitgelogd.",
    claims: (name) => html`De applicatie noemt zichzelf ‘${name}’. Niemand heeft die naam gecontroleerd.`,
    selfNamed: "De applicatie heeft deze naam zelf gekozen. Niemand heeft die gecontroleerd.",
    goesTo: (host) => html`Na uw antwoord gaat u door naar ${host}.`,
    local:
      "Elk programma op dit apparaat kan zich voordoen als deze applicatie. Geef alleen toegang als u zojuist zelf bent begonnen met inloggen.",
    ends: (api, wait) => html`Als u de toegang nu intrekt, eindigt die voor ${api} uiterlijk ${wait}.`,
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
  },
  device: {
    title: "Een apparaat koppelen",
    lead: "Vul de code in die uw apparaat toont.",
    code: "Code",
    hint: "Acht letters. Hoofdletters en het streepje maken niet uit.",
    submit: "Verder",
    missing: "Vul de code in die uw apparaat toont.",
    unknown:
      "Er wacht geen apparaat op deze code. Controleer de code op uw apparaat of vraag daar een nieuwe aan.",
    over: "Dit apparaat wacht niet meer. Is het niet ingelogd, vraag daar dan een nieuwe code aan.",
    throttled: (wait) => `Te veel verkeerde codes. Probeer het ${wait} opnieuw.`,
    question: (client) => html`Op uw apparaat inloggen bij ${client}?`,
    questionTitle: (client) => `Op uw apparaat inloggen bij ${client}`,
    compare: "Controleer of uw apparaat deze code toont:",
    beganHere: (when) => `${when} aangevraagd, vanaf het netwerk dat u nu gebruikt.`,
    beganElsewhere: (when, network) =>
      html`${when} aangevraagd, vanaf een ander netwerk dan het uwe: ${network}.`,
    warning:
      "Sta dit alleen toe als u er zelf op uw apparaat mee bent begonnen. Heeft iemand u de code of een link gestuurd, sta het dan niet toe: die persoon krijgt anders toegang tot uw account.",
    allowedTitle: "Uw apparaat is gekoppeld",
    allowed: (client) => html`${client} logt u nu in op uw apparaat. U kunt deze pagina sluiten.`,
    deniedTitle: "U hebt het niet toegestaan",
    denied: (client) => html`${client} krijgt geen toegang op dat apparaat. U kunt deze pagina sluiten.`,
    another: "Nog een apparaat koppelen",
  },
};
