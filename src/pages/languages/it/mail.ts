import type { MailWords } from "../../words/mail.ts";

export const mail: MailWords = {
  greeting: (name) => `Ciao ${name},`,
  greetingOnly: "Ciao,",
  once: (until) => `Il link funziona una sola volta, fino al ${until}.`,
  copy: "Se il pulsante non funziona, copia questo indirizzo nel tuo browser:",
  ignore: "Se non ti aspettavi questo messaggio, puoi ignorarlo. Non cambia nulla.",
  unexpected: (service) => `Se non ti aspettavi questo messaggio, chiedi a chi gestisce ${service}.`,
  notYou: (service) =>
    `Se non hai fatto tu questa operazione, cambia subito la password, controlla che cos’altro è cambiato e avvisa chi gestisce ${service}.`,
  lock: "Se non hai fatto tu questa operazione, apri il link per bloccare il tuo account. Tutte le sessioni verranno chiuse e nessuno potrà accedere finché non avrai scelto una nuova password.",
  lockButton: "Non l’ho fatto io",
  account: "Vai al mio account",
  closing: (service) =>
    `${service} ha inviato questo messaggio automaticamente. Non rispondere: nessuno legge questa casella.`,
  when: "Quando",
  browser: "Browser",
  network: "Rete",
  passkey: "Passkey",
  provider: "Provider",
  newAddress: "Nuovo indirizzo",
  codesLeft: "Codici rimasti",
  deletedAt: "Sarà eliminato",
  messages: {
    recover: [
      "Scegli una nuova password",
      (service) =>
        `Qualcuno ha chiesto una nuova password per il tuo account di ${service}. Se hai fatto tu la richiesta, apri il link per sceglierne una.`,
      "Scegli una nuova password",
    ],
    "operator-recover": [
      "Riprendi l’accesso al tuo account",
      (service) => `Chi gestisce ${service} ha creato questo link per te. Ti permette di accedere di nuovo.`,
      "Riprendi l’accesso",
    ],
    "account-locked": [
      "Il tuo account è bloccato",
      (service) =>
        `Il tuo account di ${service} è stato bloccato con il link di uno dei nostri messaggi. Tutte le sessioni sono chiuse. Per sbloccarlo, scegli una nuova password.`,
      "Scegli una nuova password",
    ],
    "verify-address": [
      "Conferma il tuo indirizzo e-mail",
      (service) =>
        `Qualcuno ha indicato questo indirizzo per un account di ${service}. Se l’hai indicato tu, conferma che è tuo.`,
      "Conferma l’indirizzo",
    ],
    "sign-up": [
      "Crea il tuo account",
      (service) =>
        `Qualcuno vuole creare un account di ${service} con questo indirizzo. Se sei tu, apri il link per continuare.`,
      "Crea il mio account",
    ],
    "sign-up-taken": [
      "Hai già un account",
      (service) =>
        `Qualcuno voleva usare questo indirizzo per un account di ${service}. Hai già un account lì, quindi non è cambiato nulla. Se hai provato tu, accedi.`,
      "Accedi",
    ],
    test: [
      "Un messaggio di prova",
      (service) => `Questo messaggio mostra che ${service} può inviarti e-mail.`,
    ],
    invitation: [
      "Hai ricevuto un invito",
      (service) => `Hai ricevuto un invito a creare un account di ${service}.`,
      "Crea il mio account",
    ],
    "deletion-announced": [
      "Il tuo account sarà eliminato",
      (service) =>
        `Il tuo account di ${service} sarà eliminato, come richiesto. Se vuoi mantenerlo, apri il link e accedi prima della data indicata sotto.`,
      "Mantieni il mio account",
    ],
    "new-device": [
      "Nuovo accesso al tuo account",
      (service) => `C’è stato un accesso al tuo account di ${service} da un nuovo browser.`,
    ],
    "password-changed": [
      "La tua password è stata cambiata",
      (service) => `La password del tuo account di ${service} è stata cambiata.`,
    ],
    "password-removed": [
      "La tua password è stata rimossa",
      (service) =>
        `La password del tuo account di ${service} è stata rimossa. Non si può più usare per accedere.`,
    ],
    "passkey-added": [
      "È stata aggiunta una passkey",
      (service) => `Il tuo account di ${service} ha una nuova passkey. Si può usare per accedere.`,
    ],
    "passkey-removed": [
      "È stata rimossa una passkey",
      (service) =>
        `Una passkey del tuo account di ${service} è stata rimossa. Non si può più usare per accedere.`,
    ],
    "app-password-made": [
      "È stata creata una password per un’applicazione",
      (service) =>
        `È stata creata una password per un’applicazione per il tuo account di ${service}. Permette a un programma di usare un’applicazione a tuo nome.`,
    ],
    "upstream-linked": [
      "È stato collegato un altro account",
      (service) =>
        `Il tuo account di ${service} è stato collegato a un account di un altro provider, con cui ora si può accedere.`,
    ],
    "upstream-unlinked": [
      "È stato scollegato un altro account",
      (service) =>
        `Il tuo account di ${service} è stato scollegato da un account di un altro provider, che non si può più usare per accedere.`,
    ],
    "totp-added": [
      "È stata aggiunta un’app di autenticazione",
      (service) =>
        `Al tuo account di ${service} è stata aggiunta un’app di autenticazione. Dopo la password ti sarà chiesto il suo codice.`,
    ],
    "totp-removed": [
      "L’app di autenticazione è stata rimossa",
      (service) =>
        `L’app di autenticazione è stata rimossa dal tuo account di ${service}. Il suo codice non ti sarà più chiesto.`,
    ],
    "recovery-codes-made": [
      "Nuovi codici di recupero",
      (service) =>
        `Sono stati creati nuovi codici di recupero per il tuo account di ${service}. Quelli precedenti non funzionano più.`,
    ],
    "recovery-code-used": [
      "È stato usato un codice di recupero",
      (service) =>
        `È stato usato uno dei codici di recupero del tuo account di ${service}. Non funzionerà una seconda volta.`,
    ],
    "address-changed": [
      "Il tuo indirizzo e-mail è stato cambiato",
      (service) =>
        `Il tuo account di ${service} ha un nuovo indirizzo e-mail. Da ora i messaggi arrivano lì, e con questo indirizzo non si può più accedere.`,
    ],
  },
};
