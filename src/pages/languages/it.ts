import type { Catalogue } from "../catalogue.ts";
import { html } from "../html.ts";

/** The catalogue in Italian. It says tu, as sign-in pages there do, those of public offices included. */
export const italian: Catalogue = {
  lang: "it",
  dir: "ltr",
  name: "Italiano",
  problemTitle: (title) => `Errore: ${title}`,
  backTo: (client) => html`Torna a ${client}`,
  developmentNote: "Solo per lo sviluppo su questo computer: la connessione non è cifrata.",
  abilities: {
    openid: "sapere che sei tu",
    profile: "vedere il tuo nome e il tuo nome utente",
    email: "vedere il tuo indirizzo e-mail",
    address: "vedere il tuo indirizzo postale",
    phone: "vedere il tuo numero di telefono",
    offline_access: "mantenere l’accesso anche dopo che sei uscito",
  },
  picker: { label: "Lingua", submit: "Cambia" },
  signIn: {
    title: (client) => `Accedi a ${client}`,
    heading: "Accedi",
    lead: (client) => html`per continuare su ${client}`,
    againLead: (person, client) =>
      html`Hai effettuato l’accesso come ${person}. Accedi di nuovo per continuare su ${client}.`,
    username: "Nome utente",
    password: "Password",
    show: "Mostra",
    showWhat: " la password",
    capsLock: "Il blocco maiuscole è attivo.",
    submit: "Accedi",
    promise: (client) => html`${client} non vede mai la tua password.`,
    mismatch: "Il nome utente e la password non corrispondono.",
    throttled: (wait) => `Troppi tentativi. Riprova ${wait}.`,
    busy: "In questo momento stanno accedendo molte persone. Aspetta qualche secondo, poi riprova.",
    stale: "Per sicurezza, accedi ancora una volta.",
    missingUsername: "Inserisci il tuo nome utente.",
    missingPassword: "Inserisci la tua password.",
    tooLongPassword: "Questa password è più lunga di quanto una password possa essere qui.",
  },
  continue: {
    title: (client) => `Continua su ${client}`,
    heading: (client) => html`Continua su ${client}`,
    promise: (client) => html`${client} saprà chi sei, ma non vedrà mai la tua password.`,
    allow: (client, person) => html`Continua su ${client} come ${person}`,
    useAnother: "Usa un altro account",
    stale: "Per sicurezza, conferma ancora una volta.",
  },
  consent: {
    title: (client) => `Consenti l’accesso a ${client}`,
    heading: (client) => html`Consentire l’accesso a ${client}?`,
    lead: "L’applicazione potrà",
    promise: (client) =>
      html`${client} non vede mai la tua password. Il consenso vale finché non lo revochi qui, nella pagina del tuo account.`,
    allow: "Consenti",
    deny: "Non consentire",
    useAnother: "Usa un altro account",
    stale: "Per sicurezza, rispondi ancora una volta.",
  },
  account: {
    title: "Il tuo account",
    password: "Chi gestisce questo servizio può darti una nuova password.",
    applicationsHeading: "Applicazioni a cui hai dato il consenso",
    noApplications:
      "Non hai dato il consenso a nessuna. Quando un’applicazione lo chiederà e tu accetterai, comparirà qui.",
    itMay: "L’applicazione può",
    since: (date) => html`Consenso dato il ${date}`,
    withdraw: "Revoca",
    consequence:
      "Con la revoca l’applicazione perde subito quello che ha ricevuto qui. Dovrà chiedertelo di nuovo.",
    withdrawn: (client) => html`Il consenso dato a ${client} è revocato.`,
    stale: "Per sicurezza, scegli ancora una volta.",
  },
  formPost: {
    title: (client) => `Torna a ${client}`,
    lead: "Un momento. Se non succede nulla, continua qui.",
    submit: "Continua",
  },
  signOut: {
    title: "Esci",
    heading: "Vuoi uscire?",
    lead: "Hai effettuato l’accesso come",
    submit: "Esci",
    stay: "Rimani connesso",
    stale: "Per sicurezza, conferma ancora una volta.",
    doneTitle: "Sei uscito",
    doneLead: "Questo browser qui non ti riconosce più.",
    doneNote:
      "Le applicazioni che hai usato possono lasciarti connesso. Su un computer condiviso, chiudi il browser.",
  },
  home: {
    title: "Latchkey",
    heading: "La porta d’ingresso",
    whatThisIs:
      "Le applicazioni che usano questo servizio di accesso ti portano qui quando devono sapere chi sei. Fino ad allora non c’è nulla da fare.",
    signedInAs: "Hai effettuato l’accesso come",
    notSignedIn: "Non hai effettuato l’accesso.",
    account: "Il tuo account",
    signOut: "Esci",
  },
  error: {
    brokenRequest: {
      title: "Questo link non funziona",
      sentence:
        "L’applicazione ti ha mandato qui con una richiesta di cui non ci si può fidare, perciò si ferma qui. Il tuo account è al sicuro. Torna all’applicazione e ricomincia.",
    },
    unknownApplication: {
      title: "Questa applicazione qui non è conosciuta",
      sentence:
        "Il link che ti ha portato qui indica un’applicazione che non è registrata. Il tuo account è al sicuro. Torna indietro e ricomincia, oppure avvisa chi gestisce l’applicazione.",
    },
    brokenForm: {
      title: "Il modulo non è arrivato",
      sentence:
        "Era incompleto, o veniva da un’altra parte. Non è successo nulla e il tuo account è al sicuro.",
    },
    notFound: {
      title: "Qui non c’è nessuna pagina",
      sentence: "Forse l’indirizzo è scritto male, o la pagina è stata spostata.",
    },
    wrongMethod: {
      title: "Qui non c’è nulla da fare",
      sentence: "Questo indirizzo è stato aperto in un modo che non conosce. Non è successo nulla.",
    },
    unavailable: (wait) => ({
      title: "Torniamo tra un attimo",
      sentence: `In questo momento non è possibile accedere. Non è andato perso nulla: riprova ${wait}.`,
    }),
    internal: {
      title: "Qualcosa si è guastato da noi",
      sentence: "Non è colpa tua e il tuo account è al sicuro. Riprova tra un attimo.",
    },
    tryAgain: "Riprova",
    home: "Vai alla pagina iniziale",
    reference: "Riferimento",
    whereDetailIs:
      "Chi sviluppa l’applicazione trova i dettagli nel log del servizio, sotto questo riferimento.",
  },
};
