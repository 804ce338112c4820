import type { MailWords } from "../../words/mail.ts";

export const mail: MailWords = {
  greeting: (name) => `Dzień dobry, ${name}!`,
  greetingOnly: "Dzień dobry!",
  once: (until) => `Link działa jeden raz, do ${until}.`,
  copy: "Jeśli przycisk nie działa, proszę skopiować ten adres do przeglądarki:",
  ignore: "Jeśli to nieoczekiwana wiadomość, można ją zignorować. Nic się nie zmieni.",
  unexpected: (service) =>
    `Jeśli to nieoczekiwana wiadomość, proszę zapytać administratora serwisu ${service}.`,
  notYou: (service) =>
    `Jeśli ta zmiana nie pochodzi od Pani lub Pana, proszę od razu zmienić hasło, sprawdzić, co jeszcze się zmieniło, i powiadomić administratora serwisu ${service}.`,
  account: "Przejdź do mojego konta",
  closing: (service) => `Wiadomość wysłana automatycznie przez serwis ${service}. Nikt nie czyta odpowiedzi.`,
  when: "Kiedy",
  browser: "Przeglądarka",
  network: "Sieć",
  passkey: "Klucz dostępu",
  provider: "Dostawca",
  newAddress: "Nowy adres",
  codesLeft: "Pozostałe kody",
  deletedAt: "Usunięcie",
  messages: {
    recover: [
      "Nowe hasło do konta",
      (service) =>
        `Ktoś poprosił o nowe hasło do Pani lub Pana konta w serwisie ${service}. Jeśli to nie pomyłka, proszę otworzyć link i wybrać hasło.`,
      "Wybierz nowe hasło",
    ],
    "operator-recover": [
      "Odzyskanie dostępu do konta",
      (service) => `Administrator serwisu ${service} przygotował ten link. Pozwala on znowu się zalogować.`,
      "Odzyskaj dostęp",
    ],
    "verify-address": [
      "Potwierdzenie adresu e-mail",
      (service) =>
        `Ktoś podał ten adres dla konta w serwisie ${service}. Jeśli to nie pomyłka, proszę potwierdzić, że należy on do Pani lub Pana.`,
      "Potwierdź adres",
    ],
    "sign-up": [
      "Założenie konta",
      (service) =>
        `Ktoś chce założyć z tym adresem konto w serwisie ${service}. Jeśli to nie pomyłka, proszę otworzyć link, aby przejść dalej.`,
      "Załóż konto",
    ],
    "sign-up-taken": [
      "Konto już istnieje",
      (service) =>
        `Ktoś chciał użyć tego adresu dla konta w serwisie ${service}. Ma już Pani lub Pan tam konto, więc nic się nie zmieniło. Wystarczy się zalogować.`,
      "Zaloguj się",
    ],
    test: [
      "Wiadomość testowa",
      (service) => `Ta wiadomość pokazuje, że serwis ${service} może wysyłać pocztę na ten adres.`,
    ],
    invitation: [
      "Zaproszenie",
      (service) => `Zapraszamy do założenia konta w serwisie ${service}.`,
      "Załóż konto",
    ],
    "deletion-announced": [
      "Konto zostanie usunięte",
      (service) =>
        `Pani lub Pana konto w serwisie ${service} zostanie usunięte zgodnie z prośbą. Aby je zachować, proszę wcześniej otworzyć link.`,
      "Zachowaj konto",
    ],
    "new-device": [
      "Nowe logowanie na konto",
      (service) => `Ktoś zalogował się na Pani lub Pana konto w serwisie ${service} w nowej przeglądarce.`,
    ],
    "password-changed": [
      "Hasło zostało zmienione",
      (service) => `Hasło do Pani lub Pana konta w serwisie ${service} zostało zmienione.`,
    ],
    "password-removed": [
      "Hasło zostało usunięte",
      (service) =>
        `Hasło do Pani lub Pana konta w serwisie ${service} zostało usunięte. Nikt już się nim nie zaloguje.`,
    ],
    "passkey-added": [
      "Dodano klucz dostępu",
      (service) => `Konto w serwisie ${service} ma nowy klucz dostępu. Można się nim logować.`,
    ],
    "passkey-removed": [
      "Usunięto klucz dostępu",
      (service) =>
        `Klucz dostępu został usunięty z konta w serwisie ${service}. Nie można się nim już logować.`,
    ],
    "upstream-linked": [
      "Połączono inne konto",
      (service) => `Konto w serwisie ${service} połączono z kontem u innego dostawcy. Można się nim logować.`,
    ],
    "upstream-unlinked": [
      "Odłączono inne konto",
      (service) =>
        `Konto w serwisie ${service} odłączono od konta u innego dostawcy. Nie można się nim już logować.`,
    ],
    "totp-added": [
      "Dodano aplikację uwierzytelniającą",
      (service) =>
        `Do konta w serwisie ${service} dodano aplikację uwierzytelniającą. Po haśle trzeba będzie podać jej kod.`,
    ],
    "totp-removed": [
      "Usunięto aplikację uwierzytelniającą",
      (service) =>
        `Z konta w serwisie ${service} usunięto aplikację uwierzytelniającą. Nie trzeba już podawać jej kodu.`,
    ],
    "recovery-codes-made": [
      "Nowe kody odzyskiwania",
      (service) =>
        `Dla konta w serwisie ${service} utworzono nowe kody odzyskiwania. Wcześniejsze już nie działają.`,
    ],
    "recovery-code-used": [
      "Użyto kodu odzyskiwania",
      (service) =>
        `Użyto jednego z kodów odzyskiwania konta w serwisie ${service}. Ten kod nie zadziała ponownie.`,
    ],
    "address-changed": [
      "Adres e-mail został zmieniony",
      (service) =>
        `Konto w serwisie ${service} ma nowy adres e-mail. Od teraz wiadomości będą trafiać tam, a tym adresem nie można się już zalogować.`,
    ],
  },
};
