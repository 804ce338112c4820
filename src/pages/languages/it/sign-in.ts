import type { Catalogue } from "../../catalogue.ts";
import { html } from "../../html.ts";

/** The catalogue in Italian. It says tu, as sign-in pages there do, those of public offices included. */
export const italian: Catalogue = {
  lang: "it",
  dir: "ltr",
  name: "Italiano",
  problemTitle: (title) => `Errore: ${title}`,
  backTo: (client) => html`Torna a ${client}`,
  developmentNote: "Solo per lo sviluppo su questo computer: la connessione non è cifrata.",
  applicationPages: { policy: "Informativa sulla privacy", terms: "Termini di servizio" },
  abilities: {
    openid: "sapere chi sei",
    profile: "vedere il tuo nome e il tuo nome utente",
    email: "vedere il tuo indirizzo e-mail",
    address: "vedere il tuo indirizzo postale",
    phone: "vedere il tuo numero di telefono",
    groups: "vedere a quali gruppi appartieni",
    offline_access: "mantenere l’accesso anche quando non sei connesso",
  },
  picker: { label: "Lingua", submit: "Cambia" },
  signIn: {
    title: (client) => `Accedi a ${client}`,
    heading: "Accedi",
    lead: (client) => html`per continuare su ${client}`,
    ownTitle: "Accedi al tuo account",
    ownLead: "per aprire il tuo account",
    againLead: (person, client) =>
      html`Hai effettuato l’accesso come ${person}. Accedi di nuovo per continuare su ${client}.`,
    confirmLead: (person) =>
      html`Hai effettuato l’accesso come ${person}. Accedi di nuovo, così nessun altro può modificare il tuo account.`,
    username: "Nome utente",
    password: "Password",
    show: "Mostra",
    showWhat: " la password",
    capsLock: "Il blocco maiuscole è attivo.",
    submit: "Accedi",
    usePasskey: "Usa una passkey",
    passkeyNeedsScripts: "Per usare una passkey, consenta gli script in questa pagina.",
    promise: (client) => html`${client} non vede mai la tua password.`,
    forgot: "Hai dimenticato la password?",
    signUp: "Crea un account",
    mismatch: "Il nome utente o la password non sono corretti.",
    passkeyRefused: "Questa passkey qui non funziona. Ne usi un’altra o la password.",
    throttled: (wait) => `Troppi tentativi. Riprova ${wait}.`,
    busy: "In questo momento stanno accedendo molte persone. Aspetta qualche secondo, poi riprova.",
    stale: "Per sicurezza, accedi di nuovo.",
    otherAddress: (origin) =>
      `Se l’indirizzo di questa pagina non inizia con ${origin}, apra quell’indirizzo.`,
    noCookie:
      "Il tuo browser non ha rimandato il nostro cookie. Consenti i cookie per questo sito, poi accedi di nuovo.",
    missingUsername: "Inserisci il tuo nome utente.",
    missingPassword: "Inserisci la tua password.",
    tooLongPassword: "Questa password è troppo lunga.",
  },
  continue: {
    title: (client) => `Continua su ${client}`,
    heading: (client) => html`Continua su ${client}`,
    promise: (client) => html`${client} saprà chi sei, ma non vedrà mai la tua password.`,
    allow: (client, person) => html`Continua su ${client} come ${person}`,
    useAnother: "Usa un altro account",
    stale: "Per sicurezza, conferma di nuovo.",
  },
  notAdmitted: {
    title: (client) => `Nessun accesso a ${client}`,
    heading: (client) => html`Questo account non ha accesso a ${client}`,
    sentence: (client) =>
      html`Solo alcune persone possono usare ${client}. Se ti serve l’accesso, chiedilo a chi gestisce l’applicazione oppure usa un altro account.`,
  },
  consent: {
    title: (client) => `Consenti a ${client} di accedere al tuo account`,
    heading: (client) => html`Vuoi consentire a ${client} di accedere al tuo account?`,
    lead: "L’applicazione potrà",
    promise: (client) =>
      html`${client} non vede mai la tua password. Puoi revocare l’accesso in qualsiasi momento nella pagina del tuo account.`,
    allow: "Consenti",
    deny: "Non consentire",
    useAnother: "Usa un altro account",
    stale: "Per sicurezza, rispondi di nuovo.",
  },
  account: {
    title: "Il tuo account",
    applicationsHeading: "Applicazioni con accesso al tuo account",
    noApplications:
      "Ancora nessuna. Quando consenti a un’applicazione di accedere al tuo account, compare qui.",
    itMay: "L’applicazione può",
    since: (date) => html`Consenso dato il ${date}`,
    withdraw: "Revoca l’accesso",
    consequence: "Se revochi l’accesso, l’applicazione lo perde subito e dovrà chiedertelo di nuovo.",
    withdrawn: (client) => html`${client} non ha più accesso al tuo account.`,
    stale: "Per sicurezza, scegli di nuovo.",
  },
  formPost: {
    title: (client) => `Torna a ${client}`,
    lead: "Un momento. Se non succede nulla, scegli «Continua».",
    submit: "Continua",
  },
  signOut: {
    title: "Esci",
    heading: "Vuoi uscire?",
    lead: "Hai effettuato l’accesso come",
    submit: "Esci",
    stay: "Rimani connesso",
    stale: "Per sicurezza, conferma di nuovo.",
    leadsTo: (client) => html`Dopo l’uscita tornerai a ${client}.`,
    brokenRequest: "La richiesta dell’applicazione non era corretta, perciò non possiamo riportarti lì.",
    doneTitle: "Sei uscito",
    doneLead: "In questo browser non sei più connesso a questo servizio.",
    doneNote:
      "Potresti essere ancora connesso alle applicazioni che hai usato. Su un computer condiviso, chiudi il browser.",
  },
  home: {
    heading: "Un solo accesso per le tue applicazioni",
    whatThisIs: "Le applicazioni che usano questo servizio ti portano qui quando devono sapere chi sei.",
    signedInAs: "Hai effettuato l’accesso come",
    notSignedIn: "Non hai effettuato l’accesso.",
    account: "Il tuo account",
    signOut: "Esci",
  },
  error: {
    brokenRequest: {
      title: "Questo link non funziona",
      sentence:
        "L’applicazione ha inviato una richiesta di cui non possiamo fidarci, perciò l’accesso si ferma qui. Il tuo account è al sicuro. Torna all’applicazione e ricomincia.",
    },
    unknownApplication: {
      title: "Non conosciamo questa applicazione",
      sentence:
        "Il link che ti ha portato qui indica un’applicazione che non è registrata presso questo servizio. Il tuo account è al sicuro. Torna indietro e ricomincia, oppure avvisa chi gestisce l’applicazione.",
    },
    brokenForm: {
      title: "Non siamo riusciti a leggere il modulo",
      sentence:
        "Era incompleto o veniva da un altro sito. Non è stato modificato nulla e il tuo account è al sicuro.",
    },
    notFound: {
      title: "Pagina non trovata",
      sentence: "Forse l’indirizzo contiene un errore di battitura, o la pagina è stata spostata.",
    },
    wrongMethod: {
      title: "Questa pagina non si apre così",
      sentence:
        "Il link o il modulo che ti ha portato qui non è adatto a questo indirizzo. Non è stato modificato nulla.",
    },
    unavailable: (wait) => ({
      title: "Torniamo tra un attimo",
      sentence: `In questo momento non è possibile accedere. Non è andato perso nulla: riprova ${wait}.`,
    }),
    throttled: (wait) => ({
      title: "Attendi un momento",
      sentence: `Troppe richieste in una volta. Questa volta non è stato modificato nulla e il tuo account è al sicuro. Riprova ${wait}.`,
    }),
    internal: {
      title: "Qualcosa è andato storto da parte nostra",
      sentence: "Non è colpa tua e il tuo account è al sicuro. Riprova tra un attimo.",
    },
    tryAgain: "Riprova",
    home: "Vai alla pagina iniziale",
    reference: "Riferimento",
    whereDetailIs:
      "Chi sviluppa l’applicazione trova i dettagli nel log del servizio, sotto questo riferimento.",
  },
};
