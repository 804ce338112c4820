import type { MailWords } from "../../words/mail.ts";

export const mail: MailWords = {
  greeting: (name) => `Buongiorno ${name},`,
  greetingOnly: "Buongiorno,",
  once: (until) => `Il link funziona una sola volta, fino al ${until}.`,
  copy: "Se il pulsante non funziona, copi questo indirizzo nel Suo browser:",
  ignore: "Se non si aspettava questo messaggio, può ignorarlo. Non cambia nulla.",
  unexpected: (service) => `Se non si aspettava questo messaggio, chieda ai responsabili di ${service}.`,
  notYou: (service) =>
    `Se non è stato Lei, cambi subito la password, controlli che cos’altro è cambiato e avvisi i responsabili di ${service}.`,
  account: "Vai al mio account",
  closing: (service) => `${service} ha inviato questo messaggio automaticamente. Nessuno legge le risposte.`,
  when: "Quando",
  browser: "Browser",
  network: "Rete",
  passkey: "Passkey",
  provider: "Provider",
  newAddress: "Nuovo indirizzo",
  codesLeft: "Codici rimasti",
  deletedAt: "Eliminazione",
  messages: {
    recover: [
      "Scelga una nuova password",
      (service) =>
        `È stata chiesta una nuova password per il Suo account di ${service}. Se è stato Lei, apra il link per sceglierne una.`,
      "Scegli una nuova password",
    ],
    "operator-recover": [
      "Riprenda l’accesso al Suo account",
      (service) =>
        `I responsabili di ${service} hanno creato questo link per Lei. Con esso può accedere di nuovo.`,
      "Riprendi l’accesso",
    ],
    "verify-address": [
      "Confermi il Suo indirizzo e-mail",
      (service) =>
        `Questo indirizzo è stato indicato per un account di ${service}. Se è stato Lei, confermi che è Suo.`,
      "Conferma l’indirizzo",
    ],
    "sign-up": [
      "Crei il Suo account",
      (service) =>
        `Qualcuno vuole creare un account di ${service} con questo indirizzo. Se è Lei, apra il link per continuare.`,
      "Crea il mio account",
    ],
    "sign-up-taken": [
      "Ha già un account",
      (service) =>
        `Qualcuno voleva usare questo indirizzo per un account di ${service}. Lei ha già un account, quindi non è cambiato nulla. Se è stato Lei, acceda.`,
      "Accedi",
    ],
    test: [
      "Un messaggio di prova",
      (service) => `Questo messaggio mostra che ${service} può inviarLe e-mail.`,
    ],
    invitation: [
      "Ha ricevuto un invito",
      (service) => `Ha ricevuto un invito a creare un account di ${service}.`,
      "Crea il mio account",
    ],
    "deletion-announced": [
      "Il Suo account sarà eliminato",
      (service) =>
        `Il Suo account di ${service} sarà eliminato, come richiesto. Se vuole tenerlo, apra il link prima di quella data.`,
      "Tieni il mio account",
    ],
    "new-device": [
      "Nuovo accesso al Suo account",
      (service) => `Qualcuno ha effettuato l’accesso al Suo account di ${service} con un nuovo browser.`,
    ],
    "password-changed": [
      "La Sua password è stata cambiata",
      (service) => `La password del Suo account di ${service} è stata cambiata.`,
    ],
    "password-removed": [
      "La Sua password è stata rimossa",
      (service) =>
        `La password del Suo account di ${service} è stata rimossa. Non permette più a nessuno di accedere.`,
    ],
    "passkey-added": [
      "È stata aggiunta una passkey",
      (service) => `Il Suo account di ${service} ha una nuova passkey. Con essa si può accedere.`,
    ],
    "passkey-removed": [
      "È stata rimossa una passkey",
      (service) => `Una passkey del Suo account di ${service} è stata rimossa. Non serve più per accedere.`,
    ],
    "upstream-linked": [
      "È stato collegato un altro account",
      (service) =>
        `Il Suo account di ${service} è stato collegato a un account di un altro provider, con cui ora si può accedere.`,
    ],
    "upstream-unlinked": [
      "È stato scollegato un altro account",
      (service) =>
        `Il Suo account di ${service} è stato scollegato da un account di un altro provider, che non serve più per accedere.`,
    ],
    "totp-added": [
      "È stata aggiunta un’app di autenticazione",
      (service) =>
        `Al Suo account di ${service} è stata aggiunta un’app di autenticazione. Dopo la password Le sarà chiesto il suo codice.`,
    ],
    "totp-removed": [
      "L’app di autenticazione è stata rimossa",
      (service) =>
        `L’app di autenticazione è stata rimossa dal Suo account di ${service}. Il suo codice non Le sarà più chiesto.`,
    ],
    "recovery-codes-made": [
      "Nuovi codici di recupero",
      (service) =>
        `Sono stati creati nuovi codici di recupero per il Suo account di ${service}. Quelli precedenti non funzionano più.`,
    ],
    "recovery-code-used": [
      "È stato usato un codice di recupero",
      (service) =>
        `È stato usato uno dei codici di recupero del Suo account di ${service}. Non funzionerà una seconda volta.`,
    ],
    "address-changed": [
      "Il Suo indirizzo e-mail è stato cambiato",
      (service) =>
        `Il Suo account di ${service} ha un nuovo indirizzo e-mail. Da ora i messaggi arrivano lì, e con questo indirizzo non si può più accedere.`,
    ],
  },
};
