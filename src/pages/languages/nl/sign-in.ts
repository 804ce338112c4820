import { html } from "../../html.ts";
import type { SignInWords } from "../../words/sign-in.ts";

export const signIn: SignInWords = {
  signIn: {
    title: (client) => `Inloggen bij ${client}`,
    heading: "Inloggen",
    lead: (client) => html`om verder te gaan naar ${client}`,
    ownTitle: "Inloggen bij uw account",
    ownLead: "om naar uw account te gaan",
    proofTitle: "Bevestig dat u het bent",
    proofLead: (client) => html`${client} vraagt u om opnieuw in te loggen.`,
    ownProofLead: "Voor deze pagina moet u in de afgelopen vijf minuten zijn ingelogd.",
    notYou: "Bent u dit niet? Een ander account gebruiken",
    username: "Gebruikersnaam",
    password: "Wachtwoord",
    show: "Toon",
    showWhat: " wachtwoord",
    capsLock: "Caps Lock staat aan.",
    submit: "Inloggen",
    usePasskey: "Passkey gebruiken",
    passkeyNeedsScripts: "Sta scripts toe op deze pagina om een passkey te gebruiken.",
    passkeyCancelled: "Er is geen passkey gebruikt. U kunt het opnieuw proberen.",
    passkeyUnsupported:
      "Deze browser kan geen passkeys gebruiken. Gebruik een andere browser of uw telefoon.",
    promise: (client) => html`${client} krijgt uw wachtwoord nooit te zien.`,
    forgot: "Wachtwoord vergeten?",
    signUp: "Account aanmaken",
    mismatch: "Gebruikersnaam, e-mailadres of wachtwoord klopt niet.",
    locked: (notMe, forgot) =>
      `Dit account is vergrendeld, omdat iemand in een bericht erover ‘${notMe}’ heeft gekozen. Kies via ‘${forgot}’ een nieuw wachtwoord om het te ontgrendelen.`,
    unavailable:
      "Op dit moment kunnen niet alle wachtwoorden worden gecontroleerd. Klopt het uwe, probeer het dan over een paar minuten opnieuw.",
    notMoved: (forgot) =>
      `Gebruikersnaam, e-mailadres of wachtwoord klopt niet. Hebt u al een tijd niet ingelogd, kies dan via ‘${forgot}’ een nieuw wachtwoord.`,
    expired: (forgot) => `Dit wachtwoord is verlopen. Kies via ‘${forgot}’ een nieuw.`,
    passkeyRefused: "Deze passkey werkt hier niet. Gebruik een andere of uw wachtwoord.",
    throttled: (wait) => `Te veel pogingen. Probeer het ${wait} opnieuw.`,
    throttledBut: {
      passkey: (wait) => `Te veel pogingen. Probeer het ${wait} opnieuw of gebruik een passkey.`,
      reset: (wait) => `Te veel pogingen. Probeer het ${wait} opnieuw of kies een nieuw wachtwoord.`,
      both: (wait) =>
        `Te veel pogingen. Probeer het ${wait} opnieuw, gebruik een passkey of kies een nieuw wachtwoord.`,
    },
    busy: "Er loggen op dit moment veel mensen in. Wacht een paar seconden en probeer het dan opnieuw.",
    stale: "Deze pagina was verouderd. Log opnieuw in.",
    otherAddress: (origin) => `Begint het adres van deze pagina niet met ${origin}, open dan dat adres.`,
    noCookie:
      "Uw browser heeft onze cookie niet teruggestuurd. Sta cookies voor deze site toe en log dan opnieuw in.",
    missingPassword: "Vul uw wachtwoord in.",
    tooLongPassword: "Dit wachtwoord is te lang.",
  },
  upstreamSignIn: {
    or: "of",
    button: (name) => html`Doorgaan met ${name}`,
    next: "Volgende",
    awayTitle: (name) => `Inloggen met ${name}`,
    away: (name) => html`We brengen u naar ${name}. U bent zo weer terug.`,
    goOn: (name) => html`Naar ${name}`,
    denied: (name) => `U bent niet ingelogd met ${name}. Probeer het opnieuw of kies een andere manier.`,
    unavailable: (name) =>
      `${name} antwoordt op dit moment niet. Probeer het over een paar minuten opnieuw of kies een andere manier.`,
    misconfigured: (name) =>
      `Inloggen met ${name} werkt op dit moment niet. Het ligt niet aan u; de beheerders van deze dienst kunnen zien waarom.`,
    untrusted: (name) =>
      `Het antwoord van ${name} kon niet worden gecontroleerd, dus u bent niet ingelogd. Probeer het opnieuw.`,
    late: "Deze inlogpoging duurde te lang of is al gebruikt. Begin opnieuw.",
    gone: "Deze manier van inloggen wordt niet meer aangeboden. Kies een andere.",
    refused: (name) =>
      `Met uw account bij ${name} hebt u hier geen toegang. Log op een andere manier in of vraag het de beheerders van deze dienst.`,
    addressTaken: (name) =>
      `Uw adres hoort hier bij een account dat met een ander account bij ${name} is verbonden. Log daarmee in of op een andere manier.`,
  },
  continue: {
    title: (client) => `Doorgaan naar ${client}`,
    heading: (client) => html`Doorgaan naar ${client}`,
    promise: (client) => html`${client} komt te weten wie u bent, maar krijgt uw wachtwoord nooit te zien.`,
    allow: (client, person) => html`Doorgaan naar ${client} als ${person}`,
    useAnother: "Een ander account gebruiken",
  },
  chooseAccount: {
    title: "Een account kiezen",
    link: "Van account wisselen",
  },
  notAdmitted: {
    title: (client) => `Geen toegang tot ${client}`,
    heading: (client) => html`Dit account heeft geen toegang tot ${client}`,
    sentence: (client) =>
      html`Alleen bepaalde personen kunnen ${client} gebruiken. Hebt u toegang nodig, vraag die dan aan bij de beheerders van de applicatie of gebruik een ander account.`,
  },
  notSent: {
    title: "Er is niets verzonden",
    lead: (client) =>
      html`U was niet meer ingelogd bij ${client}. Wat u hebt verzonden, is daar niet aangekomen.`,
    advice: "Ga terug in uw browser en kopieer wat u hebt ingevuld. Log daarna in en verzend het opnieuw.",
  },
  verify: {
    heading: "Inloggen in twee stappen",
    lead: (client) => html`Vul de code uit uw authenticator-app in om door te gaan naar ${client}.`,
    ownLead: "Vul de code uit uw authenticator-app in.",
    code: "Code",
    either: "Een herstelcode werkt hier ook.",
    useRecoveryCode: "Een herstelcode gebruiken",
    useApp: "Liever de app gebruiken",
    recoveryLead: "Vul een van uw herstelcodes in. Elke code werkt één keer.",
    atOnce: "Wordt verstuurd zodra u het zesde cijfer invult.",
    wrongRecovery: "Die herstelcode klopt niet of is al gebruikt.",
    trust: "In deze browser 30 dagen lang niet om een code vragen",
    submit: "Bevestigen",
    missing: "Vul de code in.",
    wrong:
      "Deze code klopt niet. Vul de code in die uw app nu toont, of een herstelcode die u nog niet hebt gebruikt.",
    spent: "Deze code is al gebruikt. Wacht tot uw app de volgende toont.",
    lost: "Geen app en geen herstelcode bij de hand? De beheerders van deze dienst kunnen u helpen.",
    passkeyLead: "Bevestig met uw passkey dat u het bent.",
    passkeyMade: "Uw passkey is ingesteld. Gebruik hem één keer om verder te gaan.",
    recoveryCode: "Herstelcode",
    lostPasskey:
      "Passkey kwijt? De beheerders van deze dienst kunnen hem verwijderen. Daarna kunt u een nieuwe toevoegen.",
  },
  enrol: {
    needed: (client) => html`${client} vraagt om een tweede stap.`,
    ownNeeded: "Uw account vraagt om een tweede stap.",
    passkeyOnly: "Hier is alleen een passkey veilig genoeg. Stel er een in om verder te gaan.",
    otherTitle: "Nog één ding om in te stellen",
    setUpPasskey: "Passkey instellen",
    passkey: "Liever een passkey gebruiken",
  },
  passkeyOffer: {
    title: "De volgende keer zonder wachtwoord inloggen?",
    lead: "U bent ingelogd. Dit apparaat kan een passkey voor u bewaren: dan zijn uw vingerafdruk, uw gezicht of de pincode genoeg.",
    add: "Passkey toevoegen",
    notNow: "Niet nu",
  },
  linkNeeded: {
    title: "Hiervoor hebt u een link nodig",
    lead: "Uw account heeft beheerdersrechten. Daarom is een wachtwoord alleen niet genoeg om een nieuwe manier van inloggen toe te voegen.",
    repair:
      "Vraag een andere beheerder om een herstellink, of maak er een op de computer waarop de dienst draait. De link helpt u een tweede factor in te stellen.",
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
    leadsTo: (client) => html`Na het uitloggen gaat u terug naar ${client}.`,
    brokenRequest:
      "Het uitlogverzoek van de applicatie was ongeldig. Daarom kunnen we u niet naar de applicatie terugsturen.",
    submitAll: "Bij alle accounts uitloggen",
    doneTitle: "U bent uitgelogd",
    doneLead: "U bent in deze browser niet meer ingelogd bij deze dienst.",
    othersStay: "In deze browser zijn nog andere accounts ingelogd.",
    doneNote:
      "Misschien bent u nog ingelogd bij applicaties die u hebt gebruikt. Sluit op een gedeelde computer de browser.",
  },
};
