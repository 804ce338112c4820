import { html } from "../../html.ts";
import type { GeneralWords } from "../../words/general.ts";

export const general: GeneralWords = {
  problemTitle: (title) => `Errore: ${title}`,
  stale: "Questa pagina non era più aggiornata, quindi non è stato modificato nulla. Riprova.",
  otherAccount: (name) =>
    `Questa pagina era di un altro account, quindi non è stato modificato nulla. Ora usi l’account di ${name}.`,
  backTo: (client) => html`Torna a ${client}`,
  developmentNote: "Solo per lo sviluppo su questo computer: la connessione non è cifrata.",
  picker: { label: "Lingua", submit: "Cambia" },
  brandLinks: { help: "Aiuto", privacy: "Informativa sulla privacy", imprint: "Note legali" },
  home: {
    heading: "Un solo accesso per le tue applicazioni",
    whatThisIs: "Le applicazioni che usano questo servizio ti portano qui quando devono sapere chi sei.",
    applications: "Le tue applicazioni",
    find: "Cerca un’applicazione",
    search: "Cerca",
    noneFound: "Nessuna applicazione ha questo testo nel nome.",
    more: "Altre applicazioni",
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
