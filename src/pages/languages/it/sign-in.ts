import { html } from "../../html.ts";
import type { SignInWords } from "../../words/sign-in.ts";

export const signIn: SignInWords = {
  signIn: {
    title: (client) => `Accedi a ${client}`,
    heading: "Accedi",
    lead: (client) => html`per continuare su ${client}`,
    ownTitle: "Accedi al tuo account",
    ownLead: "per entrare nel tuo account",
    proofTitle: "Conferma che sei tu",
    proofLead: (client) => html`${client} ti chiede di accedere di nuovo.`,
    ownProofLead: "Questa pagina richiede un accesso effettuato negli ultimi cinque minuti.",
    notYou: "Non sei tu? Usa un altro account",
    username: "Nome utente",
    password: "Password",
    show: "Mostra",
    showWhat: " la password",
    capsLock: "Il blocco maiuscole è attivo.",
    submit: "Accedi",
    usePasskey: "Usa una passkey",
    passkeyNeedsScripts: "Per usare una passkey, consenti gli script in questa pagina.",
    passkeyCancelled: "Non è stata usata nessuna passkey. Puoi riprovare.",
    passkeyUnsupported: "Questo browser non può usare passkey. Usa un altro browser o il telefono.",
    promise: (client) => html`${client} non vede mai la tua password.`,
    forgot: "Hai dimenticato la password?",
    signUp: "Crea un account",
    mismatch: "Il nome utente, l’indirizzo e-mail o la password non sono corretti.",
    locked: (notMe, forgot) =>
      `Questo account è bloccato, perché qualcuno ha scelto «${notMe}» in un messaggio che lo riguarda. Per sbloccarlo, scegli una nuova password con «${forgot}».`,
    unavailable:
      "In questo momento non è possibile verificare tutte le password. Se la tua è corretta, riprova tra qualche minuto.",
    notMoved: (forgot) =>
      `Il nome utente, l’indirizzo e-mail o la password non sono corretti. Se non accedi da tempo, scegli una nuova password con «${forgot}».`,
    expired: (forgot) => `Questa password è scaduta. Scegline una nuova con «${forgot}».`,
    passkeyRefused: "Questa passkey qui non funziona. Usane un’altra oppure la password.",
    throttled: (wait) => `Troppi tentativi. Riprova ${wait}.`,
    throttledBut: {
      passkey: (wait) => `Troppi tentativi. Riprova ${wait} o usa una passkey.`,
      reset: (wait) => `Troppi tentativi. Riprova ${wait} o scegli una nuova password.`,
      both: (wait) => `Troppi tentativi. Riprova ${wait}, usa una passkey o scegli una nuova password.`,
    },
    busy: "In questo momento stanno accedendo molte persone. Aspetta qualche secondo, poi riprova.",
    stale: "Questa pagina non era più aggiornata. Accedi di nuovo.",
    otherAddress: (origin) =>
      `Se l’indirizzo di questa pagina non inizia con ${origin}, apri quell’indirizzo.`,
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
    away: (name) => html`Ti stiamo portando su ${name}. Tra un attimo sarai di nuovo qui.`,
    goOn: (name) => html`Vai a ${name}`,
    denied: (name) => `Non hai effettuato l’accesso con ${name}. Riprova o scegli un altro modo.`,
    unavailable: (name) =>
      `${name} al momento non risponde. Riprova tra qualche minuto o scegli un altro modo.`,
    misconfigured: (name) =>
      `L’accesso con ${name} al momento non funziona. Non dipende da te; chi gestisce questo servizio può vederne il motivo.`,
    untrusted: (name) =>
      `Non è stato possibile verificare la risposta di ${name}, quindi l’accesso non è avvenuto. Riprova.`,
    late: "Questo accesso ha richiesto troppo tempo o è già stato usato. Ricomincia.",
    gone: "Questo modo di accedere non è più disponibile. Scegline un altro.",
    refused: (name) =>
      `Il tuo account di ${name} non dà accesso a questo servizio. Accedi in un altro modo o chiedi a chi gestisce questo servizio.`,
    addressTaken: (name) =>
      `Il tuo indirizzo appartiene qui a un account collegato a un altro account di ${name}. Accedi con quello o in un altro modo.`,
  },
  continue: {
    title: (client) => `Continua su ${client}`,
    heading: (client) => html`Continua su ${client}`,
    promise: (client) => html`${client} saprà chi sei, ma non vedrà mai la tua password.`,
    allow: (client, person) => html`Continua su ${client} come ${person}`,
    useAnother: "Usa un altro account",
  },
  chooseAccount: {
    title: "Scegli un account",
    link: "Cambia account",
  },
  notAdmitted: {
    title: (client) => `Nessun accesso a ${client}`,
    heading: (client) => html`Questo account non ha accesso a ${client}`,
    sentence: (client) =>
      html`Solo alcune persone possono usare ${client}. Se ti serve l’accesso, chiedilo a chi gestisce l’applicazione oppure usa un altro account.`,
  },
  notSent: {
    title: "Non è stato inviato nulla",
    lead: (client) =>
      html`La tua sessione su ${client} non era più attiva: quello che hai inviato non è arrivato.`,
    advice: "Torna indietro nel browser e copia quello che hai scritto. Poi accedi e invialo di nuovo.",
  },
  verify: {
    heading: "Accesso in due passaggi",
    lead: (client) => html`Per continuare su ${client}, inserisci il codice della tua app di autenticazione.`,
    ownLead: "Inserisci il codice della tua app di autenticazione.",
    code: "Codice",
    either: "Va bene anche un codice di recupero.",
    useRecoveryCode: "Usa un codice di recupero",
    useApp: "Usa invece l’app",
    recoveryLead: "Inserisci uno dei tuoi codici di recupero. Ognuno vale una volta sola.",
    atOnce: "Inviato appena inserisci la sesta cifra.",
    wrongRecovery: "Questo codice di recupero non è corretto o è già stato usato.",
    trust: "Non chiedere un codice in questo browser per 30 giorni",
    submit: "Verifica",
    missing: "Inserisci il codice.",
    wrong:
      "Il codice non è corretto. Inserisci quello che l’app mostra adesso, oppure un codice di recupero non ancora usato.",
    spent: "Questo codice è già stato usato. Attendi che l’app mostri il prossimo.",
    lost: "Non hai a portata di mano né l’app né un codice di recupero? Chi gestisce questo servizio può aiutarti.",
    passkeyLead: "Conferma la tua identità con la passkey.",
    passkeyMade: "La tua passkey è configurata. Usala una volta per continuare.",
    recoveryCode: "Codice di recupero",
    lostPasskey:
      "Hai perso la passkey? Chi gestisce questo servizio può rimuoverla. Poi potrai aggiungerne un’altra.",
  },
  enrol: {
    needed: (client) => html`${client} richiede un secondo passaggio.`,
    ownNeeded: "Il tuo account richiede un secondo passaggio.",
    passkeyOnly: "Qui solo una passkey è abbastanza sicura. Configurane una per continuare.",
    otherTitle: "C’è ancora una cosa da configurare",
    setUpPasskey: "Configura una passkey",
    passkey: "Usa invece una passkey",
  },
  passkeyOffer: {
    title: "Accedere senza password la prossima volta?",
    lead: "Hai effettuato l’accesso. Questo dispositivo può conservare una passkey per te: allora basteranno l’impronta, il volto o il PIN.",
    add: "Aggiungi una passkey",
    notNow: "Non ora",
  },
  linkNeeded: {
    title: "Serve un link",
    lead: "Il tuo account ha diritti di amministrazione, quindi la sola password non basta per aggiungere un altro modo di accedere.",
    repair:
      "Chiedi un link di recupero a un’altra persona che amministra questo servizio, oppure creane uno sul computer su cui gira. Ti guiderà nella configurazione di un secondo fattore.",
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
    stay: "Mantieni la sessione aperta",
    leadsTo: (client) => html`Dopo l’uscita tornerai a ${client}.`,
    brokenRequest:
      "La richiesta di uscita dell’applicazione non era valida, perciò non possiamo riportarti lì.",
    submitAll: "Esci da tutti gli account",
    doneTitle: "La sessione è chiusa",
    doneLead: "In questo browser la tua sessione su questo servizio è chiusa.",
    othersStay: "In questo browser restano aperte le sessioni di altri account.",
    doneNote:
      "La sessione potrebbe essere ancora aperta nelle applicazioni che hai usato. Su un computer condiviso, chiudi il browser.",
  },
};
