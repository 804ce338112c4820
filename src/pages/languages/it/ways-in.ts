import { html } from "../../html.ts";
import type { WaysInWords } from "../../words/ways-in.ts";

export const waysIn: WaysInWords = {
  waysIn: {
    title: "È tutto tuo?",
    lead: "La nuova password è salvata. Anche chiunque abbia uno di questi mezzi può accedere al tuo account.",
    remove: "Rimuovi ciò che non conosci",
    allMine: "È tutto mio, continua",
  },
  password: {
    label: "Nuova password",
    rule: (least) =>
      `Almeno ${least} caratteri. Alcune parole che non c’entrano nulla tra loro sono facili da ricordare.`,
    progress: (typed, least) => `${typed} di ${least} caratteri`,
    enough:
      "È abbastanza lunga. Al salvataggio controlliamo che non sia in nessun elenco di password rubate.",
    tooShort: (least) =>
      `Questa password è troppo corta. Usa almeno ${least} caratteri, per esempio alcune parole che non c’entrano nulla tra loro.`,
    tooLong: "Questa password è troppo lunga. Scegline una più corta.",
    unreadable: "Questa password contiene un carattere che non si può usare. Scegli un’altra password.",
    repeated: "Si ripetono sempre gli stessi caratteri, e questo si indovina in fretta. Usa parole diverse.",
    predictable:
      "Questa password è fatta di parole, date o sequenze di tasti facili da indovinare. Aggiungi alcune parole che non c’entrano nulla tra loro.",
    ownWords:
      "È soprattutto il tuo nome, il tuo indirizzo o il nome di questo servizio o di un’applicazione: si indovinano per primi. Usa parole che non hanno a che fare con te.",
    stolen:
      "Questa password è in elenchi di password rubate, che vengono provate per prime. Scegline un’altra.",
    busy: "In questo momento molte persone stanno scegliendo una password. Attendi qualche secondo e riprova.",
  },
  changePassword: {
    title: "Cambia la password",
    setTitle: "Imposta una password",
    lead: "Qui l’accesso resta attivo. Tutti gli altri browser e applicazioni saranno disconnessi.",
    submit: "Cambia password",
    setSubmit: "Imposta password",
    done: "La password è cambiata. Tutti gli altri browser sono stati disconnessi.",
    removeTitle: "Accedi senza password",
    removeLead:
      "Hai un altro modo per accedere, quindi puoi fare a meno della password. Potrai impostarne di nuovo una in qualsiasi momento.",
    remove: "Rimuovi password",
    removed: "La password è stata rimossa.",
    lastWay: "La password ti serve: non hai un altro modo per accedere.",
  },
  passkeys: {
    title: "Passkey",
    lead: "Con una passkey accedi con l’impronta, il volto o il PIN del dispositivo. Non c’è nulla da ricordare e nessuno può sottrartela con un inganno.",
    none: "Non hai ancora nessuna passkey.",
    add: "Aggiungi una passkey",
    added: (name) => html`${name} è stata aggiunta. Da ora puoi usarla per accedere.`,
    renamed: (name) => html`La passkey ora si chiama ${name}.`,
    removed: (name) => html`${name} è stata rimossa. Non si può più usare per accedere.`,
    created: (date) => html`Aggiunta il ${date}`,
    lastUsed: (date) => html`ultimo uso il ${date}`,
    neverUsed: "mai usata",
    synchronised: "sincronizzata tra i tuoi dispositivi",
    onOneDevice: "su un solo dispositivo",
    wentBack: (date) =>
      html`Questa passkey potrebbe essere stata copiata (${date}). Se non hai ripristinato un dispositivo, rimuovila e aggiungine una nuova.`,
    name: "Nome",
    edit: "Modifica",
    rename: "Salva nome",
    remove: "Rimuovi",
    badName: "Inserisci un nome di al massimo 64 caratteri.",
    last: "Questa passkey è il tuo unico modo per accedere. Prima aggiungine un’altra.",
    full: "L’account ha già il numero massimo di passkey. Prima rimuovine una.",
    gone: "Questa passkey era già stata rimossa.",
    unnamed: "Passkey",
  },
  passkeyCreation: {
    needsScripts: "Per aggiungere una passkey, consenti gli script in questa pagina.",
    unsupported:
      "Questo browser non può creare passkey. Apri questa pagina in un altro browser o sul telefono.",
    already: "Questo dispositivo ha già una passkey per il tuo account.",
    notAdded: "Non è stata aggiunta nessuna passkey. Puoi riprovare.",
  },
  totp: {
    title: "App di autenticazione",
    setUpTitle: "Configura un’app di autenticazione",
    what: "Un’app di autenticazione, ad esempio Google Authenticator o un password manager, mostra un nuovo codice ogni 30 secondi. Per accedere servirà anche un codice.",
    scan: "Scansiona questa immagine con l’app",
    picture: "Codice QR per l’app di autenticazione",
    key: "Oppure scrivi questa chiave nell’app",
    enter: "Codice mostrato dall’app",
    confirm: "Conferma",
    wrong:
      "Il codice non è corretto. Controlla l’ora del telefono, poi inserisci il codice che l’app mostra adesso.",
    since: (date) => html`Configurata il ${date}`,
    replace: "Configura un’altra app",
    removeTitle: "Rimuovi l’app",
    remove: "Rimuovi",
    removeNote: "Senza l’app, per accedere basta la password.",
    removeCheck: "Per rimuovere l’app inserisci la password. Deve essere abbastanza sicura anche da sola.",
    wrongPassword: "La password non è corretta.",
    weakPassword:
      "La password è abbastanza sicura solo insieme a un codice. Scegline prima una di almeno 15 caratteri, poi rimuovi l’app.",
    cannotRemove:
      "Il tuo account richiede un secondo fattore. Puoi configurare un’altra app, ma non rimuovere questa.",
    done: "La tua app di autenticazione è configurata.",
    removed: "La tua app di autenticazione è stata rimossa.",
  },
  recoveryCodes: {
    title: "Codici di recupero",
    what: "Ogni codice ti permette di accedere una volta quando non hai l’app o la passkey. Conservali in un luogo sicuro, lontano dal telefono.",
    left: (count) => `Codici rimasti: ${count}`,
    none: "Non hai codici di recupero.",
    make: "Crea nuovi codici",
    makeNote: "I vecchi codici smetteranno di funzionare.",
    needFactor:
      "I codici di recupero sono una riserva per un’app di autenticazione o una passkey. Configura prima una delle due.",
    once: "Questi codici si vedono una volta sola. Conservane una copia prima di proseguire.",
    copy: "Copia",
    copied: "Copiato",
    download: "Scarica",
    print: "Stampa",
    kept: "Li ho salvati",
  },
  upstreams: {
    title: "Altri account",
    lead: "Collega un account che hai altrove e usalo per accedere qui.",
    none: "Non ci sono altri provider da collegare.",
    as: (label) => html`Collegato come ${label}`,
    notLinked: "Non collegato",
    link: (name) => html`Collega ${name}`,
    unlink: (name) => html`Scollega ${name}`,
    linked: (name) => `${name} è collegato. Da ora puoi usarlo per accedere.`,
    unlinked: (name) => `${name} è scollegato e non si può più usare per accedere.`,
    taken: (name) =>
      `Non è stato collegato nulla: quell’account di ${name} appartiene qui a un’altra persona, oppure il tuo è collegato a un altro.`,
    lastWay:
      "È il tuo unico modo per accedere. Prima di scollegarlo imposta una password o aggiungi una passkey.",
  },
};
