import type { MailWords } from "../../words/mail.ts";

export const mail: MailWords = {
  greeting: (name) => `Dzień dobry, ${name}!`,
  greetingOnly: "Dzień dobry!",
  once: (until) => `Link działa jeden raz, do ${until}.`,
  copy: "Jeśli przycisk nie działa, skopiuj ten adres do przeglądarki:",
  ignore: "Jeśli nie spodziewasz się tej wiadomości, możesz ją zignorować. Nic się nie zmieni.",
  unexpected: (service) =>
    `Jeśli nie spodziewasz się tej wiadomości, zapytaj osoby, które prowadzą usługę ${service}.`,
  notYou: (service) =>
    `Jeśli to nie Ty, od razu zmień hasło, sprawdź, co jeszcze się zmieniło, i powiadom osoby, które prowadzą usługę ${service}.`,
  lock: "Jeśli to nie Ty, otwórz link, aby zablokować konto. Wszystkie sesje zostaną zakończone i nikt się nie zaloguje, dopóki nie ustawisz nowego hasła.",
  lockButton: "To nie ja",
  account: "Przejdź do mojego konta",
  closing: (service) =>
    `Wiadomość wysłana automatycznie przez usługę ${service}. Nie odpowiadaj na nią: nikt nie czyta tej skrzynki.`,
  when: "Kiedy",
  browser: "Przeglądarka",
  network: "Sieć",
  passkey: "Klucz dostępu",
  provider: "Dostawca",
  newAddress: "Nowy adres",
  codesLeft: "Pozostałe kody",
  deletedAt: "Zostanie usunięte",
  messages: {
    recover: [
      "Nowe hasło do konta",
      (service) =>
        `Ktoś poprosił o nowe hasło do Twojego konta w usłudze ${service}. Jeśli to Ty, otwórz link i ustaw nowe hasło.`,
      "Ustaw nowe hasło",
    ],
    "operator-recover": [
      "Odzyskanie dostępu do konta",
      (service) =>
        `Osoby, które prowadzą usługę ${service}, przygotowały dla Ciebie ten link. Możesz się nim znowu zalogować.`,
      "Odzyskaj dostęp",
    ],
    "account-locked": [
      "Twoje konto jest zablokowane",
      (service) =>
        `Twoje konto w usłudze ${service} zostało zablokowane za pomocą linku z jednej z naszych wiadomości. Wszystkie sesje są zakończone. Aby odblokować konto, ustaw nowe hasło.`,
      "Ustaw nowe hasło",
    ],
    "verify-address": [
      "Potwierdzenie adresu e-mail",
      (service) =>
        `Ktoś podał ten adres dla konta w usłudze ${service}. Jeśli to Ty, potwierdź, że to Twój adres.`,
      "Potwierdź adres",
    ],
    "sign-up": [
      "Założenie konta",
      (service) =>
        `Ktoś chce założyć z tym adresem konto w usłudze ${service}. Jeśli to Ty, otwórz link, aby przejść dalej.`,
      "Załóż konto",
    ],
    "sign-up-taken": [
      "Masz już konto",
      (service) =>
        `Ktoś chciał użyć tego adresu dla konta w usłudze ${service}. Masz już tam konto, więc nic się nie zmieniło. Jeśli to Ty, zaloguj się.`,
      "Zaloguj się",
    ],
    test: [
      "Wiadomość testowa",
      (service) => `Ta wiadomość pokazuje, że usługa ${service} może wysyłać Ci pocztę.`,
    ],
    invitation: [
      "Masz zaproszenie",
      (service) => `Zapraszamy do założenia konta w usłudze ${service}.`,
      "Załóż konto",
    ],
    "deletion-announced": [
      "Twoje konto zostanie usunięte",
      (service) =>
        `Twoje konto w usłudze ${service} zostanie usunięte zgodnie z prośbą. Jeśli chcesz je zachować, otwórz link i zaloguj się przed podaną niżej datą.`,
      "Zachowaj moje konto",
    ],
    "new-device": [
      "Nowe logowanie na Twoje konto",
      (service) => `Zalogowano się na Twoje konto w usłudze ${service} w nowej przeglądarce.`,
    ],
    "password-changed": [
      "Twoje hasło zostało zmienione",
      (service) => `Hasło do Twojego konta w usłudze ${service} zostało zmienione.`,
    ],
    "password-removed": [
      "Twoje hasło zostało usunięte",
      (service) =>
        `Hasło do Twojego konta w usłudze ${service} zostało usunięte. Nie można się nim już logować.`,
    ],
    "passkey-added": [
      "Dodano klucz dostępu",
      (service) => `Twoje konto w usłudze ${service} ma nowy klucz dostępu. Można się nim logować.`,
    ],
    "passkey-removed": [
      "Usunięto klucz dostępu",
      (service) =>
        `Klucz dostępu został usunięty z Twojego konta w usłudze ${service}. Nie można się nim już logować.`,
    ],
    "app-password-made": [
      "Utworzono hasło aplikacji",
      (service) =>
        `Dla Twojego konta w usłudze ${service} utworzono hasło aplikacji. Program może z nim korzystać z jednej aplikacji w Twoim imieniu.`,
    ],
    "upstream-linked": [
      "Połączono inne konto",
      (service) =>
        `Twoje konto w usłudze ${service} połączono z kontem u innego dostawcy. Można się nim logować.`,
    ],
    "upstream-unlinked": [
      "Odłączono inne konto",
      (service) =>
        `Twoje konto w usłudze ${service} odłączono od konta u innego dostawcy. Nie można się nim już logować.`,
    ],
    "totp-added": [
      "Dodano aplikację uwierzytelniającą",
      (service) =>
        `Do Twojego konta w usłudze ${service} dodano aplikację uwierzytelniającą. Po haśle poprosimy o jej kod.`,
    ],
    "totp-removed": [
      "Usunięto aplikację uwierzytelniającą",
      (service) =>
        `Z Twojego konta w usłudze ${service} usunięto aplikację uwierzytelniającą. Nie poprosimy już o jej kod.`,
    ],
    "recovery-codes-made": [
      "Nowe kody odzyskiwania",
      (service) =>
        `Dla Twojego konta w usłudze ${service} utworzono nowe kody odzyskiwania. Wcześniejsze już nie działają.`,
    ],
    "recovery-code-used": [
      "Użyto kodu odzyskiwania",
      (service) =>
        `Użyto jednego z kodów odzyskiwania Twojego konta w usłudze ${service}. Ten kod nie zadziała ponownie.`,
    ],
    "address-changed": [
      "Twój adres e-mail został zmieniony",
      (service) =>
        `Twoje konto w usłudze ${service} ma nowy adres e-mail. Od teraz wiadomości będą trafiać tam, a tym adresem nie można się już logować.`,
    ],
  },
};
