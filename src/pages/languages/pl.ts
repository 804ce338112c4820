import type { Catalogue } from "../catalogue.ts";
import { html } from "../html.ts";

/** The catalogue in Polish. The name of an application follows the word for it, so that it need not be declined. */
export const polish: Catalogue = {
  lang: "pl",
  dir: "ltr",
  name: "Polski",
  problemTitle: (title) => `Błąd: ${title}`,
  backTo: (client) => html`Wróć do aplikacji ${client}`,
  developmentNote: "Tylko do prac programistycznych na tym komputerze: połączenie nie jest szyfrowane.",
  abilities: {
    openid: "wiedzieć, że to Ty",
    profile: "zobaczyć Twoje imię i nazwisko oraz nazwę użytkownika",
    email: "zobaczyć Twój adres e-mail",
    address: "zobaczyć Twój adres pocztowy",
    phone: "zobaczyć Twój numer telefonu",
    offline_access: "zachować dostęp także po Twoim wylogowaniu",
  },
  picker: { label: "Język", submit: "Zmień" },
  signIn: {
    title: (client) => `Zaloguj się do aplikacji ${client}`,
    heading: "Zaloguj się",
    lead: (client) => html`aby przejść do aplikacji ${client}`,
    againLead: (person, client) =>
      html`Konto, z którego korzystasz: ${person}. Zaloguj się ponownie, aby przejść do aplikacji ${client}.`,
    username: "Nazwa użytkownika",
    password: "Hasło",
    show: "Pokaż",
    showWhat: " hasło",
    capsLock: "Klawisz Caps Lock jest włączony.",
    submit: "Zaloguj się",
    promise: (client) => html`Aplikacja ${client} nigdy nie widzi Twojego hasła.`,
    mismatch: "Nazwa użytkownika i hasło do siebie nie pasują.",
    throttled: (wait) => `Zbyt wiele prób. Spróbuj ponownie ${wait}.`,
    busy: "W tej chwili loguje się wiele osób. Odczekaj kilka sekund i spróbuj ponownie.",
    stale: "Ze względów bezpieczeństwa zaloguj się jeszcze raz.",
    missingUsername: "Wpisz nazwę użytkownika.",
    missingPassword: "Wpisz hasło.",
    tooLongPassword: "To hasło jest dłuższe, niż może być tutaj jakiekolwiek hasło.",
  },
  continue: {
    title: (client) => `Przejdź do aplikacji ${client}`,
    heading: (client) => html`Przejdź do aplikacji ${client}`,
    promise: (client) =>
      html`Aplikacja ${client} dowie się, kim jesteś, ale nigdy nie zobaczy Twojego hasła.`,
    allow: (client, person) => html`Przejdź do aplikacji ${client} jako ${person}`,
    useAnother: "Użyj innego konta",
    stale: "Ze względów bezpieczeństwa potwierdź jeszcze raz.",
  },
  consent: {
    title: (client) => `Zezwól aplikacji ${client}`,
    heading: (client) => html`Zezwolić aplikacji ${client}?`,
    lead: "Aplikacja będzie mogła",
    promise: (client) =>
      html`Aplikacja ${client} nigdy nie widzi Twojego hasła. Zgoda obowiązuje, dopóki nie wycofasz jej tutaj, na stronie swojego konta.`,
    allow: "Zezwól",
    deny: "Nie zezwalaj",
    useAnother: "Użyj innego konta",
    stale: "Ze względów bezpieczeństwa odpowiedz jeszcze raz.",
  },
  account: {
    title: "Twoje konto",
    password: "Nowe hasło możesz otrzymać od osób, które prowadzą tę usługę.",
    applicationsHeading: "Aplikacje z Twoją zgodą",
    noApplications: "Nie ma żadnej. Gdy aplikacja o to poprosi, a Ty się zgodzisz, pojawi się tutaj.",
    itMay: "Aplikacja może",
    since: (date) => html`Od ${date}`,
    withdraw: "Wycofaj zgodę",
    consequence:
      "Po wycofaniu zgody aplikacja od razu traci to, co tutaj otrzymała. Będzie musiała zapytać ponownie.",
    withdrawn: (client) => html`Zgoda dla aplikacji ${client} została wycofana.`,
    stale: "Ze względów bezpieczeństwa wybierz jeszcze raz.",
  },
  formPost: {
    title: (client) => `Powrót do aplikacji ${client}`,
    lead: "To potrwa chwilę. Jeśli nic się nie dzieje, przejdź dalej tutaj.",
    submit: "Dalej",
  },
  signOut: {
    title: "Wyloguj się",
    heading: "Wylogować?",
    lead: "Konto, z którego korzystasz:",
    submit: "Wyloguj się",
    stay: "Nie wylogowuj",
    stale: "Ze względów bezpieczeństwa potwierdź jeszcze raz.",
    doneTitle: "Wylogowano",
    doneLead: "Ta przeglądarka już Cię tutaj nie zna.",
    doneNote:
      "Aplikacje, z których korzystasz, mogą nie wylogować Cię u siebie. Na wspólnym komputerze zamknij przeglądarkę.",
  },
  home: {
    title: "Latchkey",
    heading: "Drzwi wejściowe",
    whatThisIs:
      "Aplikacje korzystające z tej usługi logowania kierują Cię tutaj, gdy muszą wiedzieć, kim jesteś. Do tego czasu nie ma tu nic do zrobienia.",
    signedInAs: "Konto, z którego korzystasz:",
    notSignedIn: "Nikt nie jest zalogowany.",
    account: "Twoje konto",
    signOut: "Wyloguj się",
  },
  error: {
    brokenRequest: {
      title: "Ten link nie działa",
      sentence:
        "Aplikacja skierowała Cię tutaj z żądaniem, któremu nie można zaufać, dlatego zostało zatrzymane. Twoje konto jest bezpieczne. Wróć do aplikacji i zacznij od nowa.",
    },
    unknownApplication: {
      title: "Ta aplikacja nie jest tutaj znana",
      sentence:
        "Link, który Cię tu skierował, wskazuje aplikację, która nie jest zarejestrowana. Twoje konto jest bezpieczne. Wróć i zacznij od nowa albo powiadom osoby, które prowadzą aplikację.",
    },
    brokenForm: {
      title: "Formularz nie dotarł",
      sentence:
        "Był niekompletny albo pochodził z innego miejsca. Nic się nie stało, a Twoje konto jest bezpieczne.",
    },
    notFound: {
      title: "Tutaj nie ma żadnej strony",
      sentence: "Być może adres zawiera literówkę albo strona została przeniesiona.",
    },
    wrongMethod: {
      title: "Tutaj nie ma nic do zrobienia",
      sentence: "Ten adres został otwarty w sposób, którego nie zna. Nic się nie stało.",
    },
    unavailable: (wait) => ({
      title: "Zaraz wracamy",
      sentence: `Logowanie nie jest w tej chwili możliwe. Nic nie zostało utracone: spróbuj ponownie ${wait}.`,
    }),
    internal: {
      title: "Coś się u nas zepsuło",
      sentence: "To nie Twoja wina, a Twoje konto jest bezpieczne. Spróbuj ponownie za chwilę.",
    },
    tryAgain: "Spróbuj ponownie",
    home: "Przejdź do strony głównej",
    reference: "Numer zdarzenia",
    whereDetailIs: "Programista znajdzie szczegóły w dzienniku usługi pod tym numerem.",
  },
};
