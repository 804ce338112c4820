import type { MailWords } from "../../words/mail.ts";

export const mail: MailWords = {
  greeting: (name) => `Beste ${name},`,
  greetingOnly: "Goedendag,",
  once: (until) => `De link werkt één keer, tot ${until}.`,
  copy: "Werkt de knop niet? Kopieer dan dit adres naar uw browser:",
  ignore: "Verwachtte u dit bericht niet, dan kunt u het negeren. Er verandert niets.",
  unexpected: (service) => `Verwachtte u dit bericht niet, vraag dan na bij de beheerders van ${service}.`,
  notYou: (service) =>
    `Was u dit niet, wijzig dan meteen uw wachtwoord, kijk wat er nog meer is veranderd en meld het aan de beheerders van ${service}.`,
  lock: "Was u dit niet, open dan de link om uw account te vergrendelen. Iedereen wordt uitgelogd en niemand kan inloggen totdat u een nieuw wachtwoord hebt gekozen.",
  lockButton: "Dit was ik niet",
  account: "Naar mijn account",
  closing: (service) =>
    `${service} heeft dit bericht automatisch verstuurd. Antwoord er niet op: niemand leest deze mailbox.`,
  when: "Wanneer",
  browser: "Browser",
  network: "Netwerk",
  passkey: "Passkey",
  provider: "Aanbieder",
  newAddress: "Nieuw adres",
  codesLeft: "Resterende codes",
  deletedAt: "Wordt verwijderd",
  messages: {
    recover: [
      "Kies een nieuw wachtwoord",
      (service) =>
        `Iemand heeft een nieuw wachtwoord aangevraagd voor uw account bij ${service}. Was u dat, open dan de link en kies er een.`,
      "Nieuw wachtwoord kiezen",
    ],
    "operator-recover": [
      "Weer toegang tot uw account",
      (service) =>
        `De beheerders van ${service} hebben deze link voor u gemaakt. Daarmee kunt u weer inloggen.`,
      "Weer toegang krijgen",
    ],
    "account-locked": [
      "Uw account is vergrendeld",
      (service) =>
        `Uw account bij ${service} is vergrendeld met de link uit een van onze berichten. Iedereen is uitgelogd. Kies een nieuw wachtwoord om het te ontgrendelen.`,
      "Nieuw wachtwoord kiezen",
    ],
    "verify-address": [
      "Bevestig uw e-mailadres",
      (service) =>
        `Iemand heeft dit adres opgegeven voor een account bij ${service}. Was u dat, bevestig dan dat het van u is.`,
      "Adres bevestigen",
    ],
    "sign-up": [
      "Maak uw account aan",
      (service) =>
        `Iemand wil met dit adres een account bij ${service} aanmaken. Bent u dat, open dan de link om verder te gaan.`,
      "Account aanmaken",
    ],
    "sign-up-taken": [
      "U hebt al een account",
      (service) =>
        `Iemand wilde dit adres gebruiken voor een account bij ${service}. U hebt daar al een account, dus er is niets veranderd. Was u het, log dan in.`,
      "Inloggen",
    ],
    test: ["Een testbericht", (service) => `Dit bericht laat zien dat ${service} u e-mail kan sturen.`],
    invitation: [
      "U bent uitgenodigd",
      (service) => `U bent uitgenodigd om een account bij ${service} aan te maken.`,
      "Account aanmaken",
    ],
    "deletion-announced": [
      "Uw account wordt verwijderd",
      (service) =>
        `Uw account bij ${service} wordt op verzoek verwijderd. Wilt u het behouden, open dan de link en log in vóór de datum hieronder.`,
      "Account behouden",
    ],
    "new-device": [
      "Er is ingelogd op uw account",
      (service) => `Er is met een nieuwe browser ingelogd op uw account bij ${service}.`,
    ],
    "password-changed": [
      "Uw wachtwoord is gewijzigd",
      (service) => `Het wachtwoord van uw account bij ${service} is gewijzigd.`,
    ],
    "password-removed": [
      "Uw wachtwoord is verwijderd",
      (service) =>
        `Het wachtwoord van uw account bij ${service} is verwijderd. Er kan niet meer mee worden ingelogd.`,
    ],
    "passkey-added": [
      "Er is een passkey toegevoegd",
      (service) => `Uw account bij ${service} heeft een nieuwe passkey. Daarmee kan worden ingelogd.`,
    ],
    "passkey-removed": [
      "Er is een passkey verwijderd",
      (service) =>
        `Er is een passkey van uw account bij ${service} verwijderd. Daarmee kan niet meer worden ingelogd.`,
    ],
    "app-password-made": [
      "Er is een app-wachtwoord gemaakt",
      (service) =>
        `Voor uw account bij ${service} is een app-wachtwoord gemaakt. Daarmee kan een programma namens u één applicatie gebruiken.`,
    ],
    "upstream-linked": [
      "Er is een ander account verbonden",
      (service) =>
        `Uw account bij ${service} is verbonden met een account bij een andere aanbieder. Daarmee kan worden ingelogd.`,
    ],
    "upstream-unlinked": [
      "Er is een ander account losgekoppeld",
      (service) =>
        `Uw account bij ${service} is losgekoppeld van een account bij een andere aanbieder. Daarmee kan niet meer worden ingelogd.`,
    ],
    "totp-added": [
      "Er is een authenticator-app toegevoegd",
      (service) =>
        `Uw account bij ${service} heeft nu een authenticator-app. Na het wachtwoord wordt u om de code gevraagd.`,
    ],
    "totp-removed": [
      "De authenticator-app is verwijderd",
      (service) =>
        `De authenticator-app van uw account bij ${service} is verwijderd. U wordt niet meer om de code gevraagd.`,
    ],
    "recovery-codes-made": [
      "Nieuwe herstelcodes",
      (service) =>
        `Voor uw account bij ${service} zijn nieuwe herstelcodes gemaakt. De eerdere werken niet meer.`,
    ],
    "recovery-code-used": [
      "Er is een herstelcode gebruikt",
      (service) =>
        `Een van de herstelcodes van uw account bij ${service} is gebruikt. Die werkt niet nog een keer.`,
    ],
    "address-changed": [
      "Uw e-mailadres is gewijzigd",
      (service) =>
        `Uw account bij ${service} heeft een nieuw e-mailadres. Berichten gaan voortaan daarheen, en met dit adres kunt u niet meer inloggen.`,
    ],
  },
};
