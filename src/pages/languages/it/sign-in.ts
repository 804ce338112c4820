import { html } from "../../html.ts";
import type { SignInWords } from "../../words/sign-in.ts";

export const signIn: SignInWords = {
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
    missingPassword: "Inserisci la tua password.",
    tooLongPassword: "Questa password è troppo lunga.",
  },
  upstreamSignIn: {
    or: "oppure",
    button: (name) => html`Continua con ${name}`,
    next: "Avanti",
    awayTitle: (name) => `Accedi con ${name}`,
    away: (name) => html`La stiamo portando su ${name}. Tra un attimo sarà di nuovo qui.`,
    goOn: (name) => html`Vai a ${name}`,
    denied: (name) => `Non ha effettuato l’accesso con ${name}. Riprovi o scelga un altro modo.`,
    unavailable: (name) =>
      `${name} al momento non risponde. Riprovi tra qualche minuto o scelga un altro modo.`,
    misconfigured: (name) =>
      `L’accesso con ${name} al momento non funziona. Non dipende da Lei; chi gestisce questo servizio può vederne il motivo.`,
    untrusted: (name) =>
      `Non è stato possibile verificare la risposta di ${name}, quindi l’accesso non è avvenuto. Riprovi.`,
    late: "Questo accesso ha richiesto troppo tempo o è già stato usato. Ricominci.",
    gone: "Questo modo di accedere non è più disponibile. Ne scelga un altro.",
    refused: (name) =>
      `Il Suo account di ${name} non dà accesso a questo servizio. Acceda in un altro modo o chieda a chi lo gestisce.`,
    addressTaken: (name) =>
      `Il Suo indirizzo appartiene qui a un account collegato a un altro account di ${name}. Acceda con quello o in un altro modo.`,
  },
  continue: {
    title: (client) => `Continua su ${client}`,
    heading: (client) => html`Continua su ${client}`,
    promise: (client) => html`${client} saprà chi sei, ma non vedrà mai la tua password.`,
    allow: (client, person) => html`Continua su ${client} come ${person}`,
    useAnother: "Usa un altro account",
  },
  notAdmitted: {
    title: (client) => `Nessun accesso a ${client}`,
    heading: (client) => html`Questo account non ha accesso a ${client}`,
    sentence: (client) =>
      html`Solo alcune persone possono usare ${client}. Se ti serve l’accesso, chiedilo a chi gestisce l’applicazione oppure usa un altro account.`,
  },
  verify: {
    heading: "Ancora un passaggio",
    lead: (client) => html`Per continuare su ${client}, inserisci il codice della tua app di autenticazione.`,
    ownLead: "Inserisci il codice della tua app di autenticazione.",
    code: "Codice",
    either: "Va bene anche un codice di recupero.",
    useRecoveryCode: "Usa un codice di recupero",
    trust: "Non chiedere un codice in questo browser per 30 giorni",
    submit: "Verifica",
    missing: "Inserisci il codice.",
    wrong:
      "Il codice non è corretto. Inserisci quello che l’app mostra adesso, oppure un codice di recupero non ancora usato.",
    spent: "Questo codice è già stato usato. Attendi che l’app mostri il prossimo.",
    lost: "Non hai a portata di mano né l’app né un codice di recupero? Chi gestisce questo servizio può aiutarti.",
    passkeyLead: "Conferma la tua identità con la passkey.",
    recoveryCode: "Codice di recupero",
    lostPasskey:
      "Hai perso la passkey? Chi gestisce questo servizio può rimuoverla. Poi potrai aggiungerne un’altra.",
  },
  enrol: {
    needed: (client) => html`Per ${client} la sola password non basta.`,
    ownNeeded: "Per il tuo account la sola password non basta.",
    passkeyOnly: "Qui solo una passkey è abbastanza sicura. Configurane una per continuare.",
    otherTitle: "C’è ancora una cosa da configurare",
    setUpPasskey: "Configura una passkey",
    passkey: "Usa invece una passkey",
  },
  passkeyOffer: {
    title: "Accedere senza password la prossima volta?",
    lead: "Ha effettuato l’accesso. Questo dispositivo può conservare una passkey per Lei: allora basteranno l’impronta, il volto o il PIN.",
    add: "Aggiungi una passkey",
    notNow: "Non ora",
  },
  linkNeeded: {
    title: "Serve un link",
    lead: "Il tuo account può amministrare questo servizio, quindi la sola password non basta per aggiungere un altro modo di accedere.",
    repair:
      "Chiedi un link di recupero a un altro amministratore, oppure creane uno sul computer su cui gira il servizio. Ti guiderà nella configurazione di una seconda prova.",
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
    leadsTo: (client) => html`Dopo l’uscita tornerai a ${client}.`,
    brokenRequest: "La richiesta dell’applicazione non era corretta, perciò non possiamo riportarti lì.",
    doneTitle: "Sei uscito",
    doneLead: "In questo browser non sei più connesso a questo servizio.",
    doneNote:
      "Potresti essere ancora connesso alle applicazioni che hai usato. Su un computer condiviso, chiudi il browser.",
  },
};
