import { html } from "../../html.ts";
import type { GeneralWords } from "../../words/general.ts";

export const general: GeneralWords = {
  problemTitle: (title) => `Błąd: ${title}`,
  stale: "Ta strona była nieaktualna, więc nic się nie zmieniło. Spróbuj ponownie.",
  otherAccount: (name) =>
    `Ta strona dotyczyła innego konta, więc nic się nie zmieniło. Korzystasz teraz z konta ${name}.`,
  backTo: (client) => html`Wróć do aplikacji ${client}`,
  developmentNote: "Tylko do prac programistycznych na tym komputerze: połączenie nie jest szyfrowane.",
  picker: { label: "Język", submit: "Zmień" },
  brandLinks: { help: "Pomoc", privacy: "Prywatność", imprint: "Nota prawna" },
  home: {
    heading: "Jedno logowanie do Twoich aplikacji",
    whatThisIs: "Aplikacje korzystające z tej usługi kierują Cię tutaj, gdy muszą wiedzieć, kim jesteś.",
    applications: "Twoje aplikacje",
    find: "Znajdź aplikację",
    search: "Szukaj",
    noneFound: "Żadna aplikacja nie ma tego w nazwie.",
    more: "Więcej aplikacji",
    signedInAs: "Konto, z którego korzystasz:",
    notSignedIn: "Nikt nie jest zalogowany.",
    account: "Twoje konto",
    signOut: "Wyloguj się",
  },
  error: {
    brokenRequest: {
      title: "Ten link nie działa",
      sentence:
        "Aplikacja wysłała żądanie, któremu nie możemy zaufać, dlatego logowanie zostało przerwane. Twoje konto jest bezpieczne. Wróć do aplikacji i zacznij od nowa.",
    },
    unknownApplication: {
      title: "Nie znamy tej aplikacji",
      sentence:
        "Link, który Cię tu skierował, wskazuje aplikację, która nie jest zarejestrowana w tej usłudze. Twoje konto jest bezpieczne. Wróć i zacznij od nowa albo powiadom osoby, które prowadzą tę aplikację.",
    },
    brokenForm: {
      title: "Nie udało się odczytać formularza",
      sentence:
        "Był niekompletny albo pochodził z innej witryny. Nic nie zostało zmienione, a Twoje konto jest bezpieczne.",
    },
    notFound: {
      title: "Nie znaleziono strony",
      sentence: "Być może adres zawiera literówkę albo strona została przeniesiona.",
    },
    wrongMethod: {
      title: "Tej strony nie można tak otworzyć",
      sentence:
        "Link lub formularz, który Cię tu skierował, nie pasuje do tego adresu. Nic nie zostało zmienione.",
    },
    unavailable: (wait) => ({
      title: "Zaraz wracamy",
      sentence: `Logowanie nie jest w tej chwili możliwe. Nic nie zostało utracone: spróbuj ponownie ${wait}.`,
    }),
    throttled: (wait) => ({
      title: "Poczekaj chwilę",
      sentence: `Zbyt wiele żądań naraz. Tym razem nic nie zostało zmienione, a konto jest bezpieczne. Spróbuj ponownie ${wait}.`,
    }),
    internal: {
      title: "Coś poszło nie tak po naszej stronie",
      sentence: "To nie Twoja wina, a Twoje konto jest bezpieczne. Spróbuj ponownie za chwilę.",
    },
    tryAgain: "Spróbuj ponownie",
    home: "Przejdź do strony głównej",
    reference: "Numer zdarzenia",
    whereDetailIs: "Programista znajdzie szczegóły w dzienniku usługi pod tym numerem.",
  },
};
